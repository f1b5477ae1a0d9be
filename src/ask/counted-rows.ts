import { grainTable } from '#src/ask/expression-labels.ts';
import { plural, tableOf } from '#src/catalog/catalog-names.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { isQuantity } from '#src/catalog/quantities.ts';
import { restate } from '#src/planner/restate.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

interface CountedRows {
  readonly table: CatalogTable;
  /** The only quantity that its rows have, where nothing but rows is counted. */
  readonly quantity: CatalogColumn | null;
}

/**
 * The rows that are counted under another name than their own: "how many cakes" counts orders whose product is a cake,
 * each of which may be of several. Null where the question names the rows.
 */
function countedRows(facts: QueryFacts, question: string, catalog: Catalog): CountedRows | null {
  const { outputs, filters } = facts.root;
  const counts = outputs
    .flatMap(({ aggregates }) => aggregates)
    .map(({ fn, arg }) => fn === 'count' && arg === null);
  const table = tableOf(catalog, grainTable(facts, catalog) ?? '');
  if (!table || !counts.includes(true) || isNamed(table, question)) return null;
  if (!filters.some(({ op, values }) => op === '=' && names(values, question))) return null;
  const [quantity, another] = table.columns.filter(
    (column) => column.additive === true && isQuantity(column),
  );
  const isOnly = quantity && !another && !counts.includes(false);
  return { table, quantity: isOnly ? quantity : null };
}

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

/** Says which rows are counted where the question does not name them. */
export function countedRowNotes(
  facts: QueryFacts,
  question: string,
  catalog: Catalog,
): readonly string[] {
  const found = countedRows(facts, question, catalog);
  if (!found) return [];
  const beside = found.quantity ? `, not their ${found.quantity.label}` : '';
  return [`Rows of ${plural(found.table.label)} are counted${beside}.`];
}

/** The question for the sum of that quantity; null where there is none. */
export function quantityInstead(
  facts: QueryFacts,
  query: Query | null,
  question: string,
  catalog: Catalog,
): string | null {
  if (query?.kind !== 'select') return null;
  const { table, quantity } = countedRows(facts, question, catalog) ?? {};
  if (!table || !quantity) return null;
  const sources = [query.from, ...query.joins.map(({ source }) => source)];
  const source = sources.find((one) => one.table.toLowerCase() === table.name.toLowerCase());
  if (!source) return null;
  const sum: Aggregate = {
    ...{ kind: 'aggregate', fn: 'sum', distinct: false },
    arg: { kind: 'column', alias: source.alias, column: quantity.name },
  };
  const isCount = (expr: Expr) => expr.kind === 'aggregate' && expr.fn === 'count';
  const select = query.select.map((item) => (isCount(item.expr) ? { ...item, expr: sum } : item));
  return restate({ ...query, select, orderBy: [] }, catalog);
}
