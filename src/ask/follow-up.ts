import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { FollowUp } from '#src/ask/types.ts';
import { answeredTurns } from '#src/planner/conversation.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';

/** A question as one that changes the answer before it, however complete it is. */
export const asChange = (question: string): string => `and ${question}`;

/**
 * How a question of the built-in planner was read in its chat: by itself, or as a change of the answer before it, and
 * whether it can be read the other way. Null for the first question of a chat, and where that can't be told.
 */
export async function followUpOf(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
  query: Query | null,
): Promise<FollowUp | null> {
  const { question, principal } = state.request;
  const before = answeredTurns(state.history).at(-1);
  if (!before || query === null) return null;
  const { policy } = principal;
  const now = deps.clock.now();
  const plan = (text: string, history: typeof state.history) =>
    deps.planning.plan({ catalog, policy, asker, now, question: text, history }, signal);
  try {
    const both = Promise.all([plan(question, []), plan(asChange(question), state.history)]);
    const [alone, changed] = await abortable(both, signal);
    const reading = isPlanOf(alone, query) ? 'new' : 'change';
    const other = reading === 'new' ? changed : alone;
    return {
      reading,
      of: before.question,
      other: other.kind === 'query' && !isPlanOf(other, query),
    };
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ err: error }, 'readings of a follow-up not found');
    return null;
  }
}

const isPlanOf = (plan: Plan, query: Query): boolean =>
  plan.kind === 'query' && JSON.stringify(plan.query) === JSON.stringify(query);
