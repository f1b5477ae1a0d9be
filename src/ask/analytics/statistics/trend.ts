import { errorFunction, median } from 'simple-statistics';

export interface Trend {
  /** Median change from one point to the next (Theil 1950, Sen 1968). */
  readonly slope: number;
  /** Value of the line at the first point. */
  readonly start: number;
  /** Probability of a sum of rises and falls this uneven where there is no trend; two-sided. */
  readonly pValue: number;
  /** Points with a value. */
  readonly count: number;
  readonly seasonal: boolean;
}

/**
 * The monotonic trend of a series by the test of Mann (1945) and Kendall with Sen's slope; nulls are points without a
 * value. With `seasons` (12 for months) only points of the same season are compared (Hirsch, Slack & Smith 1982), so
 * that a year's course is no trend. Ties are corrected for. Null for fewer than four points.
 */
export function trendOf(values: readonly (number | null)[], seasons = 1): Trend | null {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  if (points.length < 4) return null;
  let score = 0;
  let variance = 0;
  const slopes: number[] = [];
  for (let season = 0; season < seasons; season++) {
    const own = points.filter(({ at }) => at % seasons === season);
    for (const [index, later] of own.entries())
      for (const earlier of own.slice(0, index)) {
        score += Math.sign(later.value - earlier.value);
        slopes.push((later.value - earlier.value) / (later.at - earlier.at));
      }
    variance += varianceOf(own.map(({ value }) => value));
  }
  if (slopes.length === 0) return null;
  const slope = median(slopes);
  const start = median(points.map(({ at, value }) => value - slope * at));
  const pValue = variance === 0 ? 1 : pOf((score - Math.sign(score)) / Math.sqrt(variance));
  return { slope, start, pValue, count: points.length, seasonal: seasons > 1 };
}

/** Of the score where there is no trend (Kendall 1975), groups of equal values counted as such. */
function varianceOf(values: readonly number[]): number {
  const term = (n: number) => n * (n - 1) * (2 * n + 5);
  const groups = Object.values(Object.groupBy(values, (value) => String(value)));
  const ties = groups.reduce((sum, group) => sum + term(group!.length), 0);
  return (term(values.length) - ties) / 18;
}

/** Two-sided, of a standard normal value. */
export const pOf = (z: number): number => Math.max(0, 1 - errorFunction(Math.abs(z) / Math.SQRT2));
