import type { Refresh } from '#src/files/types.ts';

const HOUR_MS = 3_600_000;

/** Time between two looks, milliseconds. */
export const REFRESH_MS: Readonly<Record<Refresh, number>> = {
  hourly: HOUR_MS,
  daily: 24 * HOUR_MS,
  weekly: 7 * 24 * HOUR_MS,
};
