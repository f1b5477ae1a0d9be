import { same } from '#src/planner/compile/finish.ts';
import { sourcesOf } from '#src/planner/select-blocks.ts';
import type { Expr, OrderItem, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import type { ReadOne } from '#src/read/composed/parts.ts';
import { dateOf } from '#src/read/composed/row-dates.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { isTime } from '#src/read/times.ts';

/** An order that ends a question. */
interface ListedOrder {
  /** The token that it begins at. */
  readonly from: number;
  readonly direction: OrderItem['direction'];
  /** Of times, of numbers, or of whatever is put in order. */
  readonly of: 'time' | 'number' | 'any';
}

/**
 * `Orders per month, newest first`, `employees per department, largest first`: what the question without its end asks for,
 * put in order by the only time or number that it shows.
 */
export const readListedOrder: ReadOne = (question, plan, schema) => {
  const order = orderAtEnd(question);
  const planned = order && plan(question.textOf(0, order.from));
  if (planned?.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = planned;
  if (query.limit !== null || query.having.length > 0 || query.distinct) return null;
  const { direction } = order!;
  const isPlain = query.groupBy.length === 0;
  const by = keyOf(query, order!, schema);
  const own = !by && isPlain && order!.of === 'time' ? dateOfRows(query, schema) : null;
  const expr = by ?? own?.expr;
  if (!expr) return null;
  const ties = isPlain
    ? []
    : query.orderBy.filter((one) => !same(one.expr, expr) && !isNumber(one.expr));
  return {
    query: {
      ...query,
      select: own ? [...query.select, own] : query.select,
      orderBy: [{ expr, direction }, ...ties],
    },
    assumptions: own ? [...assumptions, `Sorted by ${own.label}.`] : assumptions,
    confidence,
  };
};

function orderAtEnd(question: Question): ListedOrder | null {
  const { endsOrder, orderSigns } = question.language.everyday;
  const last = question.lastWord;
  for (let from = Math.max(1, last - LONGEST); from <= last; from++) {
    const sign = orderSigns.find(({ phrase }) => question.starts(from, phrase));
    if (sign && from + sign.phrase.length === last + 1)
      return { from: beforeMark(from, question), direction: sign.means, of: 'any' };
    const ranking = question.phrase(from, question.language.rankings);
    if (!ranking || ranking.to !== last || !question.is(last, endsOrder)) continue;
    const { direction, of, time, since } = ranking.means;
    if (of.length > 0 && !since) return null;
    const isOfTimes = time === true || since !== undefined;
    // The oldest have the earliest dates.
    const turned = direction === 'desc' ? 'asc' : 'desc';
    return {
      from: beforeMark(from, question),
      direction: since ? turned : direction,
      of: isOfTimes ? 'time' : 'number',
    };
  }
  return null;
}

/** Words of an order, at the most, before its last. */
const LONGEST = 4;

const beforeMark = (at: number, question: Question): number =>
  question.isPunctuation(at - 1) ? at - 1 : at;

const isNumber = ({ kind }: Expr): boolean =>
  kind === 'aggregate' || kind === 'arithmetic' || kind === 'fragment' || kind === 'subquery';

/** The date of rows that are listed, which is shown then. */
function dateOfRows(
  { from }: SelectQuery,
  { tables }: Schema,
): (SelectItem & { readonly label: string }) | null {
  const date = dateOf(tables.get(from.table)!);
  return (
    date && {
      ...{ expr: { kind: 'column', alias: from.alias, column: date.name }, as: date.name },
      label: date.label,
    }
  );
}

/** The only expression of a kind that a query shows: of groups their number or their time, of rows a column. */
function keyOf(query: SelectQuery, { of }: ListedOrder, schema: Schema): Expr | null {
  const shown = query.select.map(({ expr }) => expr);
  const isGrouped = query.groupBy.length > 0;
  const times = shown.filter(
    (expr) => expr.kind === 'bucket' || (expr.kind === 'column' && isTimeColumn(expr)),
  );
  const numbers = shown.filter(isNumber);
  function isTimeColumn({ alias, column }: Extract<Expr, { kind: 'column' }>): boolean {
    const source = sourcesOf(query).find((one) => one.alias === alias);
    const own = schema.tables.get(source?.table ?? '')?.columns.find(({ name }) => name === column);
    return own !== undefined && isTime(own);
  }
  if (!isGrouped && of !== 'time') return null;
  const [key, second] = of === 'time' ? times : numbers;
  return key && !second ? key : null;
}
