import { wordsOf } from '#src/catalog/name-keys.ts';
import { inEachBlock, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { endingUnit } from '#src/query/units.ts';
import { amountsTogether } from '#src/read/amounts-together.ts';
import { answeredBy, type Composed, type PlanOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `The region with the most dead and injured`: rows that are ranked by the sum of several amounts, which is told. Each of these must be
 * a whole number of one unit that all rows have.
 */
export function readAddedAmounts(
  question: Question,
  plan: PlanOne,
  { tables }: Schema,
): Composed | null {
  const together = amountsTogether(question);
  if (!together?.ranked) return null;
  const { table, columns, from, to } = together;
  const own = columns.map((name) => tables.get(table)?.columns.find((one) => one.name === name));
  const units = new Set(own.map((one) => one && endingUnit(wordsOf(one.label))));
  const areCounts = own.every((one) => one?.type === 'integer' && one.profile?.nullCount === 0);
  if (!areCounts || units.size > 1) return null;
  const dropped = Array.from({ length: to - from }, (_, index) => from + index);
  const words = question.withoutTokens(dropped);
  const answered = answeredBy(plan(words));
  if (!answered) return null;
  const [by] = columns;
  const isFirst = (expr: Expr, alias: string): boolean =>
    expr.kind === 'column' && expr.alias === alias && expr.column === by;
  let added = 0;
  const query = inEachBlock(answered.query, (block): SelectQuery => {
    const alias = [...tablesByAlias(block)].find(([, name]) => name === table)?.[0];
    if (alias === undefined) return block;
    const sumOf = (expr: Expr): Expr | null => {
      if (isFirst(expr, alias))
        return sumOfAll(columns.map((column) => ({ kind: 'column', alias, column })));
      if (expr.kind !== 'aggregate' || expr.fn !== 'sum' || !expr.arg || !isFirst(expr.arg, alias))
        return null;
      return sumOfAll(
        columns.map((column) => ({ ...expr, arg: { kind: 'column', alias, column } })),
      );
    };
    const [order, ...others] = block.orderBy;
    const sum = order && sumOf(order.expr);
    if (!sum) return block;
    added++;
    return { ...block, orderBy: [{ ...order, expr: sum }, ...others] };
  });
  if (added !== 1) return null;
  const labels = own.map((one) => one!.label);
  const told = `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)} are added up.`;
  return { ...answered, query, assumptions: [...answered.assumptions, told], heldTo: words };
}

const sumOfAll = (terms: readonly Expr[]): Expr =>
  terms.reduce((left, right) => ({ kind: 'arithmetic', op: '+', left, right }));
