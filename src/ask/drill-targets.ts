import type { AskDeps } from '#src/ask/deps.ts';
import { drillTargets, NO_DATA } from '#src/ask/drill/targets.ts';
import type { DrillTargets } from '#src/ask/drill/types.ts';
import type { AnswerTrace } from '#src/ask/types.ts';
import type { Principal } from '#src/principal.ts';

type Deps = Pick<AskDeps, 'conversations' | 'workspace' | 'pinGeneration'> & {
  readonly maxGroups: number;
  /** An answer of the caller's; fails with `not_found`. */
  readonly ownTrace: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<AnswerTrace>;
};

/** What an answer of the caller's can be drilled into, over the data as it is now. */
export const createDrillTargets =
  ({ conversations, workspace, pinGeneration, maxGroups, ownTrace }: Deps) =>
  async (principal: Principal, clientId: string, traceId: string): Promise<DrillTargets> => {
    const { workspaceId } = await ownTrace(principal, clientId, traceId);
    const query = await conversations.queryOf(traceId);
    const place = await workspace(principal, { clientId, workspaceId });
    const pinned = await pinGeneration(place, { isFresh: true });
    if (!pinned) return NO_DATA;
    try {
      return drillTargets(query, pinned.catalog, principal.policy, maxGroups);
    } finally {
      await pinned.release();
    }
  };
