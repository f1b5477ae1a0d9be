import { MONTH_NAMES } from '#src/language/en/periods.ts';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { canonical, parseExact, roundExact } from '#src/sql/exact.ts';
import { EXPLAIN } from '#src/texts/en/explanations.ts';
import { type Amount, type Moment, message, type Value } from '#src/texts/message.ts';

/** How the cells of one result column are written in a text. */
export interface ColumnStyle {
  readonly label: string;
  readonly type: ColumnType;
  /** A quantity: written with thousands separators; years and identifiers are not. */
  readonly quantity: boolean;
  /** E.g. `USD`, `%`; null where none is known. */
  readonly unit: string | null;
  /** The period that a date stands for the start of; null for dates themselves. */
  readonly dateUnit: string | null;
  /** Computed of the rows of each group, or of all. */
  readonly computed?: boolean;
  /** What it counts, of a number of rows or things: `orders`. */
  readonly counted?: string;
  /** What its numbers are called, from 1: weekdays, months. */
  readonly names?: readonly string[];
  /** Computed over all rows that match: empty where there are none. */
  readonly total?: boolean;
  /** Computed to more digits than anybody reads (an average, a quotient): texts round it, the rows do not. */
  readonly rounded?: boolean;
  /** No digit is left out, also of large amounts. */
  readonly exact?: boolean;
}

export const isNumeric = ({ type }: Pick<ColumnStyle, 'type'>) =>
  type === 'integer' || type === 'decimal' || type === 'float';

/**
 * A cell as text: `1234.50` → `1,234.50 USD`. Integers and decimals lose no digit, floats their noise, and what is
 * `rounded` the digits beyond `readingNumber`.
 */
export function cellText(cell: CellValue, style: ColumnStyle): string {
  if (cell === null) return 'empty';
  const name = style.names?.[Number(cell) - 1];
  if (name !== undefined) return name;
  if (isNumeric(style) && (typeof cell === 'number' || parseExact(String(cell)))) {
    const isNoisy = typeof cell === 'number' && style.type === 'float';
    const exact = String(isNoisy ? withoutNoise(cell) : cell);
    const text = style.rounded ? readingNumber(exact) : exact;
    return withUnit(style.quantity ? grouped(text) : text, style.unit);
  }
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (style.type === 'timestamp' || style.type === 'date') return dateText(String(cell), style);
  return nameText(String(cell));
}

/** A cell for a sentence: large amounts without their decimals, which the rows keep. */
export function cellValue(cell: CellValue, style: ColumnStyle): Value {
  if (cell === null) return message(EXPLAIN.empty);
  const name = style.names?.[Number(cell) - 1];
  if (name !== undefined) return { label: name };
  if (isNumeric(style) && (typeof cell === 'number' || parseExact(String(cell))))
    return amountOf(cell, style);
  if (typeof cell === 'boolean') return message(cell ? EXPLAIN.yes : EXPLAIN.no);
  if (style.type === 'timestamp' || style.type === 'date')
    return momentOf(String(cell), style) ?? dateText(String(cell), style);
  return nameText(String(cell));
}

/** From here on, decimals say nothing to a reader. */
export const LARGE = 1_000;

function amountOf(cell: CellValue, style: ColumnStyle): Amount {
  const isNoisy = typeof cell === 'number' && style.type === 'float';
  const text = String(isNoisy ? withoutNoise(cell) : cell);
  const amount = style.exact ? text : spokenNumber(text, style);
  return { amount, unit: style.unit, isQuantity: style.quantity };
}

function spokenNumber(text: string, { rounded, quantity }: ColumnStyle): string {
  const exact = parseExact(text);
  if (quantity && exact && Math.abs(Number(text)) >= LARGE) return canonical(roundExact(exact, 0));
  return rounded ? readingNumber(text) : text;
}

/** A whole day, or the period that begins with it; null for an instant. */
function momentOf(text: string, { dateUnit }: ColumnStyle): Moment | null {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00:00(?:\.0+)?)?$/.exec(text) ?? [];
  if (!day) return null;
  const unit = MOMENT_UNITS.find((one) => one === dateUnit);
  return { day, unit: unit ?? 'day' };
}

const MOMENT_UNITS: readonly Moment['unit'][] = ['month', 'quarter', 'year'];

/** Line breaks, control characters, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** What would read as part of the sentence around it, and the words that stand for no value. */
const UNCLEAR = /[,;:()\n]|^\s|\s$|^(?:empty|and others|)$/i;

/** A text of the data within a sentence: on one line, and in quotes where it could be taken for more than a name. */
export function nameText(text: string): string {
  const line = text.replace(UNSEEN, ' ');
  return UNCLEAR.test(line) ? `"${line}"` : line;
}

function dateText(text: string, { dateUnit }: ColumnStyle): string {
  const [, year, month] = /^(\d{4})-(\d{2})-\d{2}(?:[T ]00:00:00(?:\.0+)?)?$/.exec(text) ?? [];
  if (!year || !month) return text;
  if (dateUnit === 'year') return year;
  if (dateUnit === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  if (dateUnit === 'month') return `${MONTH_NAMES[Number(month) - 1] ?? month} ${year}`;
  return text.slice(0, 10);
}

const withUnit = (number: string, unit: string | null) =>
  unit === null ? number : unit === '%' ? `${number}%` : `${number} ${unit}`;

/**
 * A binary fraction with 12 significant digits: 583379.5999999915 → 583379.6. Sums of floats differ in the digits
 * behind those with the order of adding, from one run of the same query to the next.
 */
export function withoutNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12));
}

const READ_DECIMALS = 2;
const READ_DIGITS = 4;

/** A number as people read it: two decimals from 1 upward, four significant digits below; shorter ones stay. */
export function readingNumber(text: string): string {
  const exact = parseExact(text);
  if (!exact) return text;
  const digits = exact.digits.toString().replace('-', '');
  const places =
    digits.length > exact.scale ? READ_DECIMALS : exact.scale - digits.length + READ_DIGITS;
  return exact.scale <= places ? text : canonical(roundExact(exact, places));
}

/** Thousands separators before the point: `-1234567.25` → `-1,234,567.25`; texts with an exponent stay. */
export function grouped(number: string): string {
  const match = /^([+-]?)(\d+)(\.\d+)?$/.exec(number);
  if (!match) return number;
  const [, sign, whole, fraction = ''] = match;
  return `${sign}${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}`;
}
