import { grainTable } from '#src/ask/labels.ts';
import { plural, tableOf } from '#src/catalog/catalog-names.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { restate } from '#src/planner/restate.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** What a column of how many is called, or has as a synonym. */
const QUANTITIES: ReadonlySet<string> = new Set(['quantity', 'unit', 'piece']);

interface CountedQuantity {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

/**
 * The quantity that rows have which are counted under another name than their own: "how many cakes" counts orders of
 * cakes, each of which may be of several. Null where there is none, or where the rows are named.
 */
function quantityBeside(
  facts: QueryFacts,
  question: string,
  catalog: Catalog,
): CountedQuantity | null {
  const counts = facts.root.outputs.flatMap(({ aggregates }) => aggregates);
  if (counts.length === 0 || counts.some(({ fn, arg }) => fn !== 'count' || arg !== null))
    return null;
  const table = tableOf(catalog, grainTable(facts, catalog) ?? '');
  if (!table || isNamed(table, question)) return null;
  // What is counted is a value of the data, which rows are kept by.
  if (!facts.root.filters.some(({ op, values }) => op === '=' && names(values, question)))
    return null;
  const [column, another] = table.columns.filter(isQuantity);
  return column && !another ? { table, column } : null;
}

const isQuantity = ({ kind, additive, hidden, sensitive, label, synonyms }: CatalogColumn) =>
  kind === 'measure' &&
  additive === true &&
  !hidden &&
  !sensitive &&
  [label, ...synonyms].some((name) => QUANTITIES.has(foldToLemmas(name)));

/** Its name as a noun: what is "ordered" is no order. */
function isNamed({ label, synonyms }: CatalogTable, question: string): boolean {
  const words = ` ${wordsIn(question)} `;
  return ['row', label, ...synonyms].some((name) =>
    [name, plural(name)].some((one) => words.includes(` ${wordsIn(one)} `)),
  );
}

const names = (values: readonly string[], question: string) =>
  values.some((value) => ` ${foldToLemmas(question)} `.includes(` ${foldToLemmas(value)} `));

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Says that rows are counted where the question may ask for their quantity. */
export function countedRowNotes(
  facts: QueryFacts,
  question: string,
  catalog: Catalog,
): readonly string[] {
  const found = quantityBeside(facts, question, catalog);
  return found
    ? [`Rows of ${plural(found.table.label)} are counted, not their ${found.column.label}.`]
    : [];
}

/** The question for the sum of that quantity; null where there is none. */
export function quantityInstead(
  facts: QueryFacts,
  query: Query | null,
  question: string,
  catalog: Catalog,
): string | null {
  const found = query?.kind === 'select' ? quantityBeside(facts, question, catalog) : null;
  if (!found || query?.kind !== 'select') return null;
  const { table, column } = found;
  const sources = [query.from, ...query.joins.map(({ source }) => source)];
  const source = sources.find((one) => one.table.toLowerCase() === table.name.toLowerCase());
  if (!source) return null;
  const sum: Aggregate = {
    ...{ kind: 'aggregate', fn: 'sum', distinct: false },
    arg: { kind: 'column', alias: source.alias, column: column.name },
  };
  const isCount = (expr: Expr) => expr.kind === 'aggregate' && expr.fn === 'count';
  const select = query.select.map((item) => (isCount(item.expr) ? { ...item, expr: sum } : item));
  return restate({ ...query, select, orderBy: [] }, catalog);
}
