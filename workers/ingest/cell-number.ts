import { AMOUNT_SIGNS, WRITTEN_CURRENCIES } from '#src/query/currencies.ts';
import { CELL_UNITS } from '#workers/ingest/header-unit.ts';

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
  readonly negative: boolean;
  /** Whether a plus sign is written. */
  readonly plus: boolean;
  /** ISO 4217 code, sign of several currencies, `%` or another unit, as written; null where there is none. */
  readonly unit: string | null;
  readonly exponent: boolean;
  /** Digits, separators and exponent only. */
  readonly body: string;
}

const literal = (text: string) => text.replace(/[$.*+?()[\]{}|^\\]/g, '\\$&');
const longestFirst = (texts: Iterable<string>) =>
  [...texts].toSorted((one, other) => other.length - one.length).map(literal);
/** Signs and codes; a letter that follows makes them a part of a word. */
const MONEY = `(?:${[...longestFirst(AMOUNT_SIGNS.keys()), ...WRITTEN_CURRENCIES].join('|')})(?!\\p{L})`;
const BEHIND = `${MONEY}|%|(?:${longestFirst(CELL_UNITS).join('|')})(?!\\p{L})`;
const SIGN = '[-+\u2212\u2013]';
/** White space follows what it belongs to, so that there is one way to read it: a text of spaces costs no more than others. */
const DECORATED = new RegExp(
  `^([(]?)\\s*(?:(${SIGN})\\s*)?(?:(${MONEY})\\s*)?(?:(${SIGN})\\s*)?((?:[0-9.,'\u2019][0-9.,'\u2019 \u00a0\u202f\u2009]*)?[0-9][.,]?)\\s*(?:(${SIGN})\\s*)?(?:(${BEHIND})\\s*)?([)]?)$`,
  'u',
);
/** Characters of a number at the most: 38 digits, marks between them, a sign and a unit are far fewer. */
const MAX_CHARS = 128;

/** Thousands, also of lakhs as in India: `1,23,456.00`. */
const BY_POINT = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)?(?:\.\d*)?$/;
const BY_COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+)?(?:,\d*)?$/;
const SPACED = /^\d{1,3}(?:[ \u00a0\u202f\u2009'\u2019]\d{3})+(?:[.,]\d+)?$/;
const EXPONENT = /^([-+\u2212]?)((?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d{1,3})$/;

/** Reads the text of a cell (trimmed, not empty) as a number; null where it is none, or where zeros lead it. */
export function readNumber(text: string): NumberCell | null {
  if (text.length > MAX_CHARS) return null;
  // Most texts are words: none of them is a number.
  if (!/\d/.test(text)) return null;
  const exponent = EXPONENT.exec(text);
  if (exponent) return exponentCell(exponent);
  const match = DECORATED.exec(text);
  if (!match) return null;
  const [, open, sign, prefix, innerSign, body, lastSign, suffix, close] = match;
  if ((open === '(') !== (close === ')')) return null;
  // Old programs write the sign of an amount behind it.
  const [written, ...further] = [open, sign, innerSign, lastSign].filter(Boolean);
  if (further.length > 0) return null;
  if (prefix && suffix) return null;
  const unit = prefix || suffix;
  const plus = written === '+';
  return bodyCell(body!.trim(), {
    ...{ negative: written !== undefined && !plus, plus, exponent: false },
    unit: unit ? unitOfSign(unit) : null,
  });
}

/** The currency of a sign; a sign of several is a unit of its own until a column shows of which. */
const unitOfSign = (sign: string): string => {
  const codes = AMOUNT_SIGNS.get(sign);
  return codes?.length === 1 ? codes[0]! : sign;
};

function exponentCell(match: RegExpExecArray): NumberCell | null {
  const body = match[2]!;
  if (!Number.isFinite(Number(body)) || leadingZero(body)) return null;
  return {
    readings: POINT,
    differs: false,
    negative: match[1] !== '' && match[1] !== '+',
    plus: match[1] === '+',
    unit: null,
    exponent: true,
    body,
  };
}

function bodyCell(body: string, rest: Omit<Undecided, 'body'>): NumberCell | null {
  const cell = { ...rest, body };
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
  };
}

type Undecided = Pick<NumberCell, 'negative' | 'plus' | 'unit' | 'exponent' | 'body'>;

function spacedCell(body: string, cell: Undecided): NumberCell {
  const decimals = /[.,]\d+$/.exec(body)?.[0];
  const readings = decimals ? (decimals[0] === '.' ? POINT : COMMA) : POINT | COMMA;
  return { ...cell, readings, differs: false };
}

/** `007` is a code; `0`, `0.5` and `0,5` are numbers. */
function leadingZero(body: string): boolean {
  return body.length > 1 && body[0] === '0' && /^0[0-9 \u00a0\u202f\u2009'\u2019]/.test(body);
}

/** `192.168.100.200` groups like a number with points between thousands. */
function looksLikeAddress(body: string): boolean {
  const parts = body.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** The digits of a body under a reading: `1.234,50` by comma → `1234.50`. */
export function plainDigits(body: string, mark: DecimalMark): string {
  let text = body.replace(/[ \u00a0\u202f\u2009'\u2019]/g, '');
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
