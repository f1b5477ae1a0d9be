import { SSF } from 'xlsx';

/** What SheetJS gives of a cell; `t` as in its documentation: n number, s text, b boolean, e error. */
export interface SheetCell {
  readonly t: string;
  readonly v?: unknown;
  /** Number format. */
  readonly z?: string;
}

/** Significant digits that Excel keeps and shows (Microsoft, "Excel specifications and limits"). */
const EXCEL_DIGITS = 15;
const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** Days between the epochs of the two date systems (ECMA-376 18.17.4.1). */
const DAYS_1904 = 1_462;

type FormatKind = 'number' | 'date' | 'elapsed' | { readonly zeros: number };
const kinds = new Map<string, FormatKind>();

/** The kind of a number format: `00000` keeps leading zeros, `[h]:mm` is a length of time. */
function formatKind(format: string): FormatKind {
  const known = kinds.get(format);
  if (known !== undefined) return known;
  const zeros = /^0{2,}$/.test(format) ? format.length : 0;
  const kind: FormatKind = zeros
    ? { zeros }
    : /\[[hms]+\]/i.test(format)
      ? 'elapsed'
      : SSF.is_date(format)
        ? 'date'
        : 'number';
  kinds.set(format, kind);
  return kind;
}

/** The text of a cell as the typing rules read it; null for an error value. Days follow ISO 8601. */
export function cellText(cell: SheetCell, date1904: boolean): string | null {
  const { v } = cell;
  if (cell.t === 'e') return null;
  if (v === undefined || v === null) return '';
  if (typeof v === 'boolean') return v ? 'true' : 'false';
  // No engine takes NUL in a text; a workbook may hold it as `_x0000_`.
  if (typeof v !== 'number') return String(v).replaceAll('\0', '');
  if (Number.isNaN(v)) return null;
  const kind = formatKind(cell.z ?? 'General');
  if (kind === 'date') return serialText(v + (date1904 ? DAYS_1904 : 0));
  if (kind === 'elapsed') return elapsedText(v);
  const text = numberText(v);
  return typeof kind === 'object' && /^\d+$/.test(text) ? text.padStart(kind.zeros, '0') : text;
}

function numberText(value: number): string {
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(EXCEL_DIGITS)));
}

/** A serial date of the 1900 system; below 1 a time of the day. Excel has a 29 February 1900, which stays a number. */
function serialText(serial: number): string {
  if (serial < 0 || serial >= 2_958_466 || Math.floor(serial) === 60) return numberText(serial);
  const milliseconds = wholeSeconds(Math.round(serial * DAY_MS));
  const days = Math.floor(milliseconds / DAY_MS);
  const clock = clockText(milliseconds % DAY_MS);
  if (days === 0) return clock;
  const shifted = new Date(EPOCH + (days < 60 ? days + 1 : days) * DAY_MS);
  const text = shifted.toISOString().slice(0, 10);
  return milliseconds % DAY_MS === 0 ? text : `${text} ${clock}`;
}

/** Fractions of a day cannot hold most seconds exactly: a millisecond beside a whole second is that second. */
function wholeSeconds(milliseconds: number): number {
  const nearest = Math.round(milliseconds / 1000) * 1000;
  return Math.abs(milliseconds - nearest) <= 1 ? nearest : milliseconds;
}

const two = (value: number) => String(value).padStart(2, '0');

function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const rest = milliseconds % 1000;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`;
}

function elapsedText(days: number): string {
  const milliseconds = wholeSeconds(Math.round(Math.abs(days) * DAY_MS));
  return `${days < 0 ? '-' : ''}${clockText(milliseconds)}`;
}
