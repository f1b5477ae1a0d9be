import { SourceError } from '#src/plugin-api/source-error.ts';

/**
 * Exact decimals in JavaScript numbers: a decimal of scale s is kept as the double nearest to it, and calculated with
 * as the whole number of its units of 10^-s. Up to 10^15 units the way there and back is exact (the double is off by at
 * most 2^-53 of the value, so rounding finds the unit). What is larger fails instead of being off by a little.
 */
export const MAX_UNITS = 1e15;
/** Digits that a computed fraction keeps: all that a double has for sure (IEEE 754, DBL_DIG). */
const DIGITS = 15;

export function failed(message: string): never {
  throw new SourceError('query', message);
}

const tooLong = () =>
  failed('A number in this query has too many digits for the AlaSQL engine to calculate exactly.');

/** Units of 10^-scale. */
export function unitsOf(value: number, scale: number): number {
  const units = scale === 0 ? value : Math.round(value * 10 ** scale);
  return fits(units, scale) ? units : tooLong();
}

export function fromUnits(units: number | bigint, scale: number): number {
  if (typeof units === 'bigint' || !fits(units, scale)) return tooLong();
  return scale === 0 ? units : units / 10 ** scale;
}

function fits(units: number, scale: number): boolean {
  return scale === 0 ? Number.isSafeInteger(units) : Math.abs(units) <= MAX_UNITS;
}

/** A quotient, a mean and what is computed from them: 15 significant digits. */
export function fraction(value: number): number {
  if (!Number.isFinite(value)) return failed('A number in this query is out of range.');
  return Number(value.toPrecision(DIGITS));
}

export function finite(value: number): number {
  return Number.isFinite(value) ? value : failed('A number in this query is out of range.');
}

/** Half away from zero, on the digits that are shown (PostgreSQL, `round(numeric, integer)`). */
export function roundTo(value: number, places: number): number {
  const rounded = shift(Math.round(shift(Math.abs(value), places)), -places);
  return value < 0 ? 0 - rounded : rounded;
}

/** Moves the point in the shortest decimal text of a number. */
export function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
