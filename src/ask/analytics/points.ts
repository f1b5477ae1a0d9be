import type { Measure } from '#src/ask/analytics/measure.ts';
import type { SeriesUnit } from '#src/ask/analytics/question.ts';
import { type Series, WHOLE } from '#src/ask/analytics/series.ts';
import { quotientOf } from '#src/ask/analytics/statistics/contribution.ts';
import type { Window } from '#src/ask/analytics/windows.ts';
import { addUnits, type Day } from '#src/planner/day.ts';

export interface Point {
  /** Start of its unit. */
  readonly day: Day;
  readonly value: number | null;
}

/** A series without gaps: a unit without rows has a sum of 0, and no average. */
export function pointsOf(
  { members }: Series,
  { from, to }: Window,
  unit: SeriesUnit,
  kind: Measure['kind'],
): readonly Point[] {
  const parts = members.get(WHOLE);
  const points: Point[] = [];
  for (let day = from; day < to; day = addUnits(day, unit, 1)) {
    const part = parts?.get(day);
    points.push({ day, value: part ? quotientOf(part) : kind === 'sum' ? 0 : null });
  }
  return points;
}
