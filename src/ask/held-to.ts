import type { AskContext } from '#src/ask/context.ts';
import type { Draft } from '#src/ask/draft.ts';
import { valueHits } from '#src/ask/value-hits.ts';
import type { HeldTo } from '#src/check/asked.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What a reading of the planner beyond its sure path is held to; nothing for other statements. */
export async function heldTo(
  context: AskContext,
  catalog: Catalog,
  { plan }: Draft,
): Promise<{ readonly heldTo?: HeldTo }> {
  const words = plan.heldTo;
  if (words === undefined) return {};
  return { heldTo: { words, hits: await valueHits(context, catalog, words) } };
}
