import { same } from '#src/planner/compile/finish.ts';
import type { Plan } from '#src/planner/plan.ts';
import { sourcesOf } from '#src/planner/select-blocks.ts';
import type { DateBucket, DateUnit, Expr } from '#src/plugin-api/query.ts';
import type { Composed, ReadOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { isTime } from '#src/read/times.ts';

/**
 * `Customers by signup year`, `orders per shipped month`: groups by a part of a date that is named by its other words. The
 * question is planned with the date, whose days are then taken together.
 */
export const readDateParts: ReadOne = (question, plan, schema) => {
  for (let at = 2; at < question.length; at++) {
    const unit = question.language.ofEach.units.get(question.word(at));
    if (!unit || question.refs(at - 1).some(({ to }) => to > at)) continue;
    // `guests by year`: no word says of which date.
    const { per } = question.language.ofEach;
    const isPlain = per.some((phrase) => question.starts(at - phrase.length, phrase));
    if (isPlain || question.isFunctionWord(at - 1)) continue;
    for (const head of question.language.everyday.dateHeads) {
      const planned = plan(saidWith(head, at, question));
      const found = planned.kind === 'query' && ofUnit(planned, unit, at, question, schema);
      if (found) return found;
    }
  }
  return null;
};

const saidWith = (head: string, at: number, question: Question): string =>
  [
    question.textOf(0, at),
    head,
    at < question.lastWord ? question.textOf(at + 1, question.lastWord + 1) : '',
  ]
    .join(' ')
    .trim();

function ofUnit(
  { query, assumptions, confidence }: Extract<Plan, { kind: 'query' }>,
  unit: DateUnit,
  at: number,
  question: Question,
  { tables }: Schema,
): Composed | null {
  if (query.kind !== 'select' || query.limit !== null) return null;
  const times = query.groupBy.filter((expr) => {
    if (expr.kind !== 'column') return false;
    const source = sourcesOf(query).find(({ alias }) => alias === expr.alias);
    const column = tables
      .get(source?.table ?? '')
      ?.columns.find(({ name }) => name === expr.column);
    return column !== undefined && isTime(column);
  });
  const [time, second] = times;
  if (!time || second) return null;
  const bucket: DateBucket = { kind: 'bucket', unit, arg: time };
  const put = (expr: Expr): Expr => (same(expr, time) ? bucket : expr);
  return {
    query: {
      ...query,
      groupBy: query.groupBy.map(put),
      select: query.select.map((item) =>
        same(item.expr, time) ? { expr: bucket, as: unit } : item,
      ),
      orderBy: query.orderBy.map((item) => ({ ...item, expr: put(item.expr) })),
    },
    assumptions: [
      ...assumptions,
      `"${question.textOf(at - 1, at + 1)}" is the ${unit} of that date.`,
    ],
    confidence,
  };
}
