import { lookupTable } from '#src/sql/lookup-table.ts';
import * as dates from './dates.ts';
import { failed, finite, fraction, fromUnits, roundTo, shift, unitsOf } from './numbers.ts';
import { compareTexts, like, substring } from './texts.ts';

/** A cell as AlaSQL hands it to a function; the side of an outer join that has no row gives undefined. */
export type Cell =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | ValueSet
  | readonly number[];

/** The values of a subquery, for IN. */
export interface ValueSet {
  readonly values: ReadonlySet<Cell>;
  readonly hasNull: boolean;
}

type Scalar = (...args: never[]) => Cell;

const nil = (value: unknown): value is null | undefined => value === null || value === undefined;

/** NULL as soon as an argument is. */
const strict =
  <A extends readonly unknown[]>(fn: (...args: A) => Cell) =>
  (...args: A): Cell =>
    args.some(nil) ? null : fn(...args);

type Ordered = number | string | boolean;

const compare = (test: (sign: number) => boolean) =>
  strict((a: Ordered, b: Ordered) => test(a < b ? -1 : a > b ? 1 : 0));
const compareAsTexts = (test: (sign: number) => boolean) =>
  strict((a: string, b: string) => test(compareTexts(a, b)));

function and(a: Cell, b: Cell): Cell {
  if (a === false || b === false) return false;
  return nil(a) || nil(b) ? null : true;
}

function or(a: Cell, b: Cell): Cell {
  if (a === true || b === true) return true;
  return nil(a) || nil(b) ? null : false;
}

/** `value IN (…)`, unknown where the value, or one that does not match, is NULL. */
function isIn(value: Cell, ...list: readonly Cell[]): Cell {
  if (nil(value)) return null;
  if (list.includes(value)) return true;
  return list.some(nil) ? null : false;
}

/** IN over a subquery; a set that is missing had no rows. */
function isInSet(value: Cell, set: Cell): Cell {
  if (nil(set)) return false;
  const { values, hasNull } = set as ValueSet;
  if (values.size === 0 && !hasNull) return false;
  if (nil(value)) return null;
  if (values.has(value)) return true;
  return hasNull ? null : false;
}

function divide(a: number, b: number): number {
  return b === 0 ? failed('division by zero') : a / b;
}

const wholeNumber = /^\s*[+-]?\d+\s*$/;
const anyNumber = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

function toWhole(text: string): number {
  const value = Number(text);
  return wholeNumber.test(text) && Number.isSafeInteger(value)
    ? value
    : failed(`"${text.slice(0, 50)}" isn't a whole number in the supported range.`);
}

function toDate(text: string): string {
  return dates.isDate(text) ? text : failed(`"${text.slice(0, 50)}" isn't a date (YYYY-MM-DD).`);
}

function toTimestamp(text: string): string {
  const value = dates.canonicalTimestamp(dates.isDate(text) ? `${text}T00:00:00` : text);
  return dates.isTimestamp(value)
    ? value
    : failed(`"${text.slice(0, 50)}" isn't a date and time (YYYY-MM-DD HH:MM:SS).`);
}

/**
 * The functions that the dialect writes. Numbers of a given scale are exact (see `numbers.ts`); "units" are whole
 * numbers of 10^-scale. Conditions are true, false or NULL.
 */
export const SCALARS: Readonly<Record<string, Scalar>> = lookupTable({
  F_EQ: compare((sign) => sign === 0),
  F_NE: compare((sign) => sign !== 0),
  F_LT: compare((sign) => sign < 0),
  F_LE: compare((sign) => sign <= 0),
  F_GT: compare((sign) => sign > 0),
  F_GE: compare((sign) => sign >= 0),
  F_TLT: compareAsTexts((sign) => sign < 0),
  F_TLE: compareAsTexts((sign) => sign <= 0),
  F_TGT: compareAsTexts((sign) => sign > 0),
  F_TGE: compareAsTexts((sign) => sign >= 0),
  F_SAME: (a: Cell, b: Cell) => (nil(a) || nil(b) ? nil(a) && nil(b) : a === b),
  F_NULL: (value: Cell) => nil(value),
  F_AND: and,
  F_OR: or,
  F_NOT: strict((value: boolean) => !value),
  F_TRUE: (value: Cell) => value === true,
  F_FALSE: (value: Cell) => value === false,
  F_IN: isIn,
  F_INSET: isInSet,

  // Exact numbers: the last argument is the common scale of the others, or their two scales.
  F_ADD: strict((a: number, b: number, scale: number) =>
    fromUnits(unitsOf(a, scale) + unitsOf(b, scale), scale),
  ),
  F_SUB: strict((a: number, b: number, scale: number) =>
    fromUnits(unitsOf(a, scale) - unitsOf(b, scale), scale),
  ),
  F_MUL: strict((a: number, b: number, scaleA: number, scaleB: number) =>
    fromUnits(unitsOf(a, scaleA) * unitsOf(b, scaleB), scaleA + scaleB),
  ),
  F_MOD: strict((a: number, b: number) => (b === 0 ? failed('division by zero') : a % b)),
  F_UNITS: strict((value: number, scale: number) => unitsOf(value, scale)),
  F_EXACT: strict((units: number | bigint, scale: number) => fromUnits(units, scale)),
  F_WHOLE: strict((value: number) => unitsOf(value, 0)),
  // Fractions: quotients and what is computed from them.
  F_QADD: strict((a: number, b: number) => fraction(a + b)),
  F_QSUB: strict((a: number, b: number) => fraction(a - b)),
  F_QMUL: strict((a: number, b: number) => fraction(a * b)),
  F_QDIV: strict((a: number, b: number) => fraction(divide(a, b))),
  F_Q: strict((value: number) => fraction(value)),
  /** A mean of exact numbers, from the sum of their units. */
  F_MEAN: strict((units: number | bigint, count: number, scale: number) =>
    count === 0 ? null : fraction(Number(units) / (count * 10 ** scale)),
  ),
  // Double precision.
  F_FADD: strict((a: number, b: number) => finite(a + b)),
  F_FSUB: strict((a: number, b: number) => finite(a - b)),
  F_FMUL: strict((a: number, b: number) => finite(a * b)),
  F_FDIV: strict((a: number, b: number) => finite(divide(a, b))),
  F_FMEAN: strict((sum: number, count: number) => (count === 0 ? null : finite(sum / count))),
  F_NEG: strict((value: number) => 0 - value),
  F_SQRT: strict((value: number) => Math.sqrt(value)),
  /** Between the two values around the place, as PERCENTILE_CONT of the SQL standard. */
  F_PERCENTILE: strict((values: readonly number[], fraction: number) => {
    const at = fraction * (values.length - 1);
    const [low = 0, high = 0] = [values[Math.floor(at)], values[Math.ceil(at)]];
    return low + (high - low) * (at - Math.floor(at));
  }),
  F_ABS: strict((value: number) => Math.abs(value)),
  F_SIGN: strict((value: number) => Math.sign(value)),
  F_FLOOR: strict((value: number) => Math.floor(value)),
  F_CEIL: strict((value: number) => 0 + Math.ceil(value)),
  F_ROUND: strict((value: number, places: number) => finite(roundTo(value, places))),
  F_TRUNC: strict((value: number, places: number) =>
    shift(Math.trunc(shift(value, places)), -places),
  ),

  F_ROUNDWHOLE: strict((value: number) => unitsOf(roundTo(value, 0), 0)),
  /** A decimal of at most `precision` digits, `scale` of them behind the point. */
  F_NUMERIC: strict((value: number, precision: number, scale: number) => {
    const rounded = roundTo(value, scale);
    return Math.abs(rounded) < 10 ** (precision - scale)
      ? fromUnits(unitsOf(rounded, scale), scale)
      : failed('numeric field overflow');
  }),

  F_LIKE: strict((text: string, pattern: string, escapedBy: string) =>
    like(text, pattern, escapedBy),
  ),
  F_ILIKE: strict((text: string, pattern: string, escapedBy: string) =>
    like(text.toLowerCase(), pattern.toLowerCase(), escapedBy),
  ),
  F_LOWER: strict((text: string) => text.toLowerCase()),
  F_UPPER: strict((text: string) => text.toUpperCase()),
  F_LENGTH: strict((text: string) => [...text].length),
  F_TRIM: strict((text: string) => text.replace(/^ +| +$/g, '')),
  F_LTRIM: strict((text: string) => text.replace(/^ +/, '')),
  F_RTRIM: strict((text: string) => text.replace(/ +$/, '')),
  F_SUBSTRING: (text: string | null, start: number | null, length?: number | null) =>
    nil(text) || nil(start) || length === null
      ? null
      : length !== undefined && length < 0
        ? failed('negative substring length not allowed')
        : substring(text, start, length ?? null),
  F_LEFT: strict((text: string, count: number) => {
    const all = [...text];
    return all.slice(0, count < 0 ? Math.max(0, all.length + count) : count).join('');
  }),
  F_RIGHT: strict((text: string, count: number) => {
    const all = [...text];
    return all.slice(count < 0 ? -count : Math.max(0, all.length - count)).join('');
  }),
  F_REPLACE: strict((text: string, search: string, by: string) =>
    search === '' ? text : text.replaceAll(search, () => by),
  ),
  F_STRPOS: strict((text: string, search: string) => {
    const at = text.indexOf(search);
    return at < 0 ? 0 : [...text.slice(0, at)].length + 1;
  }),
  F_CONCAT: strict((a: string, b: string) => a + b),

  F_DTRUNC: strict((unit: string, value: string) => dates.truncate(unit, value)),
  F_DPART: strict((name: string, value: string) => dates.part(name, value)),
  F_FORMAT: strict((value: string, pattern: string) => dates.format(value, pattern)),
  F_DATE: strict((value: string) => value.slice(0, 10)),
  F_TIMESTAMP: strict((date: string) => `${date}T00:00:00`),
  F_TIME: strict((value: string) => value.slice(11)),
  F_ADDDAYS: strict((date: string, days: number) => dates.addDays(date, days)),
  F_DAYS: strict((later: string, earlier: string) => dates.daysBetween(later, earlier)),
  F_ADDPERIODS: strict((value: string, count: number, unit: string) =>
    dates.addPeriods(value, count, unit),
  ),

  F_TOWHOLE: strict(toWhole),
  F_TOFLOAT: strict((text: string) =>
    anyNumber.test(text) ? finite(Number(text)) : failed(`"${text.slice(0, 50)}" isn't a number.`),
  ),
  F_TODATE: strict(toDate),
  F_TOTIMESTAMP: strict(toTimestamp),
  F_TEXT: strict((value: Cell) => String(value)),
  F_DECIMALTEXT: strict((value: number, scale: number) => value.toFixed(scale)),
  F_TIMESTAMPTEXT: strict((value: string) => value.replace('T', ' ')),
  F_BOOLNUMBER: strict((value: boolean) => (value ? 1 : 0)),

  F_COALESCE: (...values: Cell[]) => values.find((value) => !nil(value)) ?? null,
  F_NULLIF: (a: Cell, b: Cell) => (!nil(a) && a === b ? null : (a ?? null)),
  F_GREATEST: (...values: Ordered[]) => extreme(values, (a, b) => (a > b ? 1 : -1)),
  F_LEAST: (...values: Ordered[]) => extreme(values, (a, b) => (a < b ? 1 : -1)),
  F_TGREATEST: (...values: string[]) => extreme(values, compareTexts),
  F_TLEAST: (...values: string[]) => extreme(values, (a, b) => compareTexts(b, a)),

  /** Texts that are the same for the same values; one of a side with a NULL equals none of the other side. */
  F_LEFTKEY: (...values: Cell[]) => (values.some(nil) ? 'l' : keyOf(values)),
  F_RIGHTKEY: (...values: Cell[]) => (values.some(nil) ? 'r' : keyOf(values)),
  F_KEY: (...values: Cell[]) => keyOf(values),
});

/** NULLs do not count (PostgreSQL, GREATEST and LEAST). */
function extreme<T extends Ordered>(values: readonly T[], order: (a: T, b: T) => number): Cell {
  const known = values.filter((value) => !nil(value));
  return known.length === 0 ? null : known.reduce((a, b) => (order(b, a) > 0 ? b : a));
}

/** `k` in front: no value becomes a name such as `__proto__`. */
export function keyOf(values: readonly Cell[]): string {
  if (values.length === 1) {
    const [value] = values;
    if (typeof value === 'string') return `k"${value}`;
  }
  return `k${JSON.stringify(values.map((value) => (value === undefined ? null : value)))}`;
}
