import type { Plan, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import { complexityOf } from '#src/read/complexity.ts';
import { readMoreThan, readTwoCounts } from '#src/read/composed/counts.ts';
import { type Composed, type ReadNumber, singleNumber } from '#src/read/composed/parts.ts';
import { readTwoPeriods } from '#src/read/composed/periods.ts';
import { readShare } from '#src/read/composed/shares.ts';
import type { Question } from '#src/read/question.ts';

type Form = (question: Question, read: ReadNumber) => Composed | null;

const FORMS: readonly Form[] = [readShare, readTwoCounts, readMoreThan];

/**
 * The plan of a question whose answer is computed from those of others, each planned as any question: a share, a
 * difference, two numbers. Null where it is worded as none, or one of these is not read.
 */
export function planComposed(
  { history, catalog, question: text }: PlanRequest,
  question: Question,
  plan: (question: string) => Plan,
): QueryPlan | null {
  if (history.length > 0) return null;
  const read: ReadNumber = (one) => singleNumber(plan(one));
  const planOf = ({ query, assumptions, confidence }: Composed): QueryPlan => ({
    ...{ kind: 'query', heldTo: text, query, restatement: restate(query, catalog) },
    ...{ assumptions, breakdown: null, confidence, complexity: complexityOf(query) },
  });
  for (const form of FORMS) {
    const found = form(question, read);
    if (found) return { ...planOf(found), ...(form === readShare && { isShare: true }) };
  }
  const found = readTwoPeriods(question, plan);
  return found && planOf(found);
}
