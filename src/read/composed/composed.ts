import type { Plan, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import { complexityOf } from '#src/read/complexity.ts';
import { readBothCounts, readMoreThan, readTwoCounts } from '#src/read/composed/counts.ts';
import { readFirstOfEach } from '#src/read/composed/firsts.ts';
import { type Composed, type ReadNumber, singleNumber } from '#src/read/composed/parts.ts';
import { readTwoPeriods } from '#src/read/composed/periods.ts';
import { readShare } from '#src/read/composed/shares.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

interface Ground {
  readonly plan: (question: string) => Plan;
  readonly read: ReadNumber;
  readonly schema: Schema;
}

type Form = (question: Question, ground: Ground) => Composed | null;

const share: Form = (question, { read }) => readShare(question, read);

const FORMS: readonly Form[] = [
  share,
  (question, { read }) => readBothCounts(question, read),
  (question, { read }) => readTwoCounts(question, read),
  (question, { read }) => readMoreThan(question, read),
  (question, { plan, schema }) => readFirstOfEach(question, plan, schema),
  (question, { plan }) => readTwoPeriods(question, plan),
];

/**
 * The plan of a question whose answer is computed from those of others, each planned as any question: a share, a
 * difference, two numbers, the first rows of each group. Null where it is worded as none, or one of these is not read.
 */
export function planComposed(
  { history, catalog, question: text }: PlanRequest,
  question: Question,
  schema: Schema,
  plan: (question: string) => Plan,
): QueryPlan | null {
  if (history.length > 0) return null;
  const ground: Ground = { plan, schema, read: (one) => singleNumber(plan(one)) };
  for (const form of FORMS) {
    const found = form(question, ground);
    if (!found) continue;
    const { query, assumptions, confidence } = found;
    return {
      ...{ kind: 'query', heldTo: text, query, restatement: restate(query, catalog) },
      ...{ assumptions, breakdown: null, confidence, complexity: complexityOf(query) },
      ...(form === share && { isShare: true }),
    };
  }
  return null;
}
