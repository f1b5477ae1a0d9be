import { lookupTable } from '#src/sql/lookup-table.ts';
import { failed, finite } from './numbers.ts';
import type { Cell, ValueSet } from './scalars.ts';
import { compareTexts } from './texts.ts';

/** AlaSQL's stages of an aggregate (docs: User-defined aggregates). */
const FIRST = 1;
const END = 3;

/** An aggregate over the values that are not NULL. The accumulator starts as undefined. */
interface Fold<A> {
  readonly add: (sum: A | undefined, value: never) => A;
  readonly end: (sum: A | undefined) => Cell;
}

type Aggregate = (value: Cell, state: unknown, stage: number) => unknown;

const nil = (value: unknown): value is null | undefined => value === null || value === undefined;

function aggregate<A>({ add, end }: Fold<A>): Aggregate {
  return (value, state, stage) => {
    const sum = stage === FIRST ? undefined : (state as A | undefined);
    if (stage === END) return end(sum);
    return nil(value) ? sum : add(sum, value as never);
  };
}

/** The same over different values only. */
function distinct<A>(fold: Fold<A>): Aggregate {
  return aggregate<Set<Cell>>({
    add: (seen, value: Cell) => (seen ?? new Set()).add(value),
    end: (seen) => {
      let sum: A | undefined;
      for (const value of seen ?? []) sum = fold.add(sum, value as never);
      return fold.end(sum);
    },
  });
}

const orNull = (value: Cell): Cell => value ?? null;

const count: Fold<number> = { add: (sum) => (sum ?? 0) + 1, end: (sum) => sum ?? 0 };

/** Whole numbers; a sum that a double does not hold goes on as a BigInt. */
const whole: Fold<number | bigint> = {
  add: (sum, value: number) => {
    if (sum === undefined) return value;
    if (typeof sum === 'bigint') return sum + BigInt(value);
    const next = sum + value;
    return Number.isSafeInteger(next) ? next : BigInt(sum) + BigInt(value);
  },
  end: (sum) =>
    typeof sum === 'bigint' && Number.isSafeInteger(Number(sum)) ? Number(sum) : orNull(sum),
};

const float: Fold<number> = {
  add: (sum, value: number) => finite((sum ?? 0) + value),
  end: orNull,
};

/** The variance of a sample, NULL for fewer than two values (Welford 1962). */
const variance: Fold<{ readonly n: number; readonly mean: number; readonly squares: number }> = {
  add: (sum = { n: 0, mean: 0, squares: 0 }, value: number) => {
    const n = sum.n + 1;
    const off = value - sum.mean;
    const mean = sum.mean + off / n;
    return { n, mean, squares: finite(sum.squares + off * (value - mean)) };
  },
  end: (sum) => (sum && sum.n > 1 ? sum.squares / (sum.n - 1) : null),
};

function best<T>(isBetter: (value: T, than: T) => boolean): Fold<T & Cell> {
  return {
    add: (kept, value: T & Cell) => (kept === undefined || isBetter(value, kept) ? value : kept),
    end: orNull,
  };
}

type Ordered = number | string | boolean;

/** The aggregates that the dialect writes. Sums and means of exact numbers go over their units. */
export const AGGREGATES: Readonly<Record<string, Aggregate>> = lookupTable({
  A_COUNT: aggregate(count),
  A_SUM: aggregate(whole),
  A_FSUM: aggregate(float),
  A_MIN: aggregate(best<Ordered>((value, than) => value < than)),
  A_MAX: aggregate(best<Ordered>((value, than) => value > than)),
  A_TMIN: aggregate(best<string>((value, than) => compareTexts(value, than) < 0)),
  A_TMAX: aggregate(best<string>((value, than) => compareTexts(value, than) > 0)),
  A_DCOUNT: distinct(count),
  A_DSUM: distinct(whole),
  A_DFSUM: distinct(float),
  A_VARIANCE: aggregate(variance),
  /** All values of a group, in order: what a percentile is found in. */
  A_VALUES: aggregate<number[]>({
    add: (values = [], value: number) => {
      values.push(value);
      return values;
    },
    end: (values) => values?.sort((a, b) => a - b) ?? null,
  }),
  A_AND: aggregate<boolean>({ add: (all, value: boolean) => (all ?? true) && value, end: orNull }),
  A_OR: aggregate<boolean>({ add: (any, value: boolean) => (any ?? false) || value, end: orNull }),
  /** The value that all rows of a group share. */
  A_KEY: (value, state, stage) => (stage === FIRST ? (value ?? null) : (state ?? null)),
  /** The only value of a subquery; more rows are an error. */
  A_ONLY: (value, state, stage) => {
    if (stage === FIRST) return { value: value ?? null };
    if (stage !== END)
      return failed('more than one row returned by a subquery used as an expression');
    return (state as { value: Cell } | undefined)?.value ?? null;
  },
  /** The values of a subquery, for IN. */
  A_SET: (value, state, stage) => {
    const set =
      stage === FIRST || state === undefined
        ? { values: new Set<Cell>(), hasNull: false }
        : (state as { values: Set<Cell>; hasNull: boolean });
    if (stage === END) return set satisfies ValueSet;
    if (nil(value)) set.hasNull = true;
    else set.values.add(value);
    return set;
  },
});
