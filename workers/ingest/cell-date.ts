/** Which of two small numbers is the day. */
export type DateOrder = 'dmy' | 'mdy';

export const DMY = 1;
export const MDY = 2;

/** An instant or a day as written. */
export interface DateCell {
  /** The readings that give a day of the calendar: DMY, MDY; both where the text leaves no choice (ISO, month names). */
  readonly readings: number;
  /** ISO days under each reading; null where it gives none. */
  readonly dmy: string | null;
  readonly mdy: string | null;
  /** Year written with two digits. */
  readonly shortYear: boolean;
  /** Whether the text is a day as ISO 8601 writes it. */
  readonly iso: boolean;
  /** Between the parts of a numeric day; empty where the month has a name. */
  readonly separator: string;
  /** Null: a day alone. */
  readonly time: TimeCell | null;
  /** Minutes east of UTC; null where no zone is written. */
  readonly offset: number | null;
}

export interface TimeCell {
  /** `HH:MM:SS` or `HH:MM:SS.ffffff`. */
  readonly text: string;
  readonly midnight: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';
const NUMERIC = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/;
const DAY_FIRST = new RegExp(
  `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s/-]*${MONTH}[\\s,/-]*(\\d{4}|(?<=[\\s,/-])\\d{2})$`,
  'i',
);
const MONTH_FIRST = new RegExp(
  `^${WEEKDAY}${MONTH}[\\s-]*(\\d{1,2})(?:st|nd|rd|th)?[\\s,-]+(\\d{4}|\\d{2})$`,
  'i',
);
const TAIL =
  /^(.*?\d)(?:T|,?\s+)(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s*[ap]\.?m\.?)?)\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?$/i;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?$/i;

/** Reads the text of a cell (trimmed, not empty) as a day or an instant; null where it is none. */
export function readDate(text: string): DateCell | null {
  if (text.length < 6 || text.length > 60) return null;
  if (!text.includes(':')) return readDay(text, null, null);
  const tail = TAIL.exec(text);
  if (!tail) return null;
  const time = readTime(tail[2]!);
  return time && readDay(tail[1]!.trimEnd(), time, offsetOf(tail[3]));
}

function readDay(text: string, time: TimeCell | null, offset: number | null): DateCell | null {
  const rest = { time, offset };
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [, a, separator, b, c] = numeric as unknown as [string, string, string, string, string];
    if (a.length === 4) {
      const day = c.length < 3 ? isoDay(Number(a), Number(b), Number(c)) : null;
      const iso = separator === '-' && b.length === 2 && c.length === 2;
      return day === null ? null : { ...certain(day), iso, separator, ...rest };
    }
    return numericDay(a, b, c, separator, rest);
  }
  const byDay = DAY_FIRST.exec(text);
  if (byDay) return namedDay(byDay[1]!, byDay[2]!, byDay[3]!, rest);
  const byMonth = MONTH_FIRST.exec(text);
  return byMonth ? namedDay(byMonth[2]!, byMonth[1]!, byMonth[3]!, rest) : null;
}

type Rest = Pick<DateCell, 'time' | 'offset'>;

function numericDay(
  a: string,
  b: string,
  c: string,
  separator: string,
  rest: Rest,
): DateCell | null {
  if (a.length > 2 || (c.length !== 4 && c.length !== 2)) return null;
  // 1.2.24 is a version number as well as a day.
  if (separator === '.' && c.length === 2 && (a.length !== 2 || b.length !== 2)) return null;
  const year = fullYear(c);
  const dmy = isoDay(year, Number(b), Number(a));
  const mdy = isoDay(year, Number(a), Number(b));
  if (dmy === null && mdy === null) return null;
  return {
    readings: (dmy ? DMY : 0) | (mdy ? MDY : 0),
    dmy,
    mdy,
    shortYear: c.length === 2,
    iso: false,
    separator,
    ...rest,
  };
}

function namedDay(day: string, month: string, year: string, rest: Rest): DateCell | null {
  const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const iso = isoDay(fullYear(year), at, Number(day));
  if (iso === null) return null;
  return { ...certain(iso), shortYear: year.length === 2, separator: '', ...rest };
}

const certain = (day: string) => ({
  readings: DMY | MDY,
  dmy: day,
  mdy: day,
  shortYear: false,
  iso: false,
});

/** POSIX (strptime %y): 69 to 99 are in the 20th century, 00 to 68 in the 21st. */
function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 69 ? 2000 : 1900);
}

/** The ISO day, or null where the calendar has no such day. */
function isoDay(year: number, month: number, day: number): string | null {
  if (year < 1 || year > 9999 || !inCalendar(year, month, day)) return null;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the (proleptic) Gregorian calendar has the day. */
function inCalendar(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && leap ? 29 : DAYS[month - 1]!);
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value));

/** Whether a text is a day of the calendar as ISO 8601 writes it: the frequent case, without a regular expression. */
export function isIsoDay(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  const year = digits(text, 0, 4);
  return year > 0 && inCalendar(year, digits(text, 5, 7), digits(text, 8, 10));
}

/** The day that eight digits are, 20240105, as ISO 8601 writes it; null where the calendar has none of 1900 to 2099. */
export function compactDay(text: string): string | null {
  if (text.length !== 8) return null;
  const year = digits(text, 0, 4);
  if (year < 1900 || year > 2099) return null;
  return isoDay(year, digits(text, 4, 6), digits(text, 6, 8));
}

/** Days that spreadsheets write as numbers where a format was lost: 1980 to 2069, behind the numbers that yyddd gives. */
export const FIRST_SERIAL = 29_221;
export const LAST_SERIAL = 62_091;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

/** The day, or the instant where there is a fraction, of a number as spreadsheets count days: 45660 → 2025-01-03. */
export function serialDay(text: string, withTime: boolean): string | null {
  const seconds = Math.round(Number(text) * 86_400);
  if (Number.isNaN(seconds)) return null;
  const iso = new Date(SERIAL_EPOCH + seconds * 1000).toISOString();
  return withTime ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : iso.slice(0, 10);
}

/** The number in the digits from `from` to before `to`; negative where another character is among them. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Reads a time of the day; null where it is none, or finer than a microsecond. */
export function readTime(text: string): TimeCell | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, hours = '', minutes = '', seconds = '00', fraction = '', half] = match;
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const micros = fraction.replace(/0+$/, '');
  if (micros.length > 6) return null;
  const clock = `${two(hour)}:${minutes}:${seconds}`;
  return {
    text: micros === '' ? clock : `${clock}.${micros}`,
    midnight: clock === '00:00:00' && micros === '',
  };
}

function offsetOf(zone: string | undefined): number | null {
  if (!zone) return null;
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

/** `YYYY-MM-DD HH:MM:SS[.ffffff]`, moved to UTC where a zone was written. */
export function isoInstant(day: string, time: TimeCell | null, offset: number | null): string {
  const clock = time?.text ?? '00:00:00';
  if (!offset) return `${day} ${clock}`;
  const [whole = '', fraction] = clock.split('.');
  const moved = new Date(Date.parse(`${day}T${whole}Z`) - offset * 60_000).toISOString();
  const text = `${moved.slice(0, 10)} ${moved.slice(11, 19)}`;
  return fraction ? `${text}.${fraction}` : text;
}
