/** A decimal number without rounding: `digits` × 10^-`scale`. */
export interface Exact {
  readonly digits: bigint;
  /** Digits behind the point, 0 or more. */
  readonly scale: number;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/** Reads `12`, `-3.50`, `1e-7`; null for anything else. */
export function parseExact(text: string): Exact | null {
  const match = NUMBER.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export const ZERO: Exact = { digits: 0n, scale: 0 };

export function addExact(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { digits: at(a, scale) + at(b, scale), scale };
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`. */
export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = at(a, scale) - at(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounded to so many digits behind the point, halves away from zero. */
export function roundExact(value: Exact, scale: number): Exact {
  if (value.scale <= scale) return value;
  const unit = 10n ** BigInt(value.scale - scale);
  const half = value.digits < 0n ? -unit / 2n : unit / 2n;
  return { digits: (value.digits + half) / unit, scale };
}

/** One spelling for equal numbers: no exponent, no zeros at the end of a fraction. */
export function canonical(value: Exact): string {
  let { digits, scale } = value;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale--;
  }
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

const at = (value: Exact, scale: number) => value.digits * 10n ** BigInt(scale - value.scale);
