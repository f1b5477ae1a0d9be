import { CURRENCY_SIGNS, WRITTEN_CURRENCIES } from '#src/catalog/currencies.ts';

/** Which character is the decimal separator; groups of thousands then use another one. */
export type DecimalMark = 'point' | 'comma';

export const POINT = 1;
export const COMMA = 2;

/** One number as written. */
export interface NumberCell {
  /** The readings under which the text is a number: POINT, COMMA or both. */
  readonly readings: number;
  /** Whether the two readings of a text with both give different numbers (`1,234`, `1.234`). */
  readonly differs: boolean;
  /** Whether thousands are grouped under the reading by point, by comma. */
  readonly groupedByPoint: boolean;
  readonly groupedByComma: boolean;
  readonly negative: boolean;
  /** ISO 4217 code or `%`; null where none is written. */
  readonly unit: string | null;
  readonly exponent: boolean;
  /** Digits, separators and exponent only. */
  readonly body: string;
}

const SIGNS = [...CURRENCY_SIGNS.keys()].map((sign) => sign.replace('$', '\\$')).join('|');
const UNIT = `${SIGNS}|(?:${WRITTEN_CURRENCIES.join('|')})(?![A-Za-z])`;
/** White space follows what it belongs to, so that there is one way to read it: a text of spaces costs no more than others. */
const DECORATED = new RegExp(
  `^([(]?)\\s*(?:([-\u2212])\\s*)?(?:(${UNIT})\\s*)?(?:([-\u2212])\\s*)?((?:[0-9.,'][0-9.,' \u00a0\u202f\u2009]*)?[0-9][.,]?)\\s*(?:([-\u2212])\\s*)?(?:(${UNIT}|%)\\s*)?([)]?)$`,
);
/** Characters of a number at the most: 38 digits, marks between them, a sign and a unit are far fewer. */
const MAX_CHARS = 128;

const BY_POINT = /^(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
const BY_COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+)?(?:,\d*)?$/;
const SPACED = /^\d{1,3}(?:[ \u00a0\u202f\u2009']\d{3})+(?:[.,]\d+)?$/;
const EXPONENT = /^([-\u2212]?)((?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d{1,3})$/;

/** Reads the text of a cell (trimmed, not empty) as a number; null where it is none, or where zeros lead it. */
export function readNumber(text: string): NumberCell | null {
  if (text.length > MAX_CHARS) return null;
  const first = text.charCodeAt(0);
  // Letters start no number but a currency code.
  if (first > 96 && first < 123) return null;
  const exponent = EXPONENT.exec(text);
  if (exponent) return exponentCell(exponent);
  const match = DECORATED.exec(text);
  if (!match) return null;
  const [, open, sign, prefix, innerSign, body, lastSign, suffix, close] = match;
  if ((open === '(') !== (close === ')')) return null;
  // Old programs write the sign of an amount behind it.
  const signs = [open, sign, innerSign, lastSign].filter(Boolean).length;
  if (signs > 1) return null;
  if (prefix && suffix) return null;
  const unit = prefix || suffix;
  return bodyCell(body!.trim(), signs > 0, unit ? (CURRENCY_SIGNS.get(unit) ?? unit) : null);
}

function exponentCell(match: RegExpExecArray): NumberCell | null {
  const body = match[2]!;
  if (!Number.isFinite(Number(body)) || leadingZero(body)) return null;
  return {
    readings: POINT,
    differs: false,
    groupedByPoint: false,
    groupedByComma: false,
    negative: match[1] !== '',
    unit: null,
    exponent: true,
    body,
  };
}

function bodyCell(body: string, negative: boolean, unit: string | null): NumberCell | null {
  const cell = { negative, unit, exponent: false, body };
  if (SPACED.test(body)) return leadingZero(body) ? null : spacedCell(body, cell);
  const byPoint = BY_POINT.test(body);
  const byComma = BY_COMMA.test(body);
  if ((!byPoint && !byComma) || leadingZero(body) || looksLikeAddress(body)) return null;
  const comma = body.includes(',');
  const point = body.includes('.');
  return {
    ...cell,
    readings: (byPoint ? POINT : 0) | (byComma ? COMMA : 0),
    differs: byPoint && byComma && (comma || point),
    groupedByPoint: byPoint && comma,
    groupedByComma: byComma && point,
  };
}

type Undecided = Pick<NumberCell, 'negative' | 'unit' | 'exponent' | 'body'>;

/** Plain spaces also stand between the parts of telephone numbers, so they need a decimal part or a unit beside. */
function spacedCell(body: string, cell: Undecided): NumberCell | null {
  const decimals = /[.,]\d+$/.exec(body)?.[0];
  if (body.includes(' ') && !decimals && !cell.unit) return null;
  const readings = decimals ? (decimals[0] === '.' ? POINT : COMMA) : POINT | COMMA;
  return { ...cell, readings, differs: false, groupedByPoint: true, groupedByComma: true };
}

/** `007` is a code; `0`, `0.5` and `0,5` are numbers. */
function leadingZero(body: string): boolean {
  return body.length > 1 && body[0] === '0' && /^0[0-9 \u00a0\u202f\u2009']/.test(body);
}

/** `192.168.100.200` groups like a number with points between thousands. */
function looksLikeAddress(body: string): boolean {
  const parts = body.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** The digits of a body under a reading: `1.234,50` by comma → `1234.50`. */
export function plainDigits(body: string, mark: DecimalMark): string {
  let text = body.replace(/[ \u00a0\u202f\u2009']/g, '');
  text = mark === 'point' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  if (text.startsWith('.')) text = `0${text}`;
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Whether a decimal text comes back with the same digits after a way through a double. */
export function survivesDouble(digits: string): boolean {
  const number = Number(digits);
  if (!Number.isFinite(number)) return false;
  return canonical(String(number)) === canonical(digits);
}

/** Significant digits and the power of ten of the last one: the same for all spellings of a number. */
function canonical(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  return `${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}
