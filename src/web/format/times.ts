/** 3 Mar 2025 rather than Mar 3, 2025, where English is not of a country that says otherwise. */
const written = (lang: string): string => (/^en(-US)?$/i.test(lang) ? 'en-GB' : lang);

/** An instant of the service (ISO 8601, UTC, with or without its zone) as day and time of the reader: `3 Mar 2025, 09:24`. */
export function dayTime(instant: string, lang: string): string {
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(instant) ? instant : `${instant}Z`);
  if (Number.isNaN(at)) return instant;
  return new Intl.DateTimeFormat(written(lang), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** A calendar day, `2025-03-03`, as `3 Mar 2025`. */
export function dayText(day: string, lang: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  return new Intl.DateTimeFormat(written(lang), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at);
}

/** The day in UTC so many days from `now` (milliseconds): `2025-03-03`. */
export const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(0, 10);

export const countText = (count: number, lang: string): string =>
  new Intl.NumberFormat(lang).format(count);

/** US dollars: two decimals, three significant digits below one cent. */
export const dollarText = (amount: number, lang: string): string =>
  new Intl.NumberFormat(lang, {
    style: 'currency',
    currency: 'USD',
    ...(amount !== 0 && Math.abs(amount) < 0.01
      ? { maximumSignificantDigits: 3 }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  }).format(amount);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes as people read them: `1.2 MB`. */
export function bytesText(bytes: number, lang: string): string {
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < UNITS.length - 1) {
    value /= 1000;
    at += 1;
  }
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: UNITS[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  }).format(value);
}
