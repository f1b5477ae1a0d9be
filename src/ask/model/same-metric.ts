import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog, CatalogMetric } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { sameOfTables } from '#src/sql/nodes.ts';

/** The signed metrics that a question names; of names within names the longest. */
export function namedMetrics(question: string, { meaning }: Catalog): readonly CatalogMetric[] {
  const asked = ` ${keyOf(wordsOf(question))} `;
  const named = (meaning?.metrics ?? []).flatMap((metric) =>
    [metric.name, ...metric.synonyms]
      .map((name) => keyOf(wordsOf(name)))
      .filter((key) => key !== '' && asked.includes(` ${key} `))
      .map((key) => ({ metric, key })),
  );
  const longest = named.filter(
    ({ key, metric }) =>
      !named.some((one) => one.metric !== metric && ` ${one.key} `.includes(` ${key} `)),
  );
  return [...new Set(longest.map(({ metric }) => metric))].filter(
    ({ signedBy }) => signedBy !== null,
  );
}

/**
 * Whether a statement computes what another one (the metric over all rows of its table) computes: one block over base
 * tables that the metric's table is not joined to by chance of an outer join, the same expression, and every condition of
 * the metric. Conditions and groups of other tables may come on top, as they do for a metric that is asked for by them.
 */
export function sameMetric(
  { root }: QueryFacts,
  { root: signed }: QueryFacts,
  table: string,
): boolean {
  if (!isPlain(root) || !isPlain(signed)) return false;
  const own = root.sources.filter((source) => same(source.table, table));
  const [home] = own;
  if (own.length !== 1 || !home || root.joins.some((join) => !joinKeeps(join, home.alias)))
    return false;
  const [wanted] = signed.outputs;
  const has = wanted && root.outputs.some(({ node }) => sameOfTables(node, wanted.node));
  const keeps = ({ node }: FilterFacts) =>
    root.filters.some((filter) => sameOfTables(filter.node, node));
  return (
    has === true &&
    signed.filters.every(keeps) &&
    root.sources.every((source) => source === home || isUsed(source.table!, root))
  );
}

const same = (left: string | null, right: string) => left?.toLowerCase() === right.toLowerCase();

/** One SELECT over base tables. */
const isPlain = ({ setOperation, sources, distinct, subqueries }: SelectFacts) =>
  setOperation === null &&
  !distinct &&
  // EXISTS of one thing is not that of another.
  subqueries.length === 0 &&
  sources.every(({ table }) => table !== null);

/** Joins by key equalities that neither drop the metric's rows by a condition nor add rows without one. */
const joinKeeps = (
  { type, equalities, hasOtherConditions, alias }: SelectFacts['joins'][number],
  home: string,
) =>
  (type === 'inner' || (type === 'left' && alias !== home)) &&
  equalities.length > 0 &&
  !hasOtherConditions;

/** A table that is joined for nothing may still drop rows: it must be read, or lie on the way to one that is. */
const isUsed = (table: string, { outputs, groupBy, filters, joins, sources }: SelectFacts) => {
  const reads = (name: string) =>
    [...outputs, ...groupBy, ...filters].some(({ columns }) =>
      columns.some((one) => same(one.table, name)),
    );
  if (reads(table)) return true;
  const aliases = new Set(sources.filter((one) => same(one.table, table)).map((one) => one.alias));
  const neighbours = joins.flatMap(({ equalities }) =>
    equalities.flatMap(({ left, right }) => {
      if (aliases.has(left.alias)) return [right.table];
      return aliases.has(right.alias) ? [left.table] : [];
    }),
  );
  return new Set(neighbours).size > 1 && neighbours.some(reads);
};
