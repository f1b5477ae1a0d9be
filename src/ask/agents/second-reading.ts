import { fallsBack, isAnswer } from '#src/ask/agents/model-sql.ts';
import { type AskContext, quietly } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { askModel } from '#src/ask/model/ask-model.ts';
import { type Answered, agree, tryStatement } from '#src/ask/readings/candidate.ts';
import {
  AGREED,
  ALONE,
  DIFFERS,
  MAJORITY,
  OUTVOTED,
  withReading,
} from '#src/ask/readings/reading.ts';
import { candidate } from '#src/ask/readings/vote.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/**
 * Lets a model read the question a second time, without the first reading, and compares the rows: agreement verifies a
 * checked answer. On disagreement a third reading decides: the planner's answer stands where it agrees with that, the
 * model's (with a warning) where both of the model's agree, else the planner's with a warning. Where the model or its
 * statement fails, the answer stands as it was.
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
  const source = await abortable(context.deps.sourceOf(catalog), context.signal);
  const quiet = quietly(context);
  const reply = await askModel(quiet, catalog, { kind: 'first' });
  if (!isAnswer(reply)) return withReading(outcome, ALONE);
  const second = await tryStatement(quiet, catalog, source, reply);
  if (!second.ok || second.outcome.kind !== 'answered') return withReading(outcome, ALONE);
  const same = await agree(context, source, outcome, second.outcome);
  if (same === null) return withReading(outcome, ALONE);
  if (same) return withReading(outcome, AGREED);
  const third = await candidate(context, catalog, source, { kind: 'independent' });
  if (!third) return withReading(outcome, DIFFERS);
  if (await agree(context, source, outcome, third.outcome)) return withReading(outcome, MAJORITY);
  return (await agree(context, source, second.outcome, third.outcome))
    ? withReading(second.outcome, OUTVOTED)
    : withReading(outcome, DIFFERS);
}
