import { pOf } from '#src/ask/analytics/statistics/trend.ts';

/** A pair of values, and how many rows have it. */
export interface Pair {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

export interface Correlation {
  /** Spearman's rank correlation, -1 to 1: how surely one rises with the other, whatever the shape. */
  readonly rank: number;
  /** Pearson's, -1 to 1: how closely they follow a line. */
  readonly linear: number;
  readonly count: number;
  /** Of the rank correlation, two-sided; by Fisher's transformation with the variance of Fieller & al. (1957). */
  readonly pValue: number;
}

/** Null where there are fewer than ten rows, or one of the two never varies. */
export function correlationOf(pairs: readonly Pair[]): Correlation | null {
  const count = pairs.reduce((sum, pair) => sum + pair.count, 0);
  const linear = pearson(pairs);
  if (count < 10 || linear === null) return null;
  const ranks = { x: midRanks(pairs, 'x'), y: midRanks(pairs, 'y') };
  const ranked = pairs.map((pair) => ({
    x: ranks.x.get(pair.x)!,
    y: ranks.y.get(pair.y)!,
    count: pair.count,
  }));
  const rank = pearson(ranked)!;
  const bounded = Math.min(0.999999, Math.abs(rank));
  const z = Math.atanh(bounded) * Math.sqrt((count - 3) / 1.06);
  return { rank, linear, count, pValue: pOf(z) };
}

/** In Cohen's words (1988); below a tenth there is nothing to speak of. */
export function strengthOf(rank: number): 'no' | 'weak' | 'moderate' | 'strong' {
  const size = Math.abs(rank);
  return size < 0.1 ? 'no' : size < 0.3 ? 'weak' : size < 0.5 ? 'moderate' : 'strong';
}

function pearson(pairs: readonly Pair[]): number | null {
  const count = pairs.reduce((sum, pair) => sum + pair.count, 0);
  const mean = (of: (pair: Pair) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair) * pair.count, 0) / count;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const xx = mean(({ x }) => (x - mx) ** 2);
  const yy = mean(({ y }) => (y - my) ** 2);
  if (!(xx > 0 && yy > 0)) return null;
  return mean(({ x, y }) => (x - mx) * (y - my)) / Math.sqrt(xx * yy);
}

/** The rank of each value; rows with the same share the mean of their ranks. */
function midRanks(pairs: readonly Pair[], side: 'x' | 'y'): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const pair of pairs) counts.set(pair[side], (counts.get(pair[side]) ?? 0) + pair.count);
  const ranks = new Map<number, number>();
  let before = 0;
  for (const [value, count] of [...counts].sort(([a], [b]) => a - b)) {
    ranks.set(value, before + (count + 1) / 2);
    before += count;
  }
  return ranks;
}
