import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { asChange } from '#src/ask/follow-up.ts';
import { lessonsOf } from '#src/ask/lessons.ts';
import type { Plan, QueryPlan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What an answer is drafted from: a plan of the built-in planner, or a model's statement, which has no IR. */
export interface DraftPlan extends Omit<QueryPlan, 'kind' | 'query'> {
  readonly query: QueryPlan['query'] | null;
  /** The statement is that of an approved example. */
  readonly example?: boolean;
}

export type ClarifyPlan = Extract<Plan, { kind: 'clarify' }>;

/** Gives the plan of a question: made when it is first asked for, and the same from then on. */
export type Planned = () => Promise<Plan>;

export function planOnce(context: AskContext, catalog: Catalog): Planned {
  let plan: Promise<Plan> | null = null;
  return () => {
    plan ??= context.watch.time('plan', () => planQuestion(context, catalog));
    return plan;
  };
}

/** What the planner makes of the question and the turns before it. */
async function planQuestion(context: AskContext, catalog: Catalog): Promise<Plan> {
  const { deps, state, signal, asker } = context;
  const { history } = state;
  const { principal, reread } = state.request;
  const question =
    reread?.as === 'change' ? asChange(state.request.question) : state.request.question;
  const { policy } = principal;
  const now = deps.clock.now();
  const lessons = history.length > 0 ? [] : await lessonsOf(context, catalog);
  const request = { catalog, policy, asker, question, history, now, lessons };
  return abortable(deps.planning.plan(request, signal), signal);
}
