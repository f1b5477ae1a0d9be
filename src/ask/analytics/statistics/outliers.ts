import { median } from 'simple-statistics';
import { distanceFrom, evenScaleOf, spreadOf, unusualDistance } from '#src/statistics/robust.ts';

export interface Outlier {
  readonly at: number;
  readonly value: number;
  /** What is usual around it. */
  readonly expected: number;
  readonly isHigh: boolean;
}

export interface OutlierOptions {
  /** Points after which the course repeats: 7 for days; 1 where it does not. */
  readonly season: number;
  /** Neighbours of the same season on each side that tell what is usual at a point; null: all points. */
  readonly neighbours: number | null;
}

/**
 * Points far from what is usual around them, by median and median absolute deviation, which a few outliers do not move.
 */
export function outliersOf(
  values: readonly (number | null)[],
  { season, neighbours }: OutlierOptions,
): readonly Outlier[] {
  const known = values.flatMap((value) => value ?? []);
  const { to, back } = evenScaleOf(known);
  const shaped = values.map((value) => (value === null ? null : to(value)));
  const expected = shaped.map((_, at) => usualAt(shaped, at, season, neighbours));
  const residuals = shaped.map((value, at) =>
    value === null || expected[at] === null ? null : value - expected[at]!,
  );
  const spread = spreadOf(residuals.flatMap((one) => one ?? []));
  const limit = unusualDistance(known.length);
  return residuals.flatMap((residual, at) => {
    if (residual === null || Math.abs(distanceFrom(spread, residual)) <= limit) return [];
    const isHigh = residual > spread.middle;
    return [{ at, value: values[at]!, expected: back(expected[at]!), isHigh }];
  });
}

function usualAt(
  values: readonly (number | null)[],
  at: number,
  season: number,
  neighbours: number | null,
): number | null {
  const near = values.filter((value, other) => {
    if (value === null || other === at || (other - at) % season !== 0) return false;
    return neighbours === null || Math.abs(other - at) <= neighbours * season;
  }) as number[];
  return near.length === 0 ? null : median(near);
}
