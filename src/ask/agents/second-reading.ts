import { answerByModel, fallsBack } from '#src/ask/agents/model-sql.ts';
import { type AskContext, onSource, quietly, type SourceContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { shownWords } from '#src/ask/model/draft-plan.ts';
import { nextQuestions, offeringFirst } from '#src/ask/next-questions.ts';
import { PlanningExhausted } from '#src/ask/planning.ts';
import { agree, confirms, listsOnce, tellSameThings } from '#src/ask/readings/candidate.ts';
import {
  AGREED,
  AGREED_IN_PART,
  ALONE,
  DIFFERS,
  LISTED_ONCE,
  mayMean,
  SAME_NUMBERS,
  withReading,
} from '#src/ask/readings/reading.ts';
import type { Answered, Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { AppError } from '#src/errors.ts';
import { meaningIn, withMeaning } from '#src/language/en/asking.ts';
import { restateInFull } from '#src/planner/restate.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** Warnings that say that the planner may have read another question than was asked. */
const DOUBTS: ReadonlySet<string> = new Set(['unread_words', 'asked_for', 'period']);

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
): Promise<Answered | Clarified> {
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
): Promise<Answered | Clarified> {
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

type Clarified = Extract<Text2SqlOutcome, { readonly kind: 'clarify' }>;

const isOf = (outcome: Answered, shown: Answered | Clarified) =>
  shown.kind === 'answered' && shown.draft.checked === outcome.draft.checked;

interface TwoReadings {
  readonly planners: Answered;
  readonly models: Answered;
  /** The one that is shown where they agree, or cannot be compared. */
  readonly first: Answered;
}

/**
 * Agreement of planner and model verifies a checked answer. Where they differ, the model's is shown, unless checks
 * warn of it and of the planner's they don't; it says what the planner reads, and offers to ask that. With `cross-check`
 * a conversation is asked which of the two is meant.
 */
async function decidedBetween(
  context: SourceContext,
  { planners, models, first }: TwoReadings,
): Promise<Answered | Clarified> {
  const same = await agree(context, planners, models);
  if (same === null) return withReading(first, ALONE);
  const other = first === planners ? models : planners;
  // Of two that agree, the one that nothing speaks against.
  const [shown, confirming] = isClean(first) || !isClean(other) ? [first, other] : [other, first];
  if (same) return withReading(shown, confirms(confirming, shown) ? AGREED : AGREED_IN_PART);
  if (await tellSameThings(context, planners, models)) return withReading(shown, SAME_NUMBERS);
  if (isClean(planners) && (await listsOnce(context, planners, models)))
    return withReading(planners, LISTED_ONCE);
  if (isClean(planners) && !isClean(models)) return withReading(planners, DIFFERS);
  const warned = withReading(models, mayMean(planners.draft.plan.restatement));
  const question = await questionFor(context, planners);
  if (question === null) return warned;
  const asked = whichOfTwo(context, models, { label: planners.draft.plan.restatement, question });
  if (asked) return asked;
  const others = nextQuestions(context, context.catalog, {
    facts: models.draft.checked.facts,
    query: null,
    metrics: models.verification.metrics,
  });
  return offeringFirst(question, warned, others);
}

/**
 * Asks which of two readings that nothing speaks against is meant; null where an answer stands alone, where it was
 * asked already, and where nothing can be shown of the words that the model reads the question as.
 */
function whichOfTwo(
  { deps, state }: SourceContext,
  models: Answered,
  planners: { readonly label: string; readonly question: string },
): Clarified | null {
  const { question, conversation } = state.request;
  const isChat = deps.model?.planning === 'cross-check' && conversation.mode !== 'none';
  const isAgain = meaningIn(question) || state.history.some((turn) => turn.question === question);
  if (!isChat || isAgain || !isClean(models)) return null;
  const label = shownWords(models.draft.plan.restatement, question);
  if (label === null || label === planners.label) return null;
  const options = [{ label, question: withMeaning(question, label) }, planners];
  return {
    kind: 'clarify',
    plan: { kind: 'clarify', question: 'Which one do you mean?', options },
  };
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
