import type { Planning } from '#src/ask/deps.ts';
import type { Conversations } from '#src/conversations/types.ts';
import { answeredTurns } from '#src/planner/conversation.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';

export interface AskedByDeps {
  readonly planning: Pick<Planning, 'english'>;
  readonly conversations: Pick<Conversations, 'history'>;
  readonly historyTurns: number;
}

/** Finds what an answer was asked by, in the planner's words: its question, and before it those that it may change. */
export const createAskedBy =
  ({ planning, conversations, historyTurns }: AskedByDeps) =>
  async (
    { policy }: Principal,
    catalog: Catalog,
    trace: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const { session_id, trace_id, question } = trace;
    const before =
      session_id == null
        ? []
        : await conversations.history(String(session_id), historyTurns, String(trace_id));
    const questions = [...answeredTurns(before).map((turn) => turn.question), String(question)];
    const said = questions.map(
      async (one) => (await planning.english({ catalog, policy }, one, signal)) ?? one,
    );
    return Promise.all(said);
  };
