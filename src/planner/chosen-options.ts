import { fold } from '#src/catalog/fold.ts';
import type { Planner, PlanRequest } from '#src/planner/plan.ts';

/**
 * The request with each reply to a question that was asked back written out: an option's own words stand for the whole
 * question that the option is. `plan` is the planner; what it asked back is found by asking it again.
 */
export function withChosenOptions(request: PlanRequest, plan: Planner): PlanRequest {
  const { history } = request;
  let turns = history;
  for (let at = 1; at < history.length; at++) {
    const question = chosen({ ...request, question: history[at]!.question }, turns.slice(0, at));
    if (question) turns = turns.with(at, { ...history[at]!, question });
  }
  const question = chosen(request, turns);
  return { ...request, history: turns, question: question ?? request.question };

  /** The question of the option that a reply names; null where nothing was asked back or it names none. */
  function chosen(reply: PlanRequest, before: PlanRequest['history']): string | null {
    const asked = before.at(-1);
    if (!asked || asked.query !== null || asked.sql != null) return null;
    const said = fold(reply.question);
    const again = plan({ ...request, question: asked.question, history: before.slice(0, -1) });
    if (again.kind !== 'clarify') return null;
    const option = again.options.find(
      ({ label, question }) => fold(label) === said || fold(question) === said,
    );
    return option?.question ?? null;
  }
}
