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
