import { comparedPeriods, typicalGap } from '#src/check/partial-period.ts';
import { measuredDays } from '#src/check/timeline.ts';
import {
  addDays,
  addUnits,
  type Day,
  daysBetween,
  type PeriodUnit,
  startOf,
} from '#src/planner/day.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/**
 * Starts of the first and last period of a result that hold only a part of it: today lies in it, the data begin or end
 * within it, or the question's own bounds cut it. What was measured over all rows is told only to who sees all.
 */
export function openPeriods(
  { root }: QueryFacts,
  catalog: Catalog,
  { today, seesAll }: { readonly today: Day; readonly seesAll: boolean },
): readonly Day[] {
  const period = comparedPeriods(root, catalog).find(({ isSole }) => isSole);
  if (!period) return [];
  const { unit, column, range } = period;
  const days = seesAll ? measuredDays(column) : null;
  const first = openFirst(unit, range.from, column, days);
  const last = openLast(unit, range.to, today, column, days);
  return [first, last].filter((one) => one !== null);
}

type Measured = { readonly first: Day; readonly last: Day } | null;

function openFirst(
  unit: PeriodUnit,
  from: Day | null,
  column: CatalogColumn,
  days: Measured,
): Day | null {
  const begins = days?.first ?? null;
  const isFiltered = from !== null && (begins === null || from > begins);
  const day = isFiltered ? from : begins;
  if (day === null) return null;
  const start = startOf(unit, day);
  if (isFiltered) return day > start ? start : null;
  return days && daysBetween(start, day) > typicalGap(column, days) ? start : null;
}

function openLast(
  unit: PeriodUnit,
  to: Day | null,
  today: Day,
  column: CatalogColumn,
  days: Measured,
): Day | null {
  const isCut = to !== null && (days === null || to <= days.last);
  const end = isCut ? addDays(to, -1) : (days?.last ?? null);
  const ofToday = startOf(unit, today);
  // Without what was measured, only today is known to lie in a period that is not over.
  if (end === null) return ofToday;
  const start = startOf(unit, end);
  const over = addUnits(start, unit, 1);
  if (isCut && to < over) return start;
  if (today >= start && today < addDays(over, -1)) return start;
  if (isCut || !days) return null;
  const missing = daysBetween(days.last, over) - 1;
  return missing > typicalGap(column, days) && days.last < today ? start : null;
}
