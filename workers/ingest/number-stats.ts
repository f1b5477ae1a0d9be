import { AMOUNT_SIGNS, CURRENCY_CODES } from '#src/query/currencies.ts';
import {
  COMMA,
  type DecimalMark,
  type NumberCell,
  POINT,
  plainDigits,
  survivesDouble,
} from '#workers/ingest/cell-number.ts';
import { isNines, NinesStats } from '#workers/ingest/missing-numbers.ts';

/** Digits that always come back after a way through a double (IEEE 754 binary64: DBL_DIG). */
const DOUBLE_DIGITS = 15;
/** As many digits as a telephone number has. */
const PHONE = /^\d{7,}$/;
const SPACED_THREES = /^\d{3} \d{3} \d{3}$/;
const INT64_MAX = '9223372036854775807';

/** How large and how fine the numbers of a column are under one reading. */
class NumberRange {
  wholeDigits = 1;
  scale = 0;
  /** Whether all fit into 64 bits, as far as they are whole. */
  int64 = true;
  /** Whether all come back from a double with the same digits. */
  doubleSafe = true;
  /** Cells with a fraction that is not zero. */
  fractions = 0;

  add(digits: string): void {
    const point = digits.indexOf('.');
    const whole = point < 0 ? digits.length : point;
    const scale = point < 0 ? 0 : digits.length - point - 1;
    this.addPlain(whole, scale, point >= 0 && /[1-9]/.test(digits.slice(point)));
    if (whole > 18) this.int64 &&= fitsInt64(digits.slice(0, whole));
    if (whole + scale > DOUBLE_DIGITS) this.doubleSafe &&= survivesDouble(digits);
  }

  addPlain(wholeDigits: number, scale: number, fraction: boolean): void {
    if (wholeDigits > this.wholeDigits) this.wholeDigits = wholeDigits;
    if (scale > this.scale) this.scale = scale;
    if (fraction) this.fractions++;
  }
}

const fitsInt64 = (whole: string) =>
  whole.length < INT64_MAX.length || (whole.length === INT64_MAX.length && whole <= INT64_MAX);

/** What all numbers of a column have in common. */
export class NumberStats {
  readings = POINT | COMMA;
  /** Cells whose two readings are different numbers. */
  ambiguous = 0;
  exponents = 0;
  /** Cells such as `1E5`, which are codes as often as numbers: no point, no sign. */
  bareExponents = 0;
  /** The fewest digits behind a point, and the most where the last of them is 0: `1.10` beside `1.2`. */
  fewestDecimals = Number.POSITIVE_INFINITY;
  mostDecimalsToZero = 0;
  /** Cells below zero. */
  negatives = 0;
  /** Cells with a plus sign that are as long as telephone numbers. */
  longPluses = 0;
  /** Cells in groups of three digits with spaces between, as telephone numbers are written, too: `170 123 456`. */
  spacedThrees = 0;
  readonly units = new Map<string | null, number>();
  readonly nines = new NinesStats();
  readonly point = new NumberRange();
  readonly comma = new NumberRange();
  #unitless = 0;

  /** A cell of digits with at most one point behind which there are not three digits: the frequent case. */
  addPlain(
    wholeDigits: number,
    scale: number,
    fraction: boolean,
    endsInZero = false,
    negative = false,
  ): void {
    this.#unitless++;
    if (negative) this.negatives++;
    if (scale > 0) {
      if (scale < this.fewestDecimals) this.fewestDecimals = scale;
      if (endsInZero && scale > this.mostDecimalsToZero) this.mostDecimalsToZero = scale;
    }
    this.point.addPlain(wholeDigits, scale, fraction);
    if (scale > 0) this.readings &= POINT;
    else this.comma.addPlain(wholeDigits, 0, false);
  }

  add(cell: NumberCell, text: string): void {
    this.readings &= cell.readings;
    if (cell.differs) this.ambiguous++;
    if (cell.negative) this.negatives++;
    if (cell.plus && cell.unit === null && PHONE.test(cell.body)) this.longPluses++;
    if (cell.unit === null && SPACED_THREES.test(cell.body)) this.spacedThrees++;
    if (cell.unit === null) this.#unitless++;
    else this.units.set(cell.unit, (this.units.get(cell.unit) ?? 0) + 1);
    if (cell.exponent) {
      this.exponents++;
      if (/^\d+e\d+$/i.test(cell.body)) this.bareExponents++;
      this.point.doubleSafe &&= survivesDouble(cell.body);
      this.nines.addOther(Number.POSITIVE_INFINITY);
      return;
    }
    if (isNines(text)) this.nines.add(text);
    else this.nines.addOther(cell.body.replace(/[.,]\d+$/, '').replace(/\D/g, '').length);
    if (cell.readings & POINT) this.point.add(plainDigits(cell.body, 'point'));
    if (cell.readings & COMMA) this.comma.add(plainDigits(cell.body, 'comma'));
  }

  range(mark: DecimalMark): NumberRange {
    return mark === 'point' ? this.point : this.comma;
  }

  /**
   * The unit that every cell carries, null where none does, `mixed` where they differ. A currency may stand at the first
   * amount only, as in accounts; a share and a plain number are not the same.
   */
  unit(): string | null | 'mixed' {
    if (this.units.size === 0) return null;
    const codes = [...this.units.keys()].map((unit) => AMOUNT_SIGNS.get(unit!) ?? [unit!]);
    const [unit] = this.units.keys();
    if (this.#unitless > 0 && !AMOUNT_SIGNS.has(unit!) && !CURRENCY_CODES.has(unit!))
      return 'mixed';
    if (codes.length === 1) return unit!;
    // `$5` and `USD 5` are of one currency.
    const [common, ...others] = codes.reduce((all, some) =>
      all.filter((code) => some.includes(code)),
    );
    return common !== undefined && others.length === 0 ? common : 'mixed';
  }

  /** Cells without a unit. */
  get unitless(): number {
    return this.#unitless;
  }
}

export type PlainScan = {
  wholeDigits: number;
  scale: number;
  fraction: boolean;
  /** Whether the last digit behind the point is 0. */
  endsInZero: boolean;
  negative: boolean;
};
const scanned: PlainScan = {
  wholeDigits: 0,
  scale: 0,
  fraction: false,
  endsInZero: false,
  negative: false,
};

/**
 * Recognises the numbers that need no thought (`-?digits[.digits]`, at most 15 digits, no leading zero, not three
 * digits behind the point). Gives a shared object that the next call overwrites, or null.
 */
export function scanPlain(text: string): PlainScan | null {
  const length = text.length;
  const start = text.charCodeAt(0) === 45 ? 1 : 0;
  if (length - start > DOUBLE_DIGITS || length === start) return null;
  let point = -1;
  let fraction = false;
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === 46) {
      if (point >= 0 || i === start || i === length - 1) return null;
      point = i;
    } else if (code < 48 || code > 57) return null;
    else if (point >= 0 && code !== 48) fraction = true;
  }
  scanned.wholeDigits = (point < 0 ? length : point) - start;
  scanned.scale = point < 0 ? 0 : length - point - 1;
  scanned.fraction = fraction;
  scanned.endsInZero = text.charCodeAt(length - 1) === 48;
  scanned.negative = start === 1;
  if (scanned.scale === 3) return null;
  if (scanned.wholeDigits > 1 && text.charCodeAt(start) === 48) return null;
  return scanned;
}
