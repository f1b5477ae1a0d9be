const DAY_MS = 86_400_000;

/** The time of day of an instant, in the reader's zone: `09:24`. */
export const clockText = (at: number, lang: string): string =>
  new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );

/** An instant of the service (ISO 8601, UTC, with or without its `Z`) in milliseconds. */
export const instantOf = (text: string): number =>
  Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);

export type Age = 'today' | 'yesterday' | 'week' | 'earlier';

/** How long ago an instant was, in days of the reader's calendar. */
export function ageOf(at: number, now: number): Age {
  const startOfDay = (instant: number) => new Date(instant).setHours(0, 0, 0, 0);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 7 ? 'week' : 'earlier';
}

/** A duration in milliseconds as people read it: `65 ms`, `1.2 s`. */
export function durationText(ms: number, lang: string): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(ms / 1_000)} s`;
}
