import { type Model, probabilityOf } from '#src/shapes/boosted-trees.ts';
import type { Candidates, Group } from '#src/shapes/candidates.ts';
import { featuresOf } from '#src/shapes/features.ts';
import { WEIGHTS } from '#src/shapes/weights.ts';

/** Queries that are ranked, cheapest first. */
export const MOST_RANKED = 8;
/** How much less probable every other query must be. */
export const APART = 0.15;

/** A query with the probability that it is meant. */
export interface Ranked {
  readonly group: Group;
  readonly probability: number;
}

let model: Model | null = null;

/** Made at the first call. */
export function rankingModel(): Model {
  model ??= JSON.parse(WEIGHTS) as Model;
  return model;
}

/** Queries with the probability that they are meant, most probable first. */
export function ranked(candidates: Candidates): readonly Ranked[] {
  const weights = rankingModel();
  return candidates.groups
    .slice(0, MOST_RANKED)
    .map((group) => ({ group, probability: probabilityOf(weights, featuresOf(group, candidates)) }))
    .toSorted((a, b) => b.probability - a.probability);
}
