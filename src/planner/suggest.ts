import { editDistance, typingErrors } from '#src/catalog/edit-distance.ts';
import type { Declined } from '#src/planner/frame.ts';
import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import type { PlanRequest, Suggestion } from '#src/planner/plan.ts';

const MOST = 5;

/** "Did you mean" for the word that was not understood: close values of the data, then close names. */
export function suggest(
  declined: Declined,
  request: PlanRequest,
  lexicon: Lexicon,
): readonly Suggestion[] {
  const raw = declined.word;
  if (!raw || raw.length > 100) return [];
  const values = request.values.lookup(raw, { near: true, limit: MOST }).map((hit) => hit.value);
  const limit = typingErrors(raw.length);
  const names = lexicon.names
    .map((name) => ({ name, distance: editDistance(raw.toLowerCase(), name, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
  return [...new Set([...values, ...names])]
    .filter((one) => one.toLowerCase() !== raw.toLowerCase())
    .slice(0, MOST)
    .map((resolved) => ({ raw, resolved }));
}
