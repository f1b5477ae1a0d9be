import type { SpendTotalRow } from '#src/store/schema.ts';

export type Period = SpendTotalRow['period'];

export const PERIODS: readonly Period[] = ['month', 'day'];

/** First day (UTC) of the period that an instant lies in, e.g. `2026-02-01`; takes ISO 8601 text. */
export function periodStart(instant: string, period: Period): string {
  return period === 'month' ? `${instant.slice(0, 7)}-01` : instant.slice(0, 10);
}

/** First day (UTC) of the period after the one that an instant lies in; takes ISO 8601 text. */
export function nextPeriodStart(instant: string, period: Period): string {
  const next = new Date(`${periodStart(instant, period)}T00:00:00Z`);
  if (period === 'month') next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
