import type { Query } from '#src/plugin-api/query.ts';
import type { CallNode, ExprNode, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { aggregatesIn, bare, callsIn, numberOf, origin, shownAt } from '#src/sql/nodes.ts';
import {
  bareText,
  closing,
  commaParts,
  cutsIn,
  opening,
  outsideBrackets,
} from '#src/sql/statement-text.ts';

/** A statement that shows whether first rows are picked among equals. */
export type TieProbe = NextRowProbe | RanksProbe;

/** The rows that are picked, and the one after them. */
export interface NextRowProbe {
  readonly kind: 'next_row';
  readonly sql: string;
  /** Rows that are picked. */
  readonly limit: number;
  /** Result columns that the rows are sorted by. */
  readonly sortedBy: readonly number[];
}

/** Two numbers of rows: those that are picked, and those where equals share a place. */
interface RanksProbe {
  readonly kind: 'ranks';
  readonly sql: string;
  readonly limit: 1;
}

/**
 * What looks past the cut of a statement that picks first rows with a bare LIMIT, wherever that stands, by ROW_NUMBER,
 * DISTINCT ON or `arg_max`; null where it cuts nothing, keeps ties itself, or its text does not tell where to look.
 */
export function tieProbe(sql: string, { root }: QueryFacts): TieProbe | null {
  const blocks = allBlocks(root);
  const cutting = blocks.filter(isCut);
  if (isCut(root)) return nextRow(sql, root, endOf(sql, root));
  const [block] = cutting;
  if (block) {
    const same = cutting.every(({ limit }) => limit === block.limit);
    return same ? nested(sql, block) : null;
  }
  return ranks(sql, root, blocks) ?? firstOfEach(sql, blocks) ?? bestOfEach(sql);
}

/** Whether a statement may pick first rows in one of these ways. */
export const mayPick = ({ root, functions }: QueryFacts): boolean =>
  functions.some((name) => name === 'row_number' || BEST.has(name)) ||
  allBlocks(root).some(({ limit, distinct }) => limit !== null || distinct);

const isCut = ({ limit, orderBy }: SelectFacts) =>
  limit !== null && limit >= 1 && orderBy.length > 0;

/** Where the statement itself is cut. */
function endOf(sql: string, { limit }: SelectFacts) {
  const outside = outsideBrackets(sql);
  return cutsIn(sql).findLast(({ at, rows }) => rows === limit && outside[at] !== ' ') ?? null;
}

/** The block of a WITH, a derived table or a subquery that cuts, as a statement of its own. */
function nested(sql: string, block: SelectFacts): TieProbe | null {
  const [cut, second] = cutsIn(sql);
  if (!cut || second || cut.rows !== block.limit) return null;
  const around = blockAround(sql, cut.at);
  if (!around || around.start === 0) return null;
  const { before, text, start } = around;
  return nextRow(`${before}${text}`, block, { ...cut, at: before.length + cut.at - start });
}

/** The SELECT that a place stands in, and the WITH that goes before it where it is nested; null where the text does not tell. */
function blockAround(
  sql: string,
  at: number,
): { readonly before: string; readonly text: string; readonly start: number } | null {
  const blank = bareText(sql);
  const open = opening(blank, at);
  const before = withOf(sql);
  if (before === null) return null;
  if (open < 0)
    return { before, text: sql.slice(before.length).replace(/;\s*$/, ''), start: before.length };
  const close = closing(blank, at);
  const text = sql.slice(open + 1, close);
  const isOwn = before !== '' && /^\s*WITH\b/i.test(text);
  return close < 0 || isOwn ? null : { before, text, start: open + 1 };
}

/** The WITH that a statement begins with; null where it does not tell where that ends. */
function withOf(sql: string): string | null {
  const outside = outsideBrackets(sql);
  if (!/^\s*WITH\b/i.test(outside)) return '';
  const select = /\bSELECT\b/i.exec(outside);
  return select && sql.slice(0, select.index);
}

/**
 * The statement with one row more. What its result does not show and its rows are sorted by is put behind the last
 * result column. Behind an aggregate, plain columns only break ties: `ORDER BY COUNT(*) DESC, name` picks among equals by
 * their names.
 */
function nextRow(
  sql: string,
  { limit, orderBy, outputs, distinct, setOperation }: SelectFacts,
  cut: { readonly at: number; readonly length: number } | null,
): TieProbe | null {
  if (!cut || limit === null) return null;
  const keys = orderBy.map(({ expr }) => ({ node: expr.node, at: shownAt(expr.node, outputs) }));
  const ranking = keys.slice(0, rankingKeys(keys.map(({ node }) => node)));
  const whole = `${sql.slice(0, cut.at)}${limit + 1}${sql.slice(cut.at + cut.length)}`;
  const hidden = ranking.flatMap(({ at }, index) => (at < 0 ? [index] : []));
  if (hidden.length === 0)
    return { kind: 'next_row', sql: whole, limit, sortedBy: ranking.map(({ at }) => at) };
  const shown = withSortKeys(whole, orderBy.length, hidden);
  if (distinct || setOperation || shown === null) return null;
  const sortedBy = ranking.map(({ at }, index) =>
    at < 0 ? outputs.length + hidden.indexOf(index) : at,
  );
  return { kind: 'next_row', sql: shown, limit, sortedBy };
}

/** How many of the sort keys rank: those before the first that only breaks ties. */
function rankingKeys(keys: readonly ExprNode[]): number {
  const [first] = keys;
  if (!first || !isComputed(first)) return keys.length;
  const breaker = keys.findIndex((key) => !isComputed(key));
  return breaker < 0 ? keys.length : breaker;
}

const isComputed = (node: ExprNode) =>
  aggregatesIn(node).length > 0 || aggregatesIn(origin(node)).length > 0;

/** The statement with some of its sort keys as further result columns; null where its text does not show them. */
function withSortKeys(sql: string, keys: number, wanted: readonly number[]): string | null {
  const words = wordsOutside(sql);
  const last = (word: string) => words.findLast((one) => one.word === word)?.at ?? -1;
  const [order, limit] = [last('order by'), Math.max(last('limit'), last('fetch'), last('offset'))];
  const select = last('select');
  const from = words.find(({ word, at }) => word === 'from' && at > select)?.at ?? -1;
  if (select < 0 || from < 0 || order < from || limit < order) return null;
  const end = words.find(({ word, at }) => at > order && ENDS.has(word))?.at ?? limit;
  const exprs = commaParts(sql.slice(order, end).replace(/^order\s+by\s/i, '')).map(
    withoutDirection,
  );
  if (exprs.length !== keys) return null;
  const added = wanted.map((at) => exprs[at] ?? '');
  // The number of a result column says nothing where it stands among the columns.
  if (added.some((one) => one === '' || /^\d+$/.test(one))) return null;
  const columns = added.map((one, index) => `${one} AS tie_key_${index}`);
  return `${sql.slice(0, from).trimEnd()}, ${columns.join(', ')} ${sql.slice(from)}`;
}

const ENDS: ReadonlySet<string> = new Set(['limit', 'fetch', 'offset']);

const withoutDirection = (key: string) =>
  key.replace(/\s+(?:ASC|DESC)?(?:\s+NULLS\s+(?:FIRST|LAST))?\s*$/i, '').trim();

/** The key words of a statement that stand in no brackets, literals or names, lower case, with their places. */
const wordsOutside = (sql: string): readonly { readonly word: string; readonly at: number }[] =>
  [...outsideBrackets(sql).matchAll(/\b(?:select|from|order\s+by|limit|fetch|offset)\b/gi)].map(
    ({ 0: text, index }) => ({ word: text.toLowerCase().replace(/\s+/g, ' '), at: index }),
  );

/** The first of each group by ROW_NUMBER: with RANK in its place equals share a number, so that more rows pass. */
function ranks(sql: string, root: SelectFacts, blocks: readonly SelectFacts[]): TieProbe | null {
  const numbering = blocks
    .flatMap(({ filters, having, qualify = [] }) => [...filters, ...having, ...qualify])
    .flatMap(({ node }) => numberingOf(node) ?? []);
  const [call] = numbering;
  const blank = bareText(sql);
  const [written, second] = [...blank.matchAll(/\bROW_NUMBER\s*\(\s*\)\s*OVER\s*\(/gi)];
  if (!call?.over || !written || second) return null;
  const start = written.index + written[0].length;
  const close = closing(blank, start);
  const window = rankedWindow(sql.slice(start, close), call.over.orderBy);
  if (close < 0 || window === null) return null;
  const ranked = `${sql.slice(0, written.index)}RANK() OVER (${window}${sql.slice(close)}`;
  const [plain, tied] = [sql, ranked].map((one) => one.replace(/;\s*$/, ''));
  const isTotal = root.outputs.some(({ aggregates }) => aggregates.length > 0);
  // A total over the first rows is as many rows as ever: it says whether it is another.
  const more = isTotal ? `SELECT * FROM (${tied}) AS ranked EXCEPT ${plain}` : tied;
  const before = isTotal ? '0' : `(SELECT COUNT(*) FROM (${plain}) AS numbered)`;
  return {
    kind: 'ranks',
    sql: `SELECT ${before} AS picked, (SELECT COUNT(*) FROM (${more}) AS tied) AS with_ties`,
    limit: 1,
  };
}

/** The parts of a SELECT of one block: what it shows, and all from FROM on; null where its text does not tell. */
function partsOf(text: string): { readonly from: number; readonly order: number } | null {
  const words = wordsOutside(text);
  const selects = words.filter(({ word }) => word === 'select');
  const from = words.find(({ word }) => word === 'from')?.at ?? -1;
  const order = words.findLast(({ word }) => word === 'order by')?.at ?? -1;
  return selects.length === 1 && from > 0 ? { from, order } : null;
}

const places = (picked: string, withTies: string): RanksProbe['sql'] =>
  `SELECT ${picked} AS picked, ${withTies} AS with_ties`;

/** `DISTINCT ON (customer) … ORDER BY customer, day DESC`: beside the first of each, how many share its rank. */
function firstOfEach(sql: string, blocks: readonly SelectFacts[]): TieProbe | null {
  const [written, second] = [...bareText(sql).matchAll(/\bSELECT\s+DISTINCT\s+ON\s*\(/gi)];
  const around = written && !second ? blockAround(sql, written.index) : null;
  if (!written || !around) return null;
  const { before, text, start } = around;
  const open = written.index - start + written[0].length;
  const close = closing(bareText(text), open);
  const parts = partsOf(text);
  if (close < 0 || !parts || parts.order < parts.from) return null;
  const end = wordsOutside(text).find(({ word, at }) => at > parts.order && ENDS.has(word))?.at;
  const sorted = commaParts(
    text.slice(parts.order, end ?? text.length).replace(/^order\s+by\s/i, ''),
  );
  const keys = text.slice(open, close);
  const first = commaParts(keys).length;
  const nodes = blocks.find(
    ({ distinct, orderBy }) => distinct && orderBy.length === sorted.length,
  );
  if (!nodes || [...commaParts(keys), ...sorted].some((one) => /^\s*\d/.test(one))) return null;
  const ranking = nodes.orderBy.slice(first).map(({ expr }) => expr.node);
  const by = sorted.slice(first, first + rankingKeys(ranking)).join(',');
  const window = `PARTITION BY ${keys}${by === '' ? '' : ` ORDER BY ${by}`}`;
  const ranked = `SELECT ${text.slice(close + 1, parts.from)}, RANK() OVER (${window}) AS tie_rank ${text.slice(parts.from, parts.order)}`;
  return {
    kind: 'ranks',
    sql: `${before}${places(
      `(SELECT COUNT(*) FROM (${text}) AS firsts)`,
      `(SELECT COUNT(*) FROM (${ranked}) AS ranked WHERE tie_rank = 1)`,
    )}`,
    limit: 1,
  };
}

/** Functions that take what stands beside the largest or smallest, with those that give these. */
const BEST: ReadonlyMap<string, 'max' | 'min'> = new Map([
  ['arg_max', 'max'],
  ['max_by', 'max'],
  ['arg_min', 'min'],
  ['min_by', 'min'],
]);

/** `arg_max(name, revenue)`: whether the two best have the same revenue and other names. */
function bestOfEach(sql: string): TieProbe | null {
  const [written, second] = [...bareText(sql).matchAll(/\b(arg_max|max_by|arg_min|min_by)\s*\(/gi)];
  const around = written && !second ? blockAround(sql, written.index) : null;
  if (!written || !around) return null;
  const { before, text, start } = around;
  const open = written.index - start + written[0].length;
  const close = closing(bareText(text), open);
  const parts = partsOf(text);
  const [shown, by, more] = commaParts(text.slice(open, close)).map((one) => one.trim());
  const name = (written[1] ?? '').toLowerCase();
  const isPlain = !/^\s*(?:FILTER|OVER)\b/i.test(bareText(text).slice(close + 1));
  if (close < 0 || !parts || close > parts.from || !isPlain) return null;
  if (!shown || !by || more !== undefined) return null;
  const end = `${BEST.get(name)}(${by}, 2)`;
  const best = `${name}(${shown}, ${by}, 2)`;
  const tied = `${end}[1] = ${end}[2] AND ${best}[1] IS DISTINCT FROM ${best}[2]`;
  const told = `${text.slice(0, parts.from).trimEnd()}, ${tied} AS tie_found ${text.slice(parts.from)}`;
  return {
    kind: 'ranks',
    sql: `${before}${places('0', `(SELECT COUNT(*) FROM (${told}) AS best WHERE tie_found)`)}`,
    limit: 1,
  };
}

/** The ROW_NUMBER that a condition holds to the first: `rn = 1`, `rn <= 3`. */
function numberingOf(node: ExprNode): CallNode | null {
  const [left, right] = node.kind === 'operation' && FIRSTS.has(node.op) ? node.args : [];
  const [side, bound] = left && right && numberOf(left) !== null ? [right, left] : [left, right];
  if (!side || !bound || numberOf(bound) === null) return null;
  const [call] = callsIn(origin(bare(side)), ROW_NUMBER);
  return call?.over && call.over.orderBy.length > 0 ? call : null;
}

const FIRSTS: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=']);
const ROW_NUMBER: ReadonlySet<string> = new Set(['row_number']);

/** A window without the keys of its order that only break ties; null where its text does not show them. */
function rankedWindow(text: string, keys: readonly ExprNode[]): string | null {
  const order = [...outsideBrackets(text).matchAll(/\border\s+by\b/gi)].at(-1);
  if (!order) return null;
  const start = order.index + order[0].length;
  const parts = commaParts(text.slice(start));
  if (parts.length !== keys.length) return null;
  return `${text.slice(0, start)}${parts.slice(0, rankingKeys(keys)).join(',')}`;
}

/**
 * What the planner's first rows are picked by, with one row more; null where it picks none. A query with a limit is
 * ordered by one thing: what follows only breaks ties.
 */
export function planProbe(query: Query): { readonly query: Query; readonly limit: number } | null {
  const { limit, orderBy } = query;
  const [first] = orderBy;
  if (query.kind !== 'select' || query.distinct) return null;
  if (!limit || limit.withTies || !first) return null;
  const { expr } = first;
  return {
    query: {
      ...query,
      select: [{ expr, as: 'picked_by' }],
      orderBy: [first],
      limit: { count: limit.count + 1, withTies: false },
    },
    limit: limit.count,
  };
}
