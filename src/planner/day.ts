/** Days as ISO dates (`2026-07-31`), in the proleptic Gregorian calendar. */
export type Day = string;

export type PeriodUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

const MS = 86_400_000;

/** A day from its parts; the month may be any integer, the day too (day 0 is the last of the month before). */
export function day(year: number, month: number, dayOfMonth: number): Day {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  return date.toISOString().slice(0, 10);
}

/** Whether a bare number is rather a year than a number of rows. */
export const mayBeYear = (value: number): boolean =>
  Number.isInteger(value) && value > 1900 && value < 2100;

export const yearOf = (of: Day): number => Number(of.slice(0, 4));
export const monthOf = (of: Day): number => Number(of.slice(5, 7));
export const dayOfMonth = (of: Day): number => Number(of.slice(8, 10));

export function addDays(to: Day, days: number): Day {
  return new Date(Date.parse(to) + days * MS).toISOString().slice(0, 10);
}

/** Whole days from one day to another. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / MS);

/** The first day of the period that a day lies in; weeks start on Monday (ISO 8601). */
export function startOf(unit: PeriodUnit, of: Day): Day {
  const year = yearOf(of);
  const month = monthOf(of);
  switch (unit) {
    case 'year':
      return day(year, 1, 1);
    case 'quarter':
      return day(year, month - ((month - 1) % 3), 1);
    case 'month':
      return day(year, month, 1);
    case 'week':
      return addDays(of, -((new Date(`${of}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'day':
      return of;
  }
}

/** The day `count` units later; from the start of a period this is the start of another one. */
export function addUnits(to: Day, unit: PeriodUnit, count: number): Day {
  if (unit === 'day') return addDays(to, count);
  if (unit === 'week') return addDays(to, 7 * count);
  const months = unit === 'year' ? 12 * count : unit === 'quarter' ? 3 * count : count;
  const first = day(yearOf(to), monthOf(to) + months, 1);
  const last = dayOfMonth(day(yearOf(first), monthOf(first) + 1, 0));
  return day(yearOf(first), monthOf(first), Math.min(dayOfMonth(to), last));
}

/** Whether a text is a real day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, dayOf] = text.split('-').map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && dayOf >= 1 && day(year, month, dayOf) === text;
}

/** Making a formatter takes 0.3 ms, so one a time zone is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(timezone, made);
  return made;
}

/** The last day found in each time zone, with its minute. */
const lastFound = new Map<string, { readonly minute: number; readonly day: Day }>();

/** Today in a time zone. A day begins with a minute in all of them, so that it is looked up once a minute. */
function today(now: Date, timezone: string): Day {
  const minute = Math.floor(now.getTime() / 60_000);
  const last = lastFound.get(timezone);
  if (last?.minute === minute) return last.day;
  const found = formatterOf(timezone).format(now);
  lastFound.set(timezone, { minute, day: found });
  return found;
}

/** Which day it is for a catalog. */
export const dayFor = (
  { asOf, timezone }: { readonly asOf: Day | null; readonly timezone: string },
  now: Date,
): Day => asOf ?? today(now, timezone);
