import { SSF } from 'xlsx';
import { clockText, DAY_MS } from '#workers/ingest/cell-block.ts';

/** What a number format makes of a number: a day, a length of time (`[h]:mm`), a code of fixed width (`00000`). */
export type NumberFormat =
  | { readonly kind: 'number' | 'date' | 'elapsed' | 'text' }
  | { readonly kind: 'zeros'; readonly zeros: number };

const NUMBER: NumberFormat = { kind: 'number' };
const DATE: NumberFormat = { kind: 'date' };
const ELAPSED: NumberFormat = { kind: 'elapsed' };
const TEXT: NumberFormat = { kind: 'text' };

/** Longer codes are not looked at (characters): Excel allows 255. */
const LONGEST_CODE = 1_024;
const known = new Map<string, NumberFormat>();
const MOST_KNOWN = 10_000;

/** The meaning of a format code (ECMA-376 18.8.31). */
export function formatOf(code: string): NumberFormat {
  const seen = known.get(code);
  if (seen) return seen;
  const format = decide(code.slice(0, LONGEST_CODE));
  if (known.size < MOST_KNOWN) known.set(code, format);
  return format;
}

function decide(code: string): NumberFormat {
  if (/^0{2,}$/.test(code)) return { kind: 'zeros', zeros: code.length };
  if (/\[[hms]+\]/i.test(code)) return ELAPSED;
  if (code === '@') return TEXT;
  return SSF.is_date(code) ? DATE : NUMBER;
}

/**
 * The meaning of a format by its number, where the workbook gives no code for it (ECMA-376 18.8.30): 27 to 36 and 50 to
 * 58 are dates of Chinese, Japanese and Korean, 46 is `[h]:mm:ss`.
 */
export function builtInFormat(id: number): NumberFormat {
  if (id === 46) return ELAPSED;
  if (id === 49) return TEXT;
  const isDate =
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    id === 45 ||
    id === 47 ||
    (id >= 50 && id <= 58);
  return isDate ? DATE : NUMBER;
}

const EPOCH_DAYS = Date.UTC(1899, 11, 30) / DAY_MS;
/** Days between the epochs of the two date systems (ECMA-376 18.17.4.1). */
const DAYS_1904 = 1_462;
/** The first serial number behind 9999-12-31. */
const END_OF_DAYS = 2_958_466;

/** A serial date: a day, an instant or a time of the day; null where it is none and stays a number. */
export type Moment =
  | { readonly kind: 'day'; readonly value: number }
  | { readonly kind: 'instant' | 'clock'; readonly value: number };

/** Reads a serial number; below 1 it is a time of the day. Excel has a 29 February 1900, which stays a number. */
export function momentOf(value: number, date1904: boolean): Moment | null {
  const serial = value + (date1904 ? DAYS_1904 : 0);
  if (serial < 0 || serial >= END_OF_DAYS || Math.floor(serial) === 60) return null;
  const milliseconds = wholeSeconds(Math.round(serial * DAY_MS));
  const days = Math.floor(milliseconds / DAY_MS);
  const clock = milliseconds - days * DAY_MS;
  if (days === 0) return { kind: 'clock', value: clock };
  const day = (days < 60 ? days + 1 : days) + EPOCH_DAYS;
  return clock === 0
    ? { kind: 'day', value: day }
    : { kind: 'instant', value: day * DAY_MS + clock };
}

/** Fractions of a day cannot hold most seconds exactly: a millisecond beside a whole second is that second. */
function wholeSeconds(milliseconds: number): number {
  const nearest = Math.round(milliseconds / 1000) * 1000;
  return Math.abs(milliseconds - nearest) <= 1 ? nearest : milliseconds;
}

/** A length of time in days as `HH:MM:SS`. */
export function elapsedText(days: number): string {
  const milliseconds = wholeSeconds(Math.round(Math.abs(days) * DAY_MS));
  return `${days < 0 ? '-' : ''}${clockText(milliseconds)}`;
}
