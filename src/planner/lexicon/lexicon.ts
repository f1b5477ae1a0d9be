import { plural } from '#src/catalog/catalog-names.ts';
import { squash } from '#src/catalog/fold.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { TABLE_CONTAINERS } from '#src/language/en/name-heads.ts';
import { indexColumns } from '#src/planner/lexicon/columns.ts';
import { Builder } from '#src/planner/lexicon/index-builder.ts';
import { indexMetrics } from '#src/planner/lexicon/metrics.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import { saidAmounts } from '#src/planner/lexicon/said-amounts.ts';
import { BARE, EXACT, HEAD, IN_TABLE, PEOPLE, SYNONYM } from '#src/planner/lexicon/scores.ts';
import type { ColumnSense, Senses, TableSense } from '#src/planner/lexicon/senses.ts';
import { rowsFormsOf } from '#src/planner/lexicon/synonyms.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** What the words of a question can mean in one catalog: by lemmas, without "of" and "the". */
export interface Lexicon {
  /** Words of the longest name. */
  readonly longest: number;
  lookup(key: string): Senses | null;
  /** Tables of people: what "who" asks for. */
  readonly people: readonly TableSense[];
  /** The rows of a table by its name. */
  rowsOf(table: string): TableSense | null;
  /** The columns that hold times, in the order of the catalog. */
  readonly times: readonly ColumnSense[];
  /** All readable names, for "did you mean". */
  readonly names: readonly string[];
}

/** Indexes all names of a catalog. */
export function buildLexicon(catalog: Catalog): Lexicon {
  const builder = new Builder();
  const names: string[] = [];
  const amounts = saidAmounts(catalog);
  for (const table of catalog.tables) {
    names.push(table.label, ...table.columns.filter(visible).map((column) => column.label));
    indexTable(builder, table, tiedNames(catalog, table), amounts.parts);
    if (holdsPeople(table))
      for (const word of ['people', 'person']) builder.addTable(keyOf([word]), table, PEOPLE);
    indexColumns(builder, table, amounts);
  }
  const metrics = indexMetrics(catalog);
  names.push(...(catalog.meaning?.metrics ?? []).map(({ name }) => name));
  return {
    longest: Math.min(Math.max(builder.longest, metrics.longest), 8),
    names: [...new Set(names)],
    times: catalog.tables.flatMap((table) =>
      table.columns
        .filter((column) => visible(column) && column.kind === 'time' && column.type !== 'time')
        .map((column) => ({ table, columns: [column], score: IN_TABLE })),
    ),
    people: catalog.tables.filter(holdsPeople).map((table) => ({ table, score: PEOPLE })),
    rowsOf(name) {
      const table = catalog.tables.find((one) => one.name === name);
      return table ? { table, score: IN_TABLE } : null;
    },
    lookup(key) {
      // `media type` where the table is called `mediatype`.
      const tables = builder.tables.get(key) ?? builder.tables.get(squash(key)) ?? [];
      // A metric stands before every column of its name.
      const columns = metrics.columns.get(key) ?? builder.columns.get(key) ?? [];
      return tables.length + columns.length > 0 ? { tables, columns } : null;
    },
  };
}

const visible = (column: CatalogColumn) => !column.hidden;

/** What the tables that a table ties together are called: `film genres` is no shorter way to say `genres`. */
function tiedNames(catalog: Catalog, table: CatalogTable): ReadonlySet<string> {
  const parents = new Set(
    catalog.relationships.filter(({ from }) => from.table === table.name).map(({ to }) => to.table),
  );
  parents.delete(table.name);
  if (parents.size < 2) return new Set();
  const labels = catalog.tables.filter(({ name }) => parents.has(name)).map(({ label }) => label);
  return new Set(labels.map((label) => keyOf(wordsOf(label))));
}

function indexTable(
  builder: Builder,
  table: CatalogTable,
  tied: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): void {
  const words = wordsOf(table.label);
  builder.addTable(keyOf(words), table, EXACT);
  for (const { words: said, drafted } of rowsFormsOf(table, taken).slice(1))
    builder.addTable(keyOf(said), table, SYNONYM, drafted);
  for (let from = 1; from < words.length; from++) {
    const rest = words.slice(from);
    if (!rest.every((word) => BARE.has(word)) && !tied.has(keyOf(rest)))
      builder.addTable(keyOf(rest), table, HEAD);
  }
  const rows = joinedRows(table);
  if (rows) {
    builder.addTable(rows.whole, table, EXACT);
    if (!tied.has(rows.head)) builder.addTable(rows.head, table, HEAD);
  }
  if (
    words.length > 1 &&
    !BARE.has(words[0]!) &&
    words.slice(1).every((word) => BARE.has(word) || CONTAINERS.has(word)) &&
    !partsOf(words[0]!, table)
  )
    builder.addTable(words[0]!, table, HEAD);
}

/** Whether many rows of a table are of one thing that their key names: lines of `order_details` are no orders. */
const partsOf = (word: string, { columns }: CatalogTable): boolean =>
  columns.some(
    ({ label, kind, profile }) =>
      kind === 'identifier' && wordsOf(label)[0] === word && profile?.unique === false,
  );

/**
 * What the rows of a table are whose name joins words, the last of which stands in a name of its columns: `order` and
 * `purchaseorder` of `purchaseorders` with an `order_date`.
 */
function joinedRows({
  label,
  columns,
}: CatalogTable): { readonly head: string; readonly whole: string } | null {
  const [name, second] = wordsOf(label);
  if (name === undefined || second !== undefined) return null;
  const labels = columns.filter(visible).map((column) => wordsOf(column.label));
  const parts = new Set(labels.flat());
  // `friend` of `personfriend` is who a row is about, rather than the row.
  for (const [only, more] of labels) if (more === undefined) parts.delete(only!);
  const found = [...parts].flatMap((head) => {
    const end = [head, plural(head)].find((one) => name.endsWith(one));
    const before = name.length - (end ?? name).length;
    return head.length < SHORTEST_PART || before < SHORTEST_PART || BARE.has(head)
      ? []
      : [{ head, whole: `${name.slice(0, before)}${head}` }];
  });
  return found.length === 1 ? found[0]! : null;
}

/** Letters of a word that others are joined to. */
const SHORTEST_PART = 4;

/** Words of a table's name that say how it is kept, not what it holds. */
const CONTAINERS: ReadonlySet<string> = new Set([
  ...TABLE_CONTAINERS,
  ...'profile record information master entry detail export row'.split(' '),
]);
