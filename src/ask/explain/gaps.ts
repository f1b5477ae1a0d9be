import { capital } from '#src/ask/words.ts';
import { rangeOfFilters } from '#src/check/timeline.ts';
import { addDays, addUnits, type Day, isDay, type PeriodUnit, startOf } from '#src/planner/day.ts';
import type { ExprFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { CollectedResult } from '#src/results/types.ts';
import { isDatePart } from '#src/sql/date-parts.ts';
import { identical, shownAt } from '#src/sql/nodes.ts';

const UNITS: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'week', 'day']);

/**
 * That periods without rows are not among the rows, where some are missing or may have been the lowest; empty where
 * there is nothing to say. `today`: periods after it are not missed.
 */
export function gapsText(facts: QueryFacts, result: CollectedResult, today: Day): string {
  const { groupBy, orderBy, limit } = facts.root;
  const [group, second] = groupBy;
  if (!group || second || !isPeriod(group)) return '';
  const unit = group.dateUnit as PeriodUnit;
  if (limit !== null)
    return orderBy[0]?.direction === 'asc' && !isSortedBy(facts, group)
      ? `${capital(unit)}s without rows aren't compared.`
      : '';
  return misses(facts, result, group, today) ? `${capital(unit)}s without rows aren't shown.` : '';
}

const isPeriod = ({ dateUnit, node, columns }: ExprFacts) =>
  UNITS.has(dateUnit ?? '') && !isDatePart(node) && columns.length === 1;

function isSortedBy({ root: { orderBy } }: QueryFacts, { node }: ExprFacts): boolean {
  const [first] = orderBy;
  return first !== undefined && identical(first.expr.node, node);
}

function misses(
  { root }: QueryFacts,
  result: CollectedResult,
  { node, columns, dateUnit }: ExprFacts,
  today: Day,
): boolean {
  const at = shownAt(node, root.outputs);
  if (at < 0 || !result.totalRowsExact || result.rows.length < result.totalRows) return false;
  const unit = dateUnit as PeriodUnit;
  const found = new Set(
    result.rows.flatMap((row) => {
      const day = String(row[at] ?? '').slice(0, 10);
      return isDay(day) ? [startOf(unit, day)] : [];
    }),
  );
  if (found.size === 0 || root.having.length > 0) return false;
  const [column] = columns;
  const range = rangeOfFilters(
    root.filters.filter(
      (one) => one.column?.table === column!.table && one.column.column === column!.column,
    ),
  );
  const days = [...found].sort();
  const first = range.from === null ? days[0]! : startOf(unit, range.from);
  const end = range.to === null ? days.at(-1)! : startOf(unit, addDays(range.to, -1));
  const last = [end, startOf(unit, today)].sort()[0]!;
  // Before the count could run far: as many periods as rows are enough to see that one is missing.
  let expected = first;
  for (let count = 0; count < found.size; count++) {
    if (expected > last) return false;
    if (!found.has(expected)) return true;
    expected = addUnits(first, unit, count + 1);
  }
  return expected <= last;
}
