import { oneLine } from './text.ts';
import type { Cell, ColumnInfo, Grain } from './types.ts';
import { numberOf, timeOf } from './values.ts';
import { type Words, wordsOf } from './words.ts';

/** A tag that `Intl` takes; English for any other text. */
export function languageOf(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const formats = new Map<string, Intl.NumberFormat>();

export function numberFormat(lang: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${lang} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(lang, options);
  formats.set(key, made);
  return made;
}

/** A minus sign is as wide as a plus, a hyphen is not. */
export const withMinus = (text: string) => text.replace('-', '−');

const MOST_DECIMALS = 2;
const SMALL_DIGITS = 4;

/** Decimals that a number is written with; noise of binary fractions is none. */
function decimalsOf(cell: Cell | undefined): number {
  const value = numberOf(cell);
  if (value === null) return 0;
  const text = typeof cell === 'string' ? cell : String(Number(value.toPrecision(12)));
  const [, decimals = ''] = /\.(\d+)$/.exec(text) ?? [];
  return decimals.length;
}

export interface NumberText {
  /** `1,234.50`, `31.5%`: all that is known of it. */
  readonly full: (cell: Cell) => string;
  /** Decimals of each. */
  readonly digits: number;
  /** `+1,234.50`, `−3`. */
  readonly signed: (value: number) => string;
  /** `1.2k`, where the full text has no room. */
  readonly short: (value: number) => string;
}

/**
 * How the numbers of a column are written, all with the same decimals: as many as it has, at most two where one of them
 * is 1 or more, else four significant digits of the largest. What these would round to nothing keeps its digits.
 */
export function numberText(
  cells: readonly Cell[],
  { unit }: Pick<ColumnInfo, 'unit'>,
  lang: string,
): NumberText {
  const most = cells.reduce<number>((decimals, cell) => Math.max(decimals, decimalsOf(cell)), 0);
  const largest = cells.reduce<number>(
    (size, cell) => Math.max(size, Math.abs(numberOf(cell) ?? 0)),
    0,
  );
  const significant = SMALL_DIGITS - 1 - Math.floor(Math.log10(largest));
  const digits = Math.min(most, largest >= 1 || largest === 0 ? MOST_DECIMALS : significant);
  const after = unit === '%' ? (/^(?:de|fr|es|it|sv|nb|da|fi)\b/.test(lang) ? '\u00a0%' : '%') : '';
  const plain = numberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const small = numberFormat(lang, { maximumSignificantDigits: SMALL_DIGITS });
  const whole = (cell: Cell, value: number): string => {
    const size = Math.abs(value);
    if (size > 0 && size < 0.5 * 10 ** -digits) return small.format(value);
    // A decimal that is a text has more digits than a number holds.
    const isExact = typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell);
    return plain.format(isExact ? (cell as `${number}`) : value);
  };
  const full = (cell: Cell) => {
    const value = numberOf(cell);
    return value === null ? '' : `${withMinus(whole(cell, value))}${after}`;
  };
  const short = (value: number) => `${compact(value, lang, 1)}${after}`;
  const signed = (value: number) => `${value > 0 ? '+' : ''}${full(value)}`;
  return { full, digits, signed, short };
}

const LONGEST_COMPACT = 1e15;

function compact(value: number, lang: string, decimals: number): string {
  // Beyond trillions the short names of numbers end, and with them their shortness.
  const notation = Math.abs(value) >= LONGEST_COMPACT ? 'scientific' : 'compact';
  const options = { notation, maximumFractionDigits: decimals } as const;
  const text = withMinus(numberFormat(lang, options).format(value));
  return lang.startsWith('en') ? text.replace('K', 'k') : text;
}

/** Texts of ticks: short, and each another. */
export function tickTexts(ticks: readonly number[], lang: string): readonly string[] {
  // `−1,002` says more than `−1.002k`.
  const isSmall = ticks.every((tick) => Math.abs(tick) < 10_000);
  for (let decimals = 0; decimals <= (isSmall ? 1 : 2); decimals++) {
    const texts = ticks.map((tick) => compact(tick, lang, decimals));
    if (new Set(texts).size === texts.length && isLossless(ticks, lang, decimals)) return texts;
  }
  const format = numberFormat(lang, { maximumSignificantDigits: 6 });
  return ticks.map((tick) => withMinus(format.format(tick)));
}

/** Whether ticks lose nothing by so many decimals: 2.5 is not written 3 (or 2). */
const isLossless = (ticks: readonly number[], lang: string, decimals: number): boolean =>
  ticks.every((tick) => compact(tick, lang, decimals) === compact(tick, lang, 6));

const dates = new Map<string, Intl.DateTimeFormat>();

function dateFormat(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang} ${JSON.stringify(options)}`;
  const known = dates.get(key);
  if (known) return known;
  // Calendars and digits of other regions would part the axis from the table: years are those of the data.
  const made = new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  dates.set(key, made);
  return made;
}

const YEAR = { year: 'numeric' } as const;
const MONTH = { month: 'short', year: 'numeric' } as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const HOUR = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** British order, as the page writes dates: 3 Mar 2025. */
const forDates = (lang: string) => (/^en(-US)?$/i.test(lang) ? 'en-GB' : lang);

/** A time by its grain: 3 Mar 2025, Mar 2025, Q1 2025, W10 2025. */
export function timeText(at: number, grain: Grain | null, lang: string): string {
  const date = new Date(at);
  const words = wordsOf(lang);
  const in_ = forDates(lang);
  switch (grain) {
    case 'year':
      return String(date.getUTCFullYear());
    case 'quarter':
      return words.quarter(Math.floor(date.getUTCMonth() / 3) + 1, date.getUTCFullYear());
    case 'month':
      return shortMonth(dateFormat(in_, MONTH).format(date));
    case 'week': {
      const [year, week] = isoWeekOf(date);
      return words.week(week, year);
    }
    case 'day':
      return shortMonth(dateFormat(in_, DAY).format(date));
    default:
      return shortMonth(dateFormat(in_, at % 86_400_000 === 0 ? DAY : HOUR).format(date));
  }
}

/** `Sept` is four letters in British English alone. */
const shortMonth = (text: string) => text.replace('Sept', 'Sep');

const DAY_MS = 86_400_000;

/**
 * Year and number of a week of ISO 8601: those of its Thursday. Without d3: the page's table writes dates by this file,
 * long before a chart is drawn.
 */
function isoWeekOf(date: Date): readonly [year: number, week: number] {
  const day = Math.floor(date.getTime() / DAY_MS);
  // 1 January 1970 was a Thursday.
  const thursday = day + 3 - ((((day + 3) % 7) + 7) % 7);
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return [year, Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1];
}

export interface TickText {
  readonly year: (at: number) => string;
  readonly month: (at: number) => string;
  readonly day: (at: number) => string;
  readonly clock: (at: number) => string;
}

/** Parts of dates for ticks: `2025`, `Mar`, `3 Mar`, `14:00`. */
export function tickText(lang: string): TickText {
  const in_ = forDates(lang);
  const part = (options: Intl.DateTimeFormatOptions) => (at: number) =>
    shortMonth(dateFormat(in_, options).format(at));
  return {
    year: part(YEAR),
    month: part({ month: 'short' }),
    day: part({ day: 'numeric', month: 'short' }),
    clock: part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  };
}

/** A key of an axis in words: dates by their grain, weekdays and months by name, `empty` for none. */
export function nameText(cell: Cell, { kind, grain }: ColumnInfo, lang: string): string {
  const words: Words = wordsOf(lang);
  if (cell === null) return words.empty;
  if (typeof cell === 'boolean') return cell ? words.yes : words.no;
  if (kind === 'time') {
    const at = timeOf(cell);
    return at === null ? oneLine(String(cell)) : timeText(at, grain, lang);
  }
  const value = kind === 'ordinal' ? numberOf(cell) : null;
  if (value !== null && Number.isInteger(value)) {
    // The first of January 2024 was a Monday.
    if (grain === 'weekday' && value >= 1 && value <= 7)
      return dateFormat(lang, { weekday: 'short' }).format(Date.UTC(2024, 0, value));
    if (grain === 'month' && value >= 1 && value <= 12)
      return tickText(lang).month(Date.UTC(2024, value - 1, 1));
  }
  return oneLine(String(cell)) || words.empty;
}

/** A column's name as people read it, without the unit that is shown beside it: `total_fee_eur` in EUR → `total fee`. */
export function headingText(name: string, unit: string | null): string {
  const text = oneLine(name).replaceAll('_', ' ').trim();
  const last = text.slice(text.lastIndexOf(' ') + 1).toLowerCase();
  const isUnit = unit === '%' ? /^(percent|pct)$/.test(last) : last === unit?.toLowerCase();
  return (isUnit && text.slice(0, -last.length).trim()) || text || name;
}

/** The same, begun with a capital. */
export function titleText(name: string, unit: string | null = null): string {
  const text = headingText(name, unit);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
