import { type Model, probabilityOf, type Tree } from '../../src/shapes/boosted-trees.ts';

export interface Row {
  readonly features: readonly number[];
  readonly right: boolean;
  readonly weight: number;
}

export interface FitOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  /** Sum of weights that a leaf must have. */
  readonly leaf: number;
  /** Added to the curvature of each leaf. */
  readonly ridge: number;
}

const BINS = 32;

/** Boosted trees on the log loss by Newton steps (Chen and Guestrin 2016), features in bins; the same rows give the same trees. */
export function fitted(rows: readonly Row[], options: FitOptions): Model {
  const width = rows[0]?.features.length ?? 0;
  const bounds = Array.from({ length: width }, (_, feature) => boundsOf(rows, feature));
  const bins = rows.map(({ features }) =>
    Uint8Array.from(features, (value, feature) => binOf(value, bounds[feature]!)),
  );
  const positive = rows.reduce((sum, { right, weight }) => sum + (right ? weight : 0), 0);
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  const share = Math.min(0.99, Math.max(0.01, positive / all));
  const base = Math.log(share / (1 - share));
  const scores = new Float64Array(rows.length).fill(base);
  const trees: Tree[] = [];
  for (let round = 0; round < options.trees; round++) {
    const gradients = new Float64Array(rows.length);
    const curvatures = new Float64Array(rows.length);
    for (const [index, { right, weight }] of rows.entries()) {
      const p = 1 / (1 + Math.exp(-scores[index]!));
      gradients[index] = weight * ((right ? 1 : 0) - p);
      curvatures[index] = weight * p * (1 - p);
    }
    const grow = (own: readonly number[], depth: number): Tree => {
      const total = sums(own, gradients, curvatures);
      const best = depth === 0 ? null : bestSplit(own, total);
      if (!best) {
        const value = (options.rate * total.g) / (total.h + options.ridge);
        for (const index of own) scores[index]! += value;
        return Math.round(value * 1e4) / 1e4;
      }
      const { feature, bin } = best;
      const left = own.filter((index) => bins[index]![feature]! <= bin);
      const right = own.filter((index) => bins[index]![feature]! > bin);
      return [feature, bounds[feature]![bin]!, grow(left, depth - 1), grow(right, depth - 1)];
    };
    const bestSplit = (own: readonly number[], total: { g: number; h: number }) => {
      const score = (g: number, h: number) => (g * g) / (h + options.ridge);
      let best: { feature: number; bin: number; gain: number } | null = null;
      for (let feature = 0; feature < width; feature++) {
        const size = bounds[feature]!.length;
        if (size === 0) continue;
        const g = new Float64Array(size + 1);
        const h = new Float64Array(size + 1);
        for (const index of own) {
          const bin = bins[index]![feature]!;
          g[bin]! += gradients[index]!;
          h[bin]! += curvatures[index]!;
        }
        let leftG = 0;
        let leftH = 0;
        for (let bin = 0; bin < size; bin++) {
          leftG += g[bin]!;
          leftH += h[bin]!;
          if (leftH < options.leaf || total.h - leftH < options.leaf) continue;
          const gain =
            score(leftG, leftH) + score(total.g - leftG, total.h - leftH) - score(total.g, total.h);
          if (gain > 1e-3 && (best === null || gain > best.gain)) best = { feature, bin, gain };
        }
      }
      return best;
    };
    trees.push(grow([...rows.keys()], options.depth));
  }
  return { base, trees };
}

function sums(own: readonly number[], gradients: Float64Array, curvatures: Float64Array) {
  let g = 0;
  let h = 0;
  for (const index of own) {
    g += gradients[index]!;
    h += curvatures[index]!;
  }
  return { g, h };
}

function boundsOf(rows: readonly Row[], feature: number): readonly number[] {
  const values = [...new Set(rows.map(({ features }) => features[feature]!))].sort((a, b) => a - b);
  if (values.length <= BINS)
    return values.slice(0, -1).map((value, at) => rounded((value + values[at + 1]!) / 2));
  const sorted = rows.map(({ features }) => features[feature]!).sort((a, b) => a - b);
  const cuts = Array.from(
    { length: BINS - 1 },
    (_, at) => sorted[Math.floor((sorted.length * (at + 1)) / BINS)]!,
  );
  return [...new Set(cuts.map(rounded))];
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

function binOf(value: number, bounds: readonly number[]): number {
  let bin = 0;
  while (bin < bounds.length && value > bounds[bin]!) bin++;
  return bin;
}

/** Probabilities of rows by models that saw none of their fold. */
export function heldOutProbabilities(
  rows: readonly Row[],
  folds: readonly number[],
  options: FitOptions,
): readonly number[] {
  const found = new Array<number>(rows.length).fill(0);
  for (const fold of new Set(folds)) {
    const model = fitted(
      rows.filter((_, at) => folds[at] !== fold),
      options,
    );
    for (const [at, row] of rows.entries())
      if (folds[at] === fold) found[at] = probabilityOf(model, row.features);
  }
  return found;
}
