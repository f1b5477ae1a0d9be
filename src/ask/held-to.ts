import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { Draft } from '#src/ask/draft.ts';
import type { HeldTo } from '#src/check/asked.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What a reading of the planner beyond its sure path is held to; nothing for other statements. */
export async function heldTo(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
  { plan }: Draft,
): Promise<{ readonly heldTo?: HeldTo }> {
  const words = plan.heldTo;
  if (words === undefined) return {};
  const about = { catalog, policy: state.request.principal.policy, asker };
  // Without the look-up it is still held to what the question itself says.
  const hits = await abortable(deps.planning.hits(about, words, signal), signal).catch(() => []);
  signal.throwIfAborted();
  return { heldTo: { words, hits } };
}
