import type {
  AppliedValue,
  BoardFilter,
  FilterValue,
  NamedPeriod,
} from '#src/boards/filter-types.ts';
import { addDays, addUnits, type Day, type PeriodUnit, startOf } from '#src/planner/day.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import type { RowLimit } from '#src/plugin-api/row-clause.ts';
import type { RowLimits } from '#src/sql/guard-policy.ts';

/** How far back a named period reaches, in its unit, and how many of them it holds. */
const NAMED: Readonly<
  Record<NamedPeriod, readonly [unit: PeriodUnit, back: number, count: number]>
> = {
  this_month: ['month', 0, 1],
  last_month: ['month', 1, 1],
  this_quarter: ['quarter', 0, 1],
  last_quarter: ['quarter', 1, 1],
  this_year: ['year', 0, 1],
  last_year: ['year', 1, 1],
  // Whole days that are over: today's rows are still coming in.
  last_7_days: ['day', 7, 7],
  last_30_days: ['day', 30, 30],
  last_90_days: ['day', 90, 90],
  last_12_months: ['month', 12, 12],
};

/** A choice with its days, as they are today. */
export function appliedValue(value: FilterValue, today: Day): AppliedValue {
  if (!('period' in value)) return value;
  const [unit, back, count] = NAMED[value.period];
  const from = addUnits(startOf(unit, today), unit, -back);
  return { from, to: addDays(addUnits(from, unit, count), -1) };
}

/** Whether a choice is one that a filter of this kind can have. */
export const fits = ({ kind }: Pick<BoardFilter, 'kind'>, value: AppliedValue): boolean =>
  (kind === 'values') === 'values' in value;

/** What a choice demands of a column: one condition of each list. Rows without a date lie in no period. */
function conditionsOf(column: string, value: AppliedValue): readonly (readonly RowLimit[])[] {
  if ('values' in value) return [value.values.map((one) => ({ column, op: '=', value: one }))];
  const { from, to } = value;
  return [
    ...(from === null ? [] : [[{ column, op: '>=', value: from } as const]]),
    ...(to === null ? [] : [[{ column, op: '<', value: addDays(to, 1) } as const]]),
  ];
}

/** Choices of several filters as the conditions of the tables that they narrow. */
export function limitsOf(
  applied: readonly { readonly columns: readonly BaseColumn[]; readonly value: AppliedValue }[],
): RowLimits {
  const limits = new Map<string, readonly (readonly RowLimit[])[]>();
  for (const { columns, value } of applied)
    for (const { table, column } of columns)
      limits.set(table, [...(limits.get(table) ?? []), ...conditionsOf(column, value)]);
  return limits;
}
