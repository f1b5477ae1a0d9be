import type { SpendTotalRow } from '#src/store/schema.ts';

export type Period = SpendTotalRow['period'];

export const PERIODS: readonly Period[] = ['month', 'day'];

/** First day (UTC) of the period that an instant lies in, e.g. `2026-02-01`; takes ISO 8601 text. */
export function periodStart(instant: string, period: Period): string {
  return period === 'month' ? `${instant.slice(0, 7)}-01` : instant.slice(0, 10);
}

/** Midnight UTC of the 1st of the next month. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
