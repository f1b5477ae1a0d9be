import { fallsBack, isAnswer } from '#src/ask/agents/model-sql.ts';
import { type AskContext, onSource, quietly, type SourceContext } from '#src/ask/context.ts';
import { askModel } from '#src/ask/model/ask-model.ts';
import { agree, confirms, tryStatement } from '#src/ask/readings/candidate.ts';
import {
  AGREED,
  AGREED_IN_PART,
  ALONE,
  DIFFERS,
  OUTVOTED,
  withReading,
} from '#src/ask/readings/reading.ts';
import type { Answered, Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/**
 * Lets a model read the question a second time, without the first reading, and compares the rows: agreement of planner
 * and model verifies a checked answer. Where they differ, the planner's answer is shown if it has no findings, else the
 * model's if that has none; both say that the readings differ. Further samples of the model would be the same vote once
 * more. Where the model or its statement fails, the answer stands as it was.
 */
export async function withSecondReading(
  context: AskContext,
  catalog: Catalog,
  outcome: Answered,
): Promise<Answered> {
  const attempts = context.use.attempts;
  try {
    const read = await context.watch.time('second_reading', () =>
      compared(context, catalog, outcome),
    );
    if (read.draft === outcome.draft) context.use.answeredByPlanner();
    return read;
  } catch (error) {
    context.signal.throwIfAborted();
    if (fallsBack(error)) context.use.answeredByPlanner(error.kind);
    else if (error instanceof SourceError) context.use.answeredByPlanner();
    else throw error;
    context.use.attempts = attempts;
    return outcome;
  }
}

async function compared(
  context: AskContext,
  catalog: Catalog,
  outcome: Answered,
): Promise<Answered> {
  const on = await onSource(context, catalog);
  const quiet = quietly(on);
  const reply = await askModel(quiet, catalog, { kind: 'first' });
  if (!isAnswer(reply)) return withReading(outcome, ALONE);
  const second = await tryStatement(quiet, reply);
  if (!second.ok || second.outcome.kind !== 'answered') return withReading(outcome, ALONE);
  return decidedBetween(on, outcome, second.outcome, outcome);
}

/**
 * A model's answer beside that of the planner, where it has a plan: the same rule, the other way round. What goes wrong
 * with the planner's statement leaves the model's as it was.
 */
export async function withPlannersReading(
  context: AskContext,
  catalog: Catalog,
  outcome: Answered,
  planner: () => Promise<Text2SqlOutcome | null>,
): Promise<Answered> {
  const { attempts } = context.use;
  try {
    const own = await context.watch.time('second_reading', planner);
    if (own?.kind !== 'answered') return outcome;
    const on = await onSource(context, catalog);
    const decided = await decidedBetween(on, own, outcome, outcome);
    if (decided.draft === own.draft) context.use.answeredByPlanner();
    return decided;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SourceError || error instanceof AppError)) throw error;
    return outcome;
  } finally {
    context.use.attempts = attempts;
  }
}

/** What is shown of the planner's and a model's answer: where they agree, `first`. */
async function decidedBetween(
  context: SourceContext,
  planners: Answered,
  models: Answered,
  first: Answered,
): Promise<Answered> {
  const same = await agree(context, planners, models);
  if (same === null) return withReading(first, ALONE);
  const other = first === planners ? models : planners;
  if (same) return withReading(first, confirms(other, first) ? AGREED : AGREED_IN_PART);
  return isClean(planners) || !isClean(models)
    ? withReading(planners, DIFFERS)
    : withReading(models, OUTVOTED);
}

const isClean = ({ verification: { status } }: Answered) =>
  status === 'checked' || status === 'verified';
