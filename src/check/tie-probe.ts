import type { Query } from '#src/plugin-api/query.ts';
import type { CallNode, ExprNode, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { aggregatesIn, bare, callsIn, numberOf, origin, shownAt } from '#src/sql/nodes.ts';
import { edited } from '#src/sql/select/text-edits.ts';
import type { Span } from '#src/sql/select/tree.ts';
import {
  isWord,
  levelsOf,
  listOf,
  orderOf,
  selectsOf,
  type Token,
  textOf,
  tokensOf,
  type WrittenSelect,
} from '#src/sql/select/written.ts';

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

/** A statement with its text taken apart. */
interface Written {
  readonly sql: string;
  readonly tokens: readonly Token[];
  readonly selects: readonly WrittenSelect[];
}

/**
 * What looks past the cut of a statement that picks first rows with a bare LIMIT, wherever that stands, by ROW_NUMBER,
 * DISTINCT ON or `arg_max`; null where it cuts nothing, keeps ties itself, or its text does not tell where to look.
 */
export function tieProbe(sql: string, { root }: QueryFacts): TieProbe | null {
  const tokens = tokensOf(sql);
  if (!tokens) return null;
  const written = { sql, tokens, selects: selectsOf(tokens) };
  if (isCut(root)) return nextRow(written, root, false);
  const blocks = allBlocks(root);
  const [block, ...more] = blocks.filter(isCut);
  if (block)
    return more.every(({ limit }) => limit === block.limit) ? nextRow(written, block, true) : null;
  return ranks(written, root, blocks) ?? firstOfEach(written, blocks) ?? bestOfEach(written);
}

/** Whether a statement may pick first rows in one of these ways. */
export const mayPick = ({ root, functions }: QueryFacts): boolean =>
  functions.some((name) => name === 'row_number' || BEST.has(name)) ||
  allBlocks(root).some(({ limit, distinct }) => limit !== null || distinct);

const isCut = ({ limit, orderBy }: SelectFacts) =>
  limit !== null && limit >= 1 && orderBy.length > 0;

/** A SELECT that is to be run alone: the WITH that goes before it, and its own text. */
interface Alone {
  readonly before: string;
  readonly body: Span;
}

/** Null where a nested SELECT has a WITH of its own inside a statement that has one. */
function alone({ sql, selects }: Written, select: WrittenSelect): Alone | null {
  const withOf = ({ text, withEnd }: WrittenSelect) => sql.slice(text.start, withEnd ?? text.start);
  const [whole] = selects;
  const [outer, own] = [select.nested && whole ? withOf(whole) : '', withOf(select)];
  if (outer !== '' && own !== '') return null;
  const start = select.withEnd ?? select.text.start;
  return { before: outer || own, body: { start, end: select.text.end } };
}

/**
 * The SELECT that is cut with one row more. What its result does not show and its rows are sorted by is put behind the
 * last result column. Behind an aggregate, plain columns only break ties: `ORDER BY COUNT(*) DESC, name` picks among
 * equals by their names.
 */
function nextRow(written: Written, block: SelectFacts, nested: boolean): TieProbe | null {
  const { limit, orderBy, outputs, distinct, setOperation } = block;
  const [select, second] = written.selects.filter(
    (one) => one.nested === nested && one.limit !== null && Number(one.limit.text) === limit,
  );
  const part = select && !second ? alone(written, select) : null;
  if (!select?.limit || !part || limit === null) return null;
  const keys = orderBy.map(({ expr }) => ({ node: expr.node, at: shownAt(expr.node, outputs) }));
  const ranking = keys.slice(0, rankingKeys(keys.map(({ node }) => node)));
  const hidden = ranking.flatMap(({ at }, index) => (at < 0 ? [index] : []));
  const shown = hidden.length === 0 ? [] : sortKeys(written.sql, select, orderBy.length, hidden);
  if (hidden.length > 0 && (distinct || setOperation || shown === null)) return null;
  const edits = [{ ...select.limit, text: String(limit + 1) }, ...(shown ?? [])];
  const sortedBy = ranking.map(({ at }, index) =>
    at < 0 ? outputs.length + hidden.indexOf(index) : at,
  );
  const sql = `${part.before}${edited(written.sql, edits, part.body)}`;
  return { kind: 'next_row', sql, limit, sortedBy };
}

/** What shows some of the sort keys as further result columns; null where the text does not say them. */
function sortKeys(
  sql: string,
  { orderBy, from }: WrittenSelect,
  count: number,
  wanted: readonly number[],
) {
  const keys = orderBy?.keys ?? [];
  if (from === null || keys.length !== count) return null;
  const added = wanted.map((at) => keys[at] ?? []);
  // The number of a result column says nothing where it stands among the columns.
  if (added.some(([first, more]) => !first || (first.kind === 'number' && !more))) return null;
  const columns = added.map((key, index) => `${textOf(sql, key)} AS tie_key_${index}`);
  return [{ start: from, end: from, text: `, ${columns.join(', ')} ` }];
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

/** The first of each group by ROW_NUMBER: with RANK in its place equals share a number, so that more rows pass. */
function ranks(
  { sql, tokens, selects }: Written,
  root: SelectFacts,
  blocks: readonly SelectFacts[],
): TieProbe | null {
  const [call] = blocks
    .flatMap(({ filters, having, qualify = [] }) => [...filters, ...having, ...qualify])
    .flatMap(({ node }) => numberingOf(node) ?? []);
  const [whole] = selects;
  const [written, second] = writtenCalls(tokens, ROW_NUMBER);
  const [over, window] = written?.behind ?? [];
  if (!whole || !call?.over || !written || second || !isWord(over, 'over')) return null;
  const by = window?.kind === 'brackets' ? rankedWindow(sql, window, call.over.orderBy) : null;
  if (!window || by === null) return null;
  const ranked = { start: written.start, end: window.end, text: `RANK() OVER (${by})` };
  const [plain, tied] = [[], [ranked]].map((edits) => edited(sql, edits, whole.text));
  const isTotal = root.outputs.some(({ aggregates }) => aggregates.length > 0);
  const numbered = `FROM (${plain}) AS numbered`;
  // A total over the first rows is as many rows as ever: it says whether it is another.
  const more = isTotal ? `SELECT * FROM (${tied}) AS ranked EXCEPT SELECT * ${numbered}` : tied;
  return ranksProbe(isTotal ? '0' : `(SELECT COUNT(*) ${numbered})`, `(${more}) AS tied`);
}

/** `with_ties` counts the rows of what is given for FROM. */
const ranksProbe = (picked: string, tied: string, before = ''): RanksProbe => ({
  kind: 'ranks',
  sql: `${before}SELECT ${picked} AS picked, (SELECT COUNT(*) FROM ${tied}) AS with_ties`,
  limit: 1,
});

/** A call of one of those functions, wherever it is written. */
interface WrittenCall extends Span {
  readonly name: string;
  readonly args: Token;
  readonly behind: readonly Token[];
}

const writtenCalls = (
  tokens: readonly Token[],
  names: ReadonlySet<string>,
): readonly WrittenCall[] =>
  [...levelsOf(tokens)].flatMap((level) =>
    level.flatMap(({ kind, text: name, start }, at) => {
      const args = level[at + 1];
      return kind === 'word' && names.has(name) && args?.kind === 'brackets'
        ? [{ name, args, start, end: args.end, behind: level.slice(at + 2) }]
        : [];
    }),
  );

/** `DISTINCT ON (customer) … ORDER BY customer, day DESC`: beside the first of each, how many share its rank. */
function firstOfEach(written: Written, blocks: readonly SelectFacts[]): TieProbe | null {
  const { sql, selects } = written;
  const [select, second] = selects.filter(
    ({ shown: [distinct, on] }) => isWord(distinct, 'distinct') && isWord(on, 'on'),
  );
  const part = select && !second ? alone(written, select) : null;
  if (!select || !part || select.isSet || select.from === null || !select.orderBy) return null;
  const { orderBy, from } = select;
  const on = select.shown[2];
  const keys = listOf(on?.inner ?? []);
  const nodes = blocks.find(
    (block) => block.distinct && block.orderBy.length === orderBy.keys.length,
  );
  if (!on || !nodes || [...keys, ...orderBy.keys].some(([first]) => first?.kind === 'number'))
    return null;
  const ranking = nodes.orderBy.slice(keys.length).map(({ expr }) => expr.node);
  const by = orderBy.written
    .slice(keys.length, keys.length + rankingKeys(ranking))
    .map((key) => textOf(sql, key));
  const window = `PARTITION BY ${textOf(sql, on.inner)}${by.length === 0 ? '' : ` ORDER BY ${by.join(', ')}`}`;
  const ranked = `SELECT ${sql.slice(on.end, from)}, RANK() OVER (${window}) AS tie_rank ${sql.slice(from, orderBy.start)}`;
  return ranksProbe(
    `(SELECT COUNT(*) FROM (${edited(sql, [], part.body)}) AS firsts)`,
    `(${ranked}) AS ranked WHERE tie_rank = 1`,
    part.before,
  );
}

/** Functions that take what stands beside the largest or smallest, with those that give these. */
const BEST: ReadonlyMap<string, 'max' | 'min'> = new Map([
  ['arg_max', 'max'],
  ['max_by', 'max'],
  ['arg_min', 'min'],
  ['min_by', 'min'],
]);

/** `arg_max(name, revenue)`: whether the two best have the same revenue and other names. */
function bestOfEach(written: Written): TieProbe | null {
  const { sql, tokens, selects } = written;
  const [call, second] = writtenCalls(tokens, new Set(BEST.keys()));
  if (!call || second || isWord(call.behind[0], 'filter', 'over')) return null;
  const select = selects.findLast(({ text }) => text.start < call.start && call.end < text.end);
  const part = select && !select.isSet ? alone(written, select) : null;
  const [shown, by, more] = listOf(call.args.inner).map((arg) => textOf(sql, arg));
  if (!part || !select?.from || call.end > select.from || !shown || !by || more !== undefined)
    return null;
  const end = `${BEST.get(call.name)}(${by}, 2)`;
  const best = `${call.name}(${shown}, ${by}, 2)`;
  const tied = `${end}[1] = ${end}[2] AND ${best}[1] IS DISTINCT FROM ${best}[2]`;
  const told = { start: select.from, end: select.from, text: `, ${tied} AS tie_found ` };
  return ranksProbe(
    '0',
    `(${edited(sql, [told], part.body)}) AS best WHERE tie_found`,
    part.before,
  );
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

/** What stands in a window, without the keys of its order that only break ties; null where it does not show them. */
function rankedWindow(sql: string, window: Token, keys: readonly ExprNode[]): string | null {
  const order = window.inner.findIndex((token) => isWord(token, 'order'));
  const written = order < 0 ? [] : orderOf(window.inner.slice(order)).written;
  const last = written[rankingKeys(keys) - 1]?.at(-1);
  return last && written.length === keys.length ? sql.slice(window.start + 1, last.end) : null;
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
