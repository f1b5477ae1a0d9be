import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { GuardedDraft } from '#src/ask/draft.ts';
import {
  checkLiterals,
  type LiteralVerdict,
  literalsToFind,
  UNCHECKED_LITERALS,
} from '#src/check/literals.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** Looks the texts up that the statement compares columns with. A look-up that fails is a warning, not a failure. */
export async function checkValues(
  { deps, state, signal, asker, varies }: AskContext,
  catalog: Catalog,
  draft: GuardedDraft,
): Promise<LiteralVerdict> {
  const about = { catalog, policy: state.request.principal.policy, asker };
  const literals = literalsToFind(draft.checked.facts, about, deps.limits);
  if (literals.length === 0) return checkLiterals([], catalog);
  try {
    const looking = deps.planning.findLiterals(about, literals, signal);
    return checkLiterals(await abortable(looking, signal), catalog);
  } catch (error) {
    signal.throwIfAborted();
    varies();
    deps.log.warn({ err: error, trace: state.traceId }, 'literals not looked up');
    return UNCHECKED_LITERALS;
  }
}
