import type { SeriesUnit } from '#src/ask/analytics/question.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import {
  countUnits,
  type DataRange,
  dataEnd,
  type Window,
  windowName,
} from '#src/ask/analytics/windows.ts';
import { addDays, addUnits, type Day, startOf } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';

/** Fewer whole months than these are looked at by week, fewer weeks by day. */
const ENOUGH = 8;
/** Days without data at an end that do not make a period unfinished. */
const QUIET_DAYS = 3;

/** The whole units of a period (or of all data) that are over, and the unit where none is named. */
export function seriesWindow(
  period: Period | null,
  asked: SeriesUnit | null,
  range: DataRange,
): { window: Window; unit: SeriesUnit; assumptions: readonly string[] } {
  const { first, last } = range;
  const end = addDays(dataEnd(range), 1);
  const from = period?.from && period.from > first ? period.from : first;
  const to = period?.to && period.to < end ? period.to : end;
  if (from >= to)
    throw unsupported(
      `The data covers ${first} to ${last}, so that period has no rows. Choose another period.`,
    );
  const unit = asked ?? unitFor({ from, to });
  const window = wholeUnits({ from, to }, unit, period, addDays(range.today, 1));
  const assumptions = [
    ...(asked === null ? [`Analyzed by ${unit}.`] : []),
    ...(window.from !== from || window.to !== to
      ? [`Only complete ${unit}s are used: ${windowName(window)}.`]
      : []),
  ];
  return { window, unit, assumptions };
}

/** The longest unit that a time has enough of. */
export const unitFor = (window: Window): SeriesUnit =>
  (['month', 'week'] as const).find((one) => isEnough(window, one)) ?? 'day';

const isEnough = ({ from, to }: Window, unit: 'month' | 'week') =>
  countUnits({ from: startOf(unit, from), to: startOf(unit, to) }, unit) >= ENOUGH;

/** Cuts off the units at both ends that the data do not fill. */
function wholeUnits(
  { from, to }: Window,
  unit: SeriesUnit,
  period: Period | null,
  tomorrow: Day,
): Window {
  const start = startOf(unit, from);
  const isBegun = from <= addDays(start, QUIET_DAYS) && period?.from !== from;
  const first = start === from || isBegun ? start : addUnits(start, unit, 1);
  const end = startOf(unit, to);
  const next = addUnits(end, unit, 1);
  // Days without rows at the end of the data may be quiet ones; days to come aren't.
  const isOver = next <= addDays(to, QUIET_DAYS) && next <= tomorrow;
  const last = end !== to && isOver ? next : end;
  if (first >= last)
    throw unsupported(`That period contains no complete ${unit}. Ask for a longer one.`);
  return { from: first, to: last };
}
