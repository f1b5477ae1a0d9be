import { lookupTable } from '#src/sql/lookup-table.ts';
import { failed } from './numbers.ts';

/**
 * Dates are texts `YYYY-MM-DD`, instants `YYYY-MM-DDTHH:MM:SS[.ffffff]` without zone: texts that sort as what they
 * mean. Proleptic Gregorian calendar, years 1 to 9999.
 */
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?$/;
const DAY_MS = 86_400_000;

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

interface Parts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** `HH:MM:SS[.ffffff]`; midnight of a date. */
  readonly time: string;
}

function partsOf(value: string): Parts {
  return {
    year: Number(value.slice(0, 4)),
    month: Number(value.slice(5, 7)),
    day: Number(value.slice(8, 10)),
    time: value.length > 10 ? value.slice(11) : '00:00:00',
  };
}

/** Days since 1970-01-01. */
function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS;
}

const dayOf = (value: string) => {
  const { year, month, day } = partsOf(value);
  return dayNumber(year, month, day);
};

function dateOfDay(day: number): string {
  const date = new Date(day * DAY_MS);
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9_999)) return failed('A date in this query is out of range.');
  return `${pad(year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
}

/** 1 (Monday) to 7. */
const isoWeekday = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

const daysInMonth = (year: number, month: number) =>
  dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);

/** Whether a text is a date that exists. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const { year, month, day } = partsOf(text);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function isTimestamp(text: string): boolean {
  return (
    TIMESTAMP.test(text) &&
    isDate(text.slice(0, 10)) &&
    /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(text.slice(11))
  );
}

/** An instant as it is kept: `T` between, no zeros at the end of the second. */
export const canonicalTimestamp = (text: string) =>
  text
    .replace(' ', 'T')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

const instant = (date: string, time = '00:00:00') => `${date}T${time}`;

/** The start of the period, as an instant. */
export function truncate(unit: string, value: string): string {
  const { year, month, day, time } = partsOf(value);
  const date = (y: number, m: number, d: number) => `${pad(y, 4)}-${pad(m)}-${pad(d)}`;
  switch (unit) {
    case 'year':
      return instant(date(year, 1, 1));
    case 'quarter':
      return instant(date(year, month - ((month - 1) % 3), 1));
    case 'month':
      return instant(date(year, month, 1));
    case 'week': {
      const number = dayNumber(year, month, day);
      return instant(dateOfDay(number - isoWeekday(number) + 1));
    }
    case 'day':
      return instant(date(year, month, day));
    case 'hour':
      return instant(date(year, month, day), `${time.slice(0, 2)}:00:00`);
    case 'minute':
      return instant(date(year, month, day), `${time.slice(0, 5)}:00`);
    case 'second':
      return instant(date(year, month, day), time.slice(0, 8));
    default:
      throw new RangeError(`not a unit of time: ${unit}`);
  }
}

/** A whole number read off an instant, as PostgreSQL's EXTRACT names it. */
export function part(name: string, value: string): number {
  const { year, month, day, time } = partsOf(value);
  switch (name) {
    case 'year':
      return year;
    case 'quarter':
      return Math.ceil(month / 3);
    case 'month':
      return month;
    case 'week':
      return isoWeek(value);
    case 'day':
      return day;
    case 'isodow':
      return isoWeekday(dayOf(value));
    case 'dow':
      return isoWeekday(dayOf(value)) % 7;
    case 'doy':
      return dayOf(value) - dayNumber(year, 1, 1) + 1;
    case 'hour':
      return Number(time.slice(0, 2));
    case 'minute':
      return Number(time.slice(3, 5));
    default:
      throw new RangeError(`not a date part: ${name}`);
  }
}

function isoWeek(value: string): number {
  const day = dayOf(value);
  const thursday = day - isoWeekday(day) + 4;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1;
}

export const addDays = (date: string, days: number) => dateOfDay(dayOf(date) + days);

export const daysBetween = (later: string, earlier: string) => dayOf(later) - dayOf(earlier);

const MONTHS: Readonly<Record<string, number>> = lookupTable({ year: 12, quarter: 3, month: 1 });
const DAYS: Readonly<Record<string, number>> = lookupTable({ week: 7, day: 1 });

/** An instant some periods later; the day of a shorter month is its last. */
export function addPeriods(value: string, count: number, unit: string): string {
  const { year, month, day, time } = partsOf(value);
  const months = MONTHS[unit];
  if (months !== undefined) {
    const at = year * 12 + (month - 1) + count * months;
    const [y, m] = [Math.floor(at / 12), (at % 12) + 1];
    if (!(y >= 1 && y <= 9_999)) return failed('A date in this query is out of range.');
    return instant(`${pad(y, 4)}-${pad(m)}-${pad(Math.min(day, daysInMonth(y, m)))}`, time);
  }
  const days = DAYS[unit];
  if (days !== undefined) return instant(addDays(value, count * days), time);
  if (unit !== 'hour') throw new RangeError(`not a unit of time: ${unit}`);
  const hours = Number(time.slice(0, 2)) + count;
  const rest = ((hours % 24) + 24) % 24;
  return instant(addDays(value, Math.floor(hours / 24)), `${pad(rest)}${time.slice(2)}`);
}

/** An instant in a format of PostgreSQL's `to_char`: YYYY, MM, DD, HH24, MI, SS, Q and signs between them. */
export function format(value: string, pattern: string): string {
  const { time } = partsOf(value);
  const fields: Readonly<Record<string, string>> = {
    YYYY: value.slice(0, 4),
    MM: value.slice(5, 7),
    DD: value.slice(8, 10),
    HH24: time.slice(0, 2),
    MI: time.slice(3, 5),
    SS: time.slice(6, 8),
    Q: String(part('quarter', value)),
  };
  return pattern.replaceAll(/YYYY|MM|DD|HH24|MI|SS|Q/g, (field) => fields[field]!);
}
