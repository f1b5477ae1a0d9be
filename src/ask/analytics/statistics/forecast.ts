import { mean } from 'simple-statistics';

/** Continues a series by so many steps; null where the series is too short for it. */
type Continue = (
  values: readonly number[],
  steps: number,
  season: number,
) => readonly number[] | null;

export type ForecastMethod = 'seasonal_naive' | 'last_value' | 'holt_winters' | 'holt';

export interface Forecast {
  readonly method: ForecastMethod;
  /** Expected values of the steps to come. */
  readonly values: readonly number[];
  /** Value minus forecast of each step, from each point of the past that the method was tried at. */
  readonly errors: readonly (readonly number[])[];
}

/** Points of the past at which a method is tried, and the fewest that an error is told from. */
const MOST_TRIALS = 24;
const FEWEST_TRIALS = 6;
/** Points that a method without seasons needs before its first trial. */
const SHORTEST = 8;

/**
 * Forecasts a series by whichever of two methods was closer in a rolling back-test (Hyndman & Athanasopoulos 2021,
 * 5.10): the last value (of the same season) again, or exponential smoothing with a damped trend (Gardner & McKenzie
 * 1985) and additive seasons (Winters 1960). `season`: points of a season, 1 for none. `usual`: the values with those
 * that are unusual replaced by what is usual around them. These are continued, and the errors are those of the values
 * that came. Null where the past is too short for `FEWEST_TRIALS` trials of so many steps.
 */
export function forecastOf(
  values: readonly number[],
  steps: number,
  season: number,
  usual = values,
): Forecast | null {
  if (values.length < neededFor(steps, season)) return null;
  const methods: readonly (readonly [ForecastMethod, Continue])[] =
    season > 1
      ? [
          ['seasonal_naive', seasonAgain],
          ['holt_winters', smoothed],
        ]
      : [
          ['last_value', seasonAgain],
          ['holt', smoothed],
        ];
  const tried = methods.map(([method, run]) => {
    const made = trials(run, usual, steps, season);
    return { method, run, made, size: sizeOf(errorsOf(made, usual)) };
  });
  const [best] = tried.toSorted((a, b) => a.size - b.size);
  if (!best) return null;
  const { method, run, made } = best;
  return { method, errors: errorsOf(made, values), values: run(usual, steps, season) ?? [] };
}

/** Points that a forecast of so many steps needs. */
export const neededFor = (steps: number, season: number): number =>
  shortestPast(season) + steps + FEWEST_TRIALS - 1;

/** The most steps that can be forecast from so many points: with a season no more than one of it. */
export const stepsFrom = (points: number, season: number): number =>
  Math.max(0, Math.min(points - shortestPast(season) - FEWEST_TRIALS + 1, Math.floor(points / 3)));

const shortestPast = (season: number) => (season > 1 ? 2 * season : SHORTEST);

/** What a method expected from a point of the past on. */
interface Trial {
  readonly at: number;
  readonly expected: readonly number[];
}

function trials(
  run: Continue,
  past: readonly number[],
  steps: number,
  season: number,
): readonly Trial[] {
  const last = past.length - steps;
  const first = Math.max(shortestPast(season), last - MOST_TRIALS + 1);
  const made: Trial[] = [];
  for (let at = first; at <= last; at++) {
    const expected = run(past.slice(0, at), steps, season);
    if (expected) made.push({ at, expected });
  }
  return made;
}

const errorsOf = (made: readonly Trial[], came: readonly number[]): Forecast['errors'] =>
  made.map(({ at, expected }) => expected.map((value, step) => came[at + step]! - value));

const sizeOf = (errors: Forecast['errors']): number =>
  mean(errors.map((one) => mean(one.map(Math.abs))));

/** The 90th percentile of a standard normal value: four of five values lie within it on both sides. */
const Z = 1.2816;

/**
 * Half the width of the interval that holds the value in four of five cases, from how far off the trials were; larger
 * for few of them. `of`: the error of one trial that is meant, that of a step or of several together.
 */
export function halfWidth({ errors }: Forecast, of: (error: readonly number[]) => number): number {
  const squares = errors.map((one) => of(one) ** 2);
  return Z * Math.sqrt(mean(squares) * (1 + 1 / errors.length));
}

const seasonAgain: Continue = (values, steps, season) =>
  values.length < season
    ? null
    : Array.from({ length: steps }, (_, step) => values[values.length - season + (step % season)]!);

interface Weights {
  /** Of the newest value in the level, the trend and the season; and how much of the trend each step keeps. */
  readonly level: number;
  readonly trend: number;
  readonly season: number;
  readonly damping: number;
}

const GRID: readonly Weights[] = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((level) =>
  [0.05, 0.2, 0.4].flatMap((trend) =>
    [0.05, 0.2, 0.4].flatMap((season) =>
      [0.85, 0.98].map((damping) => ({ level, trend, season, damping })),
    ),
  ),
);
const UNSEASONAL = GRID.filter(({ season }) => season === GRID[0]!.season);

/** Exponential smoothing with the weights that were closest one step ahead. */
const smoothed: Continue = (values, steps, season) => {
  const least = season > 1 ? 2 * season : 4;
  if (values.length < least) return null;
  let best: { readonly error: number; readonly values: readonly number[] } | null = null;
  for (const weights of season > 1 ? GRID : UNSEASONAL) {
    const one = smooth(values, steps, season, weights);
    if (!best || one.error < best.error) best = one;
  }
  return best!.values;
};

function smooth(
  values: readonly number[],
  steps: number,
  season: number,
  weights: Weights,
): { readonly error: number; readonly values: readonly number[] } {
  const { level: alpha, trend: beta, season: gamma, damping: phi } = weights;
  const isSeasonal = season > 1;
  const [first, second] = [0, season].map((from) => mean(values.slice(from, from + season)));
  let trend = isSeasonal ? (second! - first!) / season : (values[3]! - values[0]!) / 3;
  // The line through the first season, at its last point.
  let level = first! + (trend * (season - 1)) / 2;
  const seasons = values
    .slice(0, season)
    .map((value, at) => value - (level - trend * (season - 1 - at)));
  let error = 0;
  for (let at = isSeasonal ? season : 1; at < values.length; at++) {
    const value = values[at]!;
    const slot = at % season;
    const before = level;
    const usual = isSeasonal ? seasons[slot]! : 0;
    error += (value - (before + phi * trend + usual)) ** 2;
    level = alpha * (value - usual) + (1 - alpha) * (before + phi * trend);
    trend = beta * (level - before) + (1 - beta) * phi * trend;
    if (isSeasonal) seasons[slot] = gamma * (value - level) + (1 - gamma) * usual;
  }
  let kept = 0;
  const ahead = Array.from({ length: steps }, (_, step) => {
    kept += phi ** (step + 1);
    const usual = isSeasonal ? seasons[(values.length + step) % season]! : 0;
    return level + kept * trend + usual;
  });
  return { error, values: ahead };
}
