import type { Plan, PlanRequest } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import { complexityOf } from '#src/read/complexity.ts';
import { readAskedApart } from '#src/read/composed/asked-apart.ts';
import { readAverageOfEach } from '#src/read/composed/averages.ts';
import { readComparison } from '#src/read/composed/comparisons.ts';
import { readBothCounts, readMoreThan, readTwoCounts } from '#src/read/composed/counts.ts';
import { readCountsBeside } from '#src/read/composed/counts-beside.ts';
import { readDuration } from '#src/read/composed/durations.ts';
import { readFirstOfEach } from '#src/read/composed/firsts.ts';
import { groupedNumber, type ReadGrouped } from '#src/read/composed/grouped.ts';
import { readHowOften } from '#src/read/composed/how-often.ts';
import { readListedOrder } from '#src/read/composed/listed-order.ts';
import {
  type Composed,
  type Open,
  type PlanOne,
  type ReadNumber,
  singleNumber,
} from '#src/read/composed/parts.ts';
import { readTwoPeriods } from '#src/read/composed/periods.ts';
import { readRate, readShareByGroup } from '#src/read/composed/rates.ts';
import { readRowDifference } from '#src/read/composed/row-differences.ts';
import { isOfOften, readRowState } from '#src/read/composed/row-states.ts';
import { readSelfReference } from '#src/read/composed/self-references.ts';
import { readShare } from '#src/read/composed/shares.ts';
import { readSingleRow } from '#src/read/composed/single-row.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

interface Readers {
  readonly number: ReadNumber;
  readonly grouped: ReadGrouped;
  readonly plan: PlanOne;
  readonly schema: Schema;
}

interface Form {
  readonly isAnalysed?: true;
  read(question: Question, readers: Readers): Composed | Open | null;
}

const FORMS: readonly Form[] = [
  { isAnalysed: true, read: (question, { number }) => readShare(question, number) },
  { read: (question, { grouped, schema }) => readShareByGroup(question, grouped, schema) },
  { read: (question, { grouped, schema }) => readRate(question, grouped, schema) },
  { read: (question, { number }) => readBothCounts(question, number) },
  { read: (question, { number }) => readTwoCounts(question, number) },
  { read: (question, { number }) => readMoreThan(question, number) },
  {
    read: (question, { grouped, schema }) => readDuration(question, grouped, schema),
  },
  { read: (question, { plan, schema }) => readSingleRow(question, plan, schema) },
  { read: (question, { plan, schema }) => readSelfReference(question, plan, schema) },
  { read: (question, { plan, schema }) => readFirstOfEach(question, plan, schema) },
  { read: (question, { plan }) => readTwoPeriods(question, plan) },
];

/** Of what the data does not say itself, within the parts of a question, too. */
const STATES: readonly Form[] = [
  { read: (question, { plan, schema }) => readRowState(question, plan, schema) },
];

/** Before all others: a value of the same stem says something else. */
const OFTEN: readonly Form[] = [
  { read: (question, { plan, schema }) => readRowState(question, plan, schema, isOfOften) },
];

const OCCURRING: Form = {
  read: (question, { plan, schema }) => readHowOften(question, plan, schema),
};

/** Of what nothing else answers. */
const LATER: readonly Form[] = [
  OCCURRING,
  { read: (question, { schema }) => readCountsBeside(question, schema) },
  { read: (question, { number }) => readRowDifference(question, number) },
  { read: (question, { plan, schema }) => readAverageOfEach(question, plan, schema) },
  {
    isAnalysed: true,
    read: (question, { plan, schema }) => readComparison(question, plan, schema),
  },
  { read: (question, { plan, schema }) => readListedOrder(question, plan, schema) },
  { read: (question, { plan, schema }) => readAskedApart(question, plan, schema) },
];

type PlanByForms = (
  request: PlanRequest,
  question: Question,
  schema: Schema,
  plan: PlanOne,
) => Plan | null;

const planning =
  (forms: readonly Form[]): PlanByForms =>
  (request, question, schema, plan) =>
    planFirst(forms, request, { question, schema, plan });

/**
 * The plan of a question whose answer is computed from those of others, each planned as any question: a share, a
 * difference, two numbers, the first rows of each group. Null where it is worded as none, or one of these is not read.
 */
export const planComposed = planning(FORMS);

/** The same of other words of a question, which may say how often something occurs. */
export const planOtherwise = planning([...FORMS, OCCURRING]);

/** The same of rows by what has become of them. */
export const planRowState = planning(STATES);

/** The same of rows by how many belong to them. */
export const planRowsOften = planning(OFTEN);

/** The same of what the question itself may ask in another way: averages of what each has. */
export const planAverages = planning(LATER);

function planFirst(
  forms: readonly Form[],
  { history, catalog, question: text }: PlanRequest,
  { question, schema, plan }: { question: Question; schema: Schema; plan: PlanOne },
): Plan | null {
  if (history.length > 0) return null;
  const readers: Readers = {
    ...{ number: (one) => singleNumber(plan(one)), grouped: (one) => groupedNumber(plan(one)) },
    ...{ plan, schema },
  };
  for (const form of forms) {
    const found = form.read(question, readers);
    if (!found) continue;
    if ('kind' in found) return found;
    const { query, assumptions, confidence, heldTo = text } = found;
    return {
      ...{ kind: 'query', heldTo, query, restatement: restate(query, catalog) },
      ...{ assumptions, breakdown: null, confidence, complexity: complexityOf(query) },
      ...(form.isAnalysed && { isAnalysed: true }),
    };
  }
  return null;
}
