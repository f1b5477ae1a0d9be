import {
  interquartileRange,
  mean,
  median,
  medianAbsoluteDeviation,
  probit,
} from 'simple-statistics';

/** Makes the median absolute deviation of normal values their standard deviation. */
const MAD_TO_SD = 1.4826;
/** The same for the mean absolute deviation (Iglewicz & Hoaglin 1993, for values that mostly repeat). */
const MEAN_AD_TO_SD = 1.253314;
const IQR_TO_SD = 1 / 1.349;

/** Middle and spread of values, hardly moved by the few that are unusual. */
export interface Spread {
  readonly middle: number;
  /** On the scale of a standard deviation; 0 where all values are the same. */
  readonly deviation: number;
}

/** By median absolute deviation; by the quartiles, then by the mean deviation, where more than half are the same. */
export function spreadOf(values: readonly number[]): Spread {
  const all = [...values];
  const middle = median(all);
  const deviation =
    medianAbsoluteDeviation(all) * MAD_TO_SD ||
    interquartileRange(all) * IQR_TO_SD ||
    mean(all.map((value) => Math.abs(value - middle))) * MEAN_AD_TO_SD;
  return { middle, deviation };
}

/** How many deviations a value lies from the middle; infinite where nothing else ever varied. */
export function distanceFrom({ middle, deviation }: Spread, value: number): number {
  const off = value - middle;
  if (off === 0) return 0;
  return deviation === 0 ? Math.sign(off) * Number.POSITIVE_INFINITY : off / deviation;
}

/**
 * The distance beyond which a value is unusual among so many: `least`, and more where many are looked at (Bonferroni:
 * `alarms` false ones a look, one in a hundred unless told). Of points of a series 3.5 is usual (Iglewicz & Hoaglin 1993).
 */
export function unusualDistance(count: number, least = 3.5, alarms = 0.01): number {
  return Math.max(least, probit(1 - alarms / 2 / Math.max(1, count)));
}

/** A scale on which values spread evenly around their middle, and the way back. */
interface EvenScale {
  readonly to: (value: number) => number;
  readonly back: (value: number) => number;
}

const CUBE_ROOT: EvenScale = { to: Math.cbrt, back: (value) => value ** 3 };
const AS_IS: EvenScale = { to: (value) => value, back: (value) => value };

/**
 * Amounts that cannot be negative are compared by their cube roots: sums of few large amounts lean to the right, and
 * their cube roots do not (Wilson & Hilferty 1931).
 */
export const evenScaleOf = (values: readonly number[]): EvenScale =>
  values.every((value) => value >= 0) ? CUBE_ROOT : AS_IS;

/** Where values usually lie. */
export interface UsualRange {
  readonly low: number;
  readonly high: number;
}

/** Digits of the width of a range that are written. */
const WIDTH_DIGITS = 3;
const LEAST_STEP = 1e-100;

/**
 * The range beyond which a further value is unusual (median ± 3.5 deviations), rounded outward to what people read. Of
 * values that were all the same it is that one value.
 */
export function usualRangeOf(past: readonly number[]): UsualRange {
  const { to, back } = evenScaleOf(past);
  const { middle, deviation } = spreadOf(past.map(to));
  if (deviation === 0) return { low: past[0]!, high: past[0]! };
  const reach = unusualDistance(past.length) * deviation;
  const [low, high] = [back(middle - reach), back(middle + reach)];
  const step = past.every(Number.isInteger)
    ? 1
    : Math.max(LEAST_STEP, 10 ** (Math.floor(Math.log10(high - low)) + 1 - WIDTH_DIGITS));
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const rounded = (value: number) => Number((value * step).toFixed(digits));
  const isNeverNegative = past.every((value) => value >= 0);
  return {
    low: rounded(Math.floor(isNeverNegative ? Math.max(0, low / step) : low / step)),
    high: rounded(Math.ceil(high / step)),
  };
}
