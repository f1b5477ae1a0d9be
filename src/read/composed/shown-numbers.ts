import { wordsOf } from '#src/catalog/name-keys.ts';
import * as said from '#src/language/en/asked-apart.ts';
import { PRICES } from '#src/language/en/asked-of-rows.ts';
import { same } from '#src/planner/compile/finish.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { Aliases } from '#src/planner/scope.ts';
import {
  aliasesIn,
  columnBehind,
  sourcesOf,
  tablesByAlias,
  withAliases,
} from '#src/planner/select-blocks.ts';
import type { Aggregate, ColumnRef, Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import { isVerbAgain } from '#src/read/composed/column-words.ts';
import { type AskedRows, isReadOnce } from '#src/read/composed/shown-columns.ts';
import { isWhole, type Part, range, startOf, type Tail } from '#src/read/composed/tails.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { isTime } from '#src/read/times.ts';

/** `leave out members with none`: of rows that are counted for each, those that have some. */
export function leavesOut(question: Question, { to, end }: Tail, query: SelectQuery): boolean {
  const from = startOf(question, to + 1, said.LEAVE_OUT);
  const counted = countedIn(query);
  if (from === null || !counted || !query.select.some(({ expr }) => same(expr, counted)))
    return false;
  const rows = question
    .refs(from)
    .toSorted((one, other) => other.to - one.to)
    .find(({ options }) => options.some(isNameOfRows));
  return range(rows?.to ?? from, end).every((at) => question.is(at, said.LEFT_OUT));
}

/** A query of counted rows without those that have none. */
export function withSome(query: SelectQuery): SelectQuery {
  const left = countedIn(query)!;
  const right: Expr = { kind: 'literal', type: 'integer', value: 0 };
  const some = {
    kind: 'compare',
    op: '>',
    left: renamed(left, { ...query, select: [] }),
    right,
  } as const;
  if (left.kind !== 'aggregate') return { ...query, where: [...query.where, some] };
  const mayBeNone = query.joins.some(({ type }) => type === 'left');
  return mayBeNone ? { ...query, having: [...query.having, some] } : query;
}

/** A number that is computed, by what an order calls it: `most trips first`, `biggest total first`. */
export function numberNamed(
  question: Question,
  { from, to }: Part,
  query: SelectQuery,
  schema: Schema,
): Expr | null {
  const counted = countedIn(query);
  if (
    counted &&
    isCountOf(question, from, to, counted, query, schema) &&
    question.refs(from).length > 0
  )
    return counted;
  return functionIn(question, from, to, query)?.expr ?? null;
}

/** The number that a part of a list asks for: what rows are counted, ranked or bounded by. */
export function computedFor(
  question: Question,
  { from, to }: Part,
  rows: AskedRows,
  schema: Schema,
): SelectItem | null {
  const { query } = rows;
  const start = question.is(from, said.SHOWN_OWNERS) ? from + 1 : from;
  const named = (expr: Expr | null, as = expr ? titleOf(expr) : ''): SelectItem | null =>
    expr && { expr: renamed(expr, query), as };
  const many = startOf(question, start, said.SHOWN_HOW_MANY);
  const of = startOf(question, start, said.SHOWN_NUMBER_OF);
  if (many !== null || of !== null) {
    const counted = countedIn(query);
    const isSaid =
      counted !== null && isCountOf(question, (many ?? of)!, to, counted, query, schema);
    return isSaid
      ? named(counted, 'count')
      : named(sumCalled(question, { from: (many ?? of)!, to }, query));
  }
  if (isWhole(question, { from, to }, said.SHOWN_NUMBERS)) return named(countedIn(query), 'count');
  const isAmount =
    startOf(question, from, said.SHOWN_AMOUNTS) !== null &&
    range(from + 2, to).every((at) => question.is(at, said.SHOWN_IDLE));
  if (isAmount) return named(amountIn(question, rows, schema));
  if (isWhole(question, { from, to }, said.SHOWN_WHAT)) {
    const [number, second] = numbersIn(query);
    return number && !second && !isCount(number) ? named(number, 'value') : null;
  }
  return functionIn(question, from, to, query);
}

/** `number of members`, where the sum of a column that is called so is computed. */
function sumCalled(question: Question, { from, to }: Part, query: SelectQuery): Expr | null {
  const [number, second] = numbersIn(query);
  const own = number && !second ? aggregateOf(number) : null;
  if (own?.fn !== 'sum' || own.arg?.kind !== 'column') return null;
  const { alias, column } = own.arg;
  const inner =
    number!.kind === 'subquery' && number!.query.kind === 'select' ? number!.query : query;
  const table = tablesByAlias(inner).get(alias);
  const isCalled = question
    .refs(from)
    .some(
      (ref) =>
        ref.to === to &&
        ref.options.some(
          (one) => one.kind === 'column' && one.table === table && one.columns[0].name === column,
        ),
    );
  return isCalled ? number! : null;
}

/** What a number is called in the result. */
function titleOf(expr: Expr): string {
  if (expr.kind === 'column') return expr.column;
  const own = aggregateOf(expr);
  return own?.arg?.kind === 'column' ? `${own.fn}_${own.arg.column}` : 'value';
}

/** `the average`, `that total`: a function that was computed before. */
function functionIn(
  question: Question,
  from: number,
  to: number,
  query: SelectQuery,
): SelectItem | null {
  const at = question.is(from, said.SHOWN_FUNCTION) ? from + 1 : from;
  const match = question.phrase(at, question.language.aggregates);
  const [number, second] = numbersIn(query);
  const own = number && !second ? aggregateOf(number) : null;
  if (!match || match.to !== to || !own || own.fn !== match.means) return null;
  return { expr: renamed(number!, query), as: own.fn };
}

/** An expression that is read once more, with aliases of its own. */
function renamed(expr: Expr, query: SelectQuery): Expr {
  if (expr.kind !== 'subquery' || expr.query.kind !== 'select') return expr;
  if (query.select.some((item) => same(item.expr, expr))) return expr;
  const aliases = new Aliases(aliasesIn(query));
  const inner = new Map(
    sourcesOf(expr.query).map(({ alias, table }) => [alias, aliases.next(table)]),
  );
  return withAliases(expr, (alias) => inner.get(alias) ?? alias);
}

/** The numbers that a query computes of its rows: shown, ranked or bounded by. */
function numbersIn({ select, orderBy, having, where }: SelectQuery): readonly Expr[] {
  const bounded = [...having, ...where].flatMap((one) =>
    one.kind === 'compare' ? [one.left, one.right] : [],
  );
  const found = [
    ...select.map(({ expr }) => expr),
    ...orderBy.map(({ expr }) => expr),
    ...bounded.filter((expr) => aggregateOf(expr) !== null && isOfRow(expr)),
  ].filter((expr) => aggregateOf(expr) !== null);
  return found.filter((one, at) => found.findIndex((other) => isAlike(other, one)) === at);
}

/** Whether a subquery is of each row, rather than of all. */
const isOfRow = (expr: Expr): boolean =>
  expr.kind !== 'subquery' ||
  (expr.query.kind === 'select' && columnsOutside(expr.query).length > 0);

function columnsOutside(query: SelectQuery): readonly string[] {
  const own = new Set(sourcesOf(query).map(({ alias }) => alias));
  return [...aliasesIn(query.where)].filter((alias) => !own.has(alias));
}

/** Whether two numbers are one, whatever their tables are called within. */
export const isAlike = (one: Expr, other: Expr): boolean =>
  JSON.stringify(plainly(one)) === JSON.stringify(plainly(other));

function plainly(expr: Expr): Expr {
  if (expr.kind !== 'subquery' || expr.query.kind !== 'select') return expr;
  const sources = tablesByAlias(expr.query);
  return withAliases(expr, (alias) => sources.get(alias) ?? alias);
}

/** What a number is computed by: an aggregate, or one that a subquery shows. */
export function aggregateOf(expr: Expr): Aggregate | null {
  if (expr.kind === 'aggregate') return expr;
  if (expr.kind !== 'subquery' || expr.query.kind !== 'select') return null;
  const [item, second] = expr.query.select;
  return item?.expr.kind === 'aggregate' && !second ? item.expr : null;
}

const isCount = (expr: Expr): boolean => aggregateOf(expr)?.fn === 'count';

function countedIn(query: SelectQuery): Expr | null {
  const [counted, second] = numbersIn(query).filter(isCount);
  return counted && !second ? counted : null;
}

/** The table whose rows a number counts; null where that is not clear. */
function countedTable(counted: Expr, query: SelectQuery, schema: Schema): string | null {
  const own =
    counted.kind === 'subquery' && counted.query.kind === 'select' ? counted.query : query;
  const arg = aggregateOf(counted)?.arg ?? null;
  if (arg?.kind === 'column') return tablesByAlias(own).get(arg.alias) ?? null;
  return arg === null && isReadOnce(own, schema) ? own.from.table : null;
}

/** `how many trips did they make`, `number of trips`: rows that are counted are what is asked of. */
function isCountOf(
  question: Question,
  from: number,
  to: number,
  counted: Expr,
  query: SelectQuery,
  schema: Schema,
): boolean {
  const table = countedTable(counted, query, schema);
  const named = question
    .refs(from)
    .toSorted((one, other) => other.to - one.to)
    .find(({ options }) => options.some((one) => one.kind === 'table' && one.table === table));
  const start = named?.to ?? from;
  return range(start, to).every(
    (at) =>
      question.is(at, said.SHOWN_IDLE) ||
      question.is(at, question.language.functionWords.happening) ||
      isVerbAgain(question, at, from),
  );
}

/** What rows are ranked by, where their first ones are asked. */
const pickedBy = ({ limit, orderBy }: SelectQuery): Expr | null =>
  limit ? (orderBy[0]?.expr ?? null) : null;

/** Columns of rows that are compared with something. */
const comparedIn = ({ query, alias }: AskedRows): readonly ColumnRef[] =>
  query.where.flatMap((one) =>
    one.kind === 'compare' && one.left.kind === 'column' && one.left.alias === alias
      ? [one.left]
      : [],
  );

/** `how much are they`: what is paid for rows, or the amount that they are ranked by. */
function amountIn(question: Question, rows: AskedRows, schema: Schema): Expr | null {
  const { query } = rows;
  const picked = pickedBy(query);
  const found = picked ? [picked] : comparedIn(rows);
  const [only, second] = found;
  if (!only || second || !isAmount(only, query, schema)) return null;
  const isPlainRank = question.tokens.some((_, at) => {
    const rank = question.phrase(at, question.language.rankings);
    return rank !== null && rank.means.of.length === 0 && !rank.means.time;
  });
  return (picked && isPlainRank) || isCalled(only, query, schema, PRICES) ? only : null;
}

/** Whether a number is one of an amount: no count, no time and no key. */
function isAmount(expr: Expr, query: SelectQuery, { tables }: Schema): boolean {
  if (aggregateOf(expr) !== null) return !isCount(expr) && isOfRow(expr);
  const found = columnBehind(expr, tablesByAlias(query), tables)?.column;
  return found != null && isNumeric(found.type) && found.kind !== 'identifier' && !isTime(found);
}

/** Whether a column is called by one of some words. */
function isCalled(
  expr: Expr,
  query: SelectQuery,
  { tables }: Schema,
  words: readonly string[],
): boolean {
  const found = columnBehind(expr, tablesByAlias(query), tables)?.column;
  return found != null && wordsOf(found.label).some((word) => words.includes(word));
}
