import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';

/** Values of the data that words mean; none where they cannot be looked up, which the answer does without. */
export async function valueHits(
  context: AskContext,
  catalog: Catalog,
  words: string,
): Promise<readonly ValueHit[]> {
  const hits = await possibleHits(context, catalog, words);
  return hits.filter(({ match }) => match !== 'near');
}

/** The same, with values that are only near a word. */
export async function possibleHits(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
  words: string,
): Promise<readonly ValueHit[]> {
  const about = { catalog, policy: state.request.principal.policy, asker };
  const hits = await abortable(deps.planning.hits(about, words, signal), signal).catch(() => []);
  signal.throwIfAborted();
  return hits;
}
