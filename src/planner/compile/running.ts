import { overTime } from '#src/catalog/over-time.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import { isTime } from '#src/planner/compile/group-order.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Expr, SelectItem } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';

/**
 * `running total of sales by month`: each period with what it and those before it come to, anew for each of the other
 * groups. Throws `Declined` where the numbers of the periods do not add up.
 */
export function runningItem(
  builder: Builder,
  item: Item,
  { expr, as }: SelectItem,
  scope: Scope,
  groupBy: readonly Expr[],
): SelectItem {
  const { context, frame } = builder;
  const { text } = item.thing.of;
  const [time, second] = groupBy.filter((key) => isTime(key, scope, builder));
  if (!time || second)
    throw new Declined(
      'unsupported_question',
      'A running total needs a period. Add one, for example "by month".',
      text,
    );
  if (frame.limit !== null || frame.order.length > 0 || frame.frequency !== null)
    throw new Declined(
      'unsupported_question',
      'A running total always follows the order of its periods. Ask without another sort order.',
      text,
    );
  const adds =
    expr.kind === 'fragment'
      ? expr.additive === true
      : expr.kind === 'aggregate' && FUNCTIONS[expr.fn].combine === 'sum' && !expr.distinct;
  const [column] = item.columns ?? [];
  if (!adds || (column?.kind === 'measure' && overTime(column) === 'state'))
    throw new Declined(
      'unsupported_question',
      `"${text}" can't be added up from one period to the next.`,
      text,
    );
  const counted = context.table(item.table).label.replaceAll(' ', '_');
  const over = as === 'count' ? counted : as.replace(/^total_/, '');
  context.assume('The running total starts with the first period shown.');
  return {
    expr: {
      kind: 'window',
      fn: 'running_sum',
      arg: expr,
      partitionBy: groupBy.filter((key) => key !== time),
      orderBy: [{ expr: time, direction: 'asc' }],
    },
    as: `running_total_of_${over}`,
  };
}
