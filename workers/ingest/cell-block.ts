/**
 * Cells of a sheet as numbers in typed arrays, row after row: no object for a cell or a row. A number is kept in decimal,
 * as it was written: `mantissa / 10 ** scale`, with its scale as its kind.
 */
export interface CellBlock {
  readonly rows: number;
  /** Counted from 1 as a spreadsheet shows them, ascending. */
  readonly rowNumbers: Uint32Array;
  /** By row: where its cells end; they begin where those of the row before end. */
  readonly ends: Uint32Array;
  /** By cell, ascending within a row, counted from 0. */
  readonly columns: Uint16Array;
  readonly kinds: Uint8Array;
  readonly values: Float64Array;
  /** Texts of cells of kind `OWN_TEXT`. */
  readonly texts: readonly string[];
}

/** Kinds below are the scale (0 to 15) of a number whose value is its mantissa: an integer, exact in a double. */
export const MAX_SCALE = 15;
/** The value is a place in the texts that the sheets of a workbook share. */
export const SHARED_TEXT = 16;
/** The value is a place in the texts of the block. */
export const OWN_TEXT = 17;
/** 0 or 1. */
export const BOOLEAN = 18;
/** An error value such as #DIV/0!. */
export const ERROR = 19;
/** Days since 1970-01-01. */
export const DAY = 20;
/** Milliseconds since 1970-01-01, not at midnight. */
export const INSTANT = 21;
/** Milliseconds since midnight. */
export const CLOCK = 22;

export const DAY_MS = 86_400_000;

/** 10 to the powers that are exact in a double. */
export const POWERS: readonly number[] = Array.from({ length: 23 }, (_, power) => 10 ** power);

/** The text of a cell as the typing rules read it; null for an error value. */
export function textOfCell(
  kind: number,
  value: number,
  shared: readonly string[],
  own: readonly string[],
): string | null {
  if (kind === 0) return String(value);
  if (kind <= MAX_SCALE) return decimalText(value, kind);
  switch (kind) {
    case SHARED_TEXT:
      return shared[value] ?? '';
    case OWN_TEXT:
      return own[value] ?? '';
    case BOOLEAN:
      return value === 1 ? 'true' : 'false';
    case DAY:
      return dayText(value);
    case INSTANT: {
      const days = Math.floor(value / DAY_MS);
      return `${dayText(days)} ${clockText(value - days * DAY_MS)}`;
    }
    case CLOCK:
      return clockText(value);
    default:
      return null;
  }
}

/** `mantissa / 10 ** scale` as digits: the last one is none of the zeros that end a fraction. */
function decimalText(mantissa: number, scale: number): string {
  const digits = String(Math.abs(mantissa)).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${mantissa < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

let lastDay = Number.NaN;
let lastDayText = '';

/** An ISO day; the days of neighbouring rows are often the same. */
function dayText(days: number): string {
  if (days === lastDay) return lastDayText;
  lastDay = days;
  lastDayText = new Date(days * DAY_MS).toISOString().slice(0, 10);
  return lastDayText;
}

const two = (value: number) => (value < 10 ? `0${value}` : String(value));

/** `HH:MM:SS` with milliseconds where there are any; hours go on beyond 24. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const rest = milliseconds % 1000;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`;
}
