import { utcDay, utcHour, utcMinute, utcMonth, utcYear } from 'd3-time';
import type { Grain } from './types.ts';

const STEPS = {
  year: (at: Date, count: number) => utcYear.offset(at, count),
  quarter: (at: Date, count: number) => utcMonth.offset(at, 3 * count),
  month: (at: Date, count: number) => utcMonth.offset(at, count),
  week: (at: Date, count: number) => utcDay.offset(at, 7 * count),
  day: (at: Date, count: number) => utcDay.offset(at, count),
  hour: (at: Date, count: number) => utcHour.offset(at, count),
  minute: (at: Date, count: number) => utcMinute.offset(at, count),
} as const;

/** The start of the period `count` later; null for grains that have no periods of one length. */
function stepBy(grain: Grain | null, at: number, count: number): number | null {
  if (grain === null || grain === 'weekday' || grain === 'second') return null;
  return STEPS[grain](new Date(at), count).getTime();
}

/** The start of the next period; null for grains that have no periods of one length. */
export const periodAfter = (grain: Grain | null, at: number): number | null => stepBy(grain, at, 1);

/** More periods than these between two rows are not filled in. */
const MOST_PERIODS = 5_000;

/**
 * Each period from the first to the last of `found` (sorted milliseconds), also those that are not among them. `found`
 * itself where the grain has no fixed periods, where they do not lie on its steps, or where there were too many.
 */
export function everyPeriod(grain: Grain | null, found: readonly number[]): readonly number[] {
  const first = found[0];
  const last = found.at(-1);
  if (first === undefined || last === undefined) return found;
  const all: number[] = [];
  for (let count = 0; count <= MOST_PERIODS; count++) {
    const at = stepBy(grain, first, count);
    if (at === null) return found;
    if (at > last) {
      const known = new Set(all);
      return found.every((one) => known.has(one)) ? all : found;
    }
    all.push(at);
  }
  return found;
}
