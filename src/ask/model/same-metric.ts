import { withoutLiterals } from '#src/ask/verify/expression-text.ts';
import { keyOf, wordsOf } from '#src/planner/lexicon/keys.ts';
import type { Catalog, CatalogMetric } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';

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
  const [wanted] = signed.outputs.map(({ text, columns }) => canonical(text, columns, signed));
  const has = root.outputs.some(({ text, columns }) => canonical(text, columns, root) === wanted);
  const conditions = new Set(
    root.filters.map(({ text, columns }) => canonical(text, columns, root)),
  );
  return (
    has &&
    signed.filters.every(({ text, columns }) => conditions.has(canonical(text, columns, signed))) &&
    root.sources.every((source) => source === home || isUsed(source.table!, root))
  );
}

const same = (left: string | null, right: string) => left?.toLowerCase() === right.toLowerCase();

/** One SELECT over base tables. */
const isPlain = ({ setOperation, sources, distinct, subqueries }: SelectFacts) =>
  setOperation === null &&
  !distinct &&
  // The text of a condition does not tell what a SELECT in it asks: EXISTS of one thing is not that of another.
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

const TOKEN = /'(?:[^']|'')*'|"[^"]+"|`[^`]+`|[\p{L}_][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|\S/gu;

/** The text of an expression with each column by its table's name, without case, spaces and outer brackets. */
function canonical(text: string, columns: readonly BaseColumn[], { sources }: SelectFacts): string {
  const tables = new Map(sources.map(({ alias, table }) => [alias.toLowerCase(), table ?? alias]));
  const tokens = (text.match(TOKEN) ?? []).map((token) =>
    token.startsWith("'") ? token : token.replace(/^["`]|["`]$/g, '').toLowerCase(),
  );
  const said = tokens.map((token, at) => {
    if (token.startsWith("'")) return token;
    if (tokens[at + 1] === '.') return (tables.get(token) ?? token).toLowerCase();
    if (tokens[at - 1] === '.' || tokens[at + 1] === '(') return token;
    const named = columns.filter(({ column }) => same(column, token));
    const owners = new Set(named.map((one) => one.table.toLowerCase()));
    return owners.size === 1 ? `${[...owners][0]} . ${token}` : token;
  });
  return withoutOuterBrackets(said.join(' '));
}

function withoutOuterBrackets(text: string): string {
  if (!text.startsWith('( ') || !text.endsWith(' )')) return text;
  const blank = withoutLiterals(text);
  let depth = 0;
  for (let at = 0; at < blank.length; at++) {
    if (blank[at] === '(') depth++;
    if (blank[at] === ')' && --depth === 0 && at < blank.length - 1) return text;
  }
  return withoutOuterBrackets(text.slice(2, -2));
}
