import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { type InEnglish, partlySaid } from '#src/check/in-english.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * The question in English, where it was asked in another language and each word of it can be said so; what it asks for,
 * where its language parts no words; else null.
 */
export async function inEnglish(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
): Promise<InEnglish | null> {
  const { principal, question } = state.request;
  const partly = partlySaid(question, catalog);
  if (partly !== null) return partly;
  const about = { catalog, policy: principal.policy, asker };
  // Without it the statement is held to what can be read of the question in any language.
  const said = await abortable(deps.planning.english(about, question, signal), signal).catch(
    () => null,
  );
  signal.throwIfAborted();
  return said === null ? null : { text: said, isWhole: true };
}
