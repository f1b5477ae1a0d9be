import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { columnOf } from '#src/catalog/catalog-names.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';

/** Values of the data that words mean; none where they cannot be looked up, which the answer does without. */
export const valueHits = (
  context: AskContext,
  catalog: Catalog,
  words: string,
): Promise<readonly ValueHit[]> => hitsOf(context, catalog, words, false);

/** The same, with values that are only near a word, but for those of persons: such a one is somebody else's. */
export async function possibleHits(
  context: AskContext,
  catalog: Catalog,
  words: string,
): Promise<readonly ValueHit[]> {
  const hits = await hitsOf(context, catalog, words, true);
  return hits.filter((hit) => hit.match !== 'near' || !columnOf(catalog, hit)?.personal);
}

async function hitsOf(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
  words: string,
  near: boolean,
): Promise<readonly ValueHit[]> {
  const about = { catalog, policy: state.request.principal.policy, asker };
  const looked = deps.planning.hits(about, words, signal, { near });
  const hits = await abortable(looked, signal).catch(() => []);
  signal.throwIfAborted();
  return hits;
}
