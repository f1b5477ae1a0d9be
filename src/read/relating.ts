import type { Plan, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import type { Question } from '#src/read/question.ts';

/** Names and values that must be left, so that the words that are dropped may have tied one to another. */
const TIED = 2;

/**
 * The plan of a question without the words that only say that rows belong to others (`cards owned by each customer`),
 * where nothing in the data is called so; null where there are none, or where it is declined without them, too.
 */
export function planUnrelated(
  { history }: PlanRequest,
  question: Question,
  plan: (question: string) => Plan,
): QueryPlan | null {
  if (history.length > 0) return null;
  const { relating } = question.language;
  const dropped = question.tokens.flatMap((_, at) =>
    question.is(at, relating) &&
    !question.namesSomething(at) &&
    !asksWho(question, at) &&
    !contrasts(question, at)
      ? [at]
      : [],
  );
  const named = question.tokens.filter((_, at) => question.namesSomething(at)).length;
  if (dropped.length === 0 || named < TIED) return null;
  const text = question.withoutTokens(dropped);
  const planned = plan(text);
  if (planned.kind !== 'query') return null;
  const said = dropped.map((at) => `"${question.tokens[at]!.text}"`).join(' and ');
  const assumptions = [`Ignored as filler words: ${said}.`, ...planned.assumptions];
  return { ...planned, assumptions, heldTo: text };
}

/** `have orders yet never returned one`: the word begins what is denied, rather than being said of the words before. */
function contrasts(question: Question, at: number): boolean {
  const { auxiliaries } = question.language.functionWords;
  const { negations } = question.language;
  const after = question.is(at + 1, auxiliaries) ? at + 2 : at + 1;
  return [at + 1, after].some((from) => question.phrase(from, negations) !== null);
}

/** `Who owns the boats`: without the verb the boats would be asked, rather than who it is. */
function asksWho(question: Question, at: number): boolean {
  const from = question.nouns(at + 1).at(-1)!;
  return question.isAsking(at - 1) && question.namesSomething(from);
}
