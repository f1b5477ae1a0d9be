import type { SpendTotalRow } from '#src/store/schema.ts';

export type Period = SpendTotalRow['period'];

/** How each period is cut out of time; a new one is a row here, and a name in the schema of the store. */
const CUTS: Readonly<
  Record<Period, { first(instant: string): string; addOne(day: Date): unknown }>
> = {
  month: {
    first: (instant) => `${instant.slice(0, 7)}-01`,
    addOne: (day) => day.setUTCMonth(day.getUTCMonth() + 1),
  },
  day: {
    first: (instant) => instant.slice(0, 10),
    addOne: (day) => day.setUTCDate(day.getUTCDate() + 1),
  },
};

export const PERIODS = Object.keys(CUTS) as readonly Period[];

/** First day (UTC) of the period that an instant lies in, e.g. `2026-02-01`; takes ISO 8601 text. */
export function periodStart(instant: string, period: Period): string {
  return CUTS[period].first(instant);
}

/** First day (UTC) of the period after the one that an instant lies in; takes ISO 8601 text. */
export function nextPeriodStart(instant: string, period: Period): string {
  const next = new Date(`${periodStart(instant, period)}T00:00:00Z`);
  CUTS[period].addOne(next);
  return next.toISOString().slice(0, 10);
}
