import { answerByModel, fallsBack } from '#src/ask/agents/model-sql.ts';
import { type AskContext, onSource, quietly, type SourceContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { nextQuestions, offeringFirst } from '#src/ask/next-questions.ts';
import { PlanningExhausted } from '#src/ask/planning.ts';
import { agree, confirms } from '#src/ask/readings/candidate.ts';
import {
  AGREED,
  AGREED_IN_PART,
  ALONE,
  DIFFERS,
  mayMean,
  withReading,
} from '#src/ask/readings/reading.ts';
import type { Answered, Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { AppError } from '#src/errors.ts';
import { withMeaning } from '#src/language/en/asking.ts';
import { restateInFull } from '#src/planner/restate.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** Warnings that say that the planner may have read another question than was asked. */
const DOUBTS: ReadonlySet<string> = new Set([
  'other_meaning',
  'unread_words',
  'asked_for',
  'period',
]);

/** Whether the planner doubts its own reading, so that a model gets its turn. */
export const isDoubted = ({ verification }: Answered): boolean =>
  verification.checks.some(({ name, outcome }) => outcome === 'warning' && DOUBTS.has(name));

/**
 * The planner's answer beside that of a model, which reads the question without the first reading. Where the model or
 * its statement fails, the answer stands as it was.
 */
export async function withSecondReading(
  context: AskContext,
  catalog: Catalog,
  outcome: Answered,
): Promise<Answered> {
  const attempts = context.use.attempts;
  try {
    const on = await onSource(context, catalog);
    const read = await context.watch.time('second_reading', async () => {
      const models = await answerByModel(quietly(on), catalog);
      return models.kind === 'answered'
        ? decidedBetween(on, { planners: outcome, models, first: outcome })
        : withReading(outcome, ALONE);
    });
    if (isOf(outcome, read)) context.use.answeredByPlanner();
    return read;
  } catch (error) {
    context.signal.throwIfAborted();
    if (fallsBack(error)) context.use.answeredByPlanner(error.kind);
    else if (error instanceof SourceError) context.use.answeredByPlanner();
    else throw error;
    context.varies();
    context.use.attempts = attempts;
    return outcome;
  }
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
    const decided = await decidedBetween(on, { planners: own, models: outcome, first: outcome });
    if (isOf(own, decided)) context.use.answeredByPlanner();
    return decided;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SourceError || error instanceof AppError)) throw error;
    return outcome;
  } finally {
    context.use.attempts = attempts;
  }
}

const isOf = (outcome: Answered, shown: Answered) => shown.draft.checked === outcome.draft.checked;

interface TwoReadings {
  readonly planners: Answered;
  readonly models: Answered;
  /** The one that is shown where they agree, or cannot be compared. */
  readonly first: Answered;
}

/**
 * Agreement of planner and model verifies a checked answer. Where they differ, the model's is shown, unless checks
 * warn of it and of the planner's they don't; it says what the planner reads, and offers to ask that.
 */
async function decidedBetween(
  context: SourceContext,
  { planners, models, first }: TwoReadings,
): Promise<Answered> {
  const same = await agree(context, planners, models);
  if (same === null) return withReading(first, ALONE);
  if (same) {
    const other = first === planners ? models : planners;
    // The same rows by a statement that nothing speaks against.
    const [shown, confirming] = isClean(first) || !isClean(other) ? [first, other] : [other, first];
    return withReading(shown, confirms(confirming, shown) ? AGREED : AGREED_IN_PART);
  }
  if (isClean(planners) && !isClean(models)) return withReading(planners, DIFFERS);
  const warned = withReading(models, mayMean(planners.draft.plan.restatement));
  const question = await questionFor(context, planners);
  if (question === null) return warned;
  const others = nextQuestions(context, context.catalog, {
    facts: models.draft.checked.facts,
    query: null,
    metrics: models.verification.metrics,
  });
  return offeringFirst(question, warned, others);
}

const isClean = ({ verification: { status } }: Answered) =>
  status === 'checked' || status === 'verified';

/** A question that the planner reads as just its query; null where neither the restatement nor what was asked with it is one. */
async function questionFor(context: SourceContext, { draft }: Answered): Promise<string | null> {
  const { catalog, deps, state, signal, asker } = context;
  const { query, restatement } = draft.plan;
  const { question: asked, principal } = state.request;
  const about = { catalog, policy: principal.policy, asker, history: [], now: deps.clock.now() };
  const inFull = query?.kind === 'select' ? restateInFull(query, catalog) : restatement;
  for (const question of [restatement, withMeaning(asked, inFull)])
    try {
      const plan = await abortable(deps.planning.plan({ ...about, question }, signal), signal);
      if (plan.kind === 'query' && JSON.stringify(plan.query) === JSON.stringify(query))
        return question;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PlanningExhausted || error instanceof AppError)) throw error;
    }
  return null;
}
