import { answerByExample } from '#src/ask/agents/approved-example.ts';
import { answerByModel, fallsBack } from '#src/ask/agents/model-sql.ts';
import {
  isDoubted,
  withPlannersReading,
  withSecondReading,
} from '#src/ask/agents/second-reading.ts';
import { draftBreakdown } from '#src/ask/breakdown.ts';
import {
  type AskContext,
  onSource,
  quietly,
  tellStatement,
  withoutStatements,
} from '#src/ask/context.ts';
import { draftSql } from '#src/ask/draft.ts';
import { decline, modelFailure } from '#src/ask/failures.ts';
import { nextQuestions } from '#src/ask/next-questions.ts';
import type { Planned } from '#src/ask/plan.ts';
import { failed, runDraft, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { draftProbe, probeOfPlan } from '#src/ask/run-tie-probe.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

export type { Text2SqlOutcome } from '#src/ask/run-draft.ts';

/**
 * Question → statement → rows, checked, with one `sql` and one `executing`: at once where the first statement is the
 * last one, else when it is known which one is answered with. The built-in planner writes the statement; where a model
 * is configured, the model does where `planning` says so, where the planner has no answer, and where it doubts its own.
 * Where the model fails, the planner stands in for it.
 */
export async function answerWithSql(
  context: AskContext,
  catalog: Catalog,
  planned: Planned,
): Promise<Text2SqlOutcome> {
  const { deps, emit } = context;
  emit({ event: 'status', stage: 'generating_sql' });
  const { model } = deps;
  const held = withoutStatements(context);
  const approved = await answerByExample(held, catalog);
  if (approved) return told(context, approved);
  if (model?.planning === 'model-first')
    return told(context, await byModelOr(held, catalog, planned));
  const plan = await planned();
  if (!model) return byPlan(context, catalog, plan);
  if (plan.kind !== 'query')
    return told(context, await byModelOr(held, catalog, () => Promise.resolve(plan)));
  const outcome = await byPlan(held, catalog, plan);
  if (outcome.kind === 'failed') return told(context, await byModelInstead(held, catalog, outcome));
  const isRead =
    outcome.kind === 'answered' && (model.planning === 'cross-check' || isDoubted(outcome));
  return told(context, isRead ? await withSecondReading(held, catalog, outcome) : outcome);
}

/** The model's answer to a question that the planner's statement does not answer; the planner's where it has none. */
async function byModelInstead(
  context: AskContext,
  catalog: Catalog,
  failure: Text2SqlOutcome,
): Promise<Text2SqlOutcome> {
  try {
    const outcome = await answerByModel(context, catalog);
    if (outcome.kind !== 'failed' && outcome.kind !== 'clarify') return outcome;
    context.use.answeredByPlanner();
  } catch (error) {
    failedModel(context, error);
  }
  return failure;
}

/** Notes that the planner stands in for a model that failed. Throws any error that it must not stand in for. */
function failedModel({ use, deps, state }: AskContext, error: unknown) {
  if (!fallsBack(error)) throw error;
  use.answeredByPlanner(error.kind);
  deps.log.warn({ err: error, trace: state.traceId }, "the model didn't answer");
  return error;
}

/** Says the statement that an outcome stands on; of one without an answer none. */
function told(context: AskContext, outcome: Text2SqlOutcome): Text2SqlOutcome {
  if (outcome.kind === 'answered' || outcome.kind === 'drafted')
    tellStatement(context, outcome.draft.sql, outcome.kind === 'answered');
  return outcome;
}

async function byPlan(context: AskContext, catalog: Catalog, plan: Plan): Promise<Text2SqlOutcome> {
  const { emit, state, watch } = context;
  if (plan.kind === 'clarify') return { kind: 'clarify', plan };
  if (plan.kind === 'decline')
    return failed(decline(plan.reason, plan.text, { suggestions: plan.suggestions }));
  context.use.attempts += 1;
  const on = await onSource(context, catalog);
  emit({ event: 'status', stage: 'checking_sql' });
  // Judged at the same time: the parser's process is woken once for all.
  const beside = state.request.dryRun
    ? {}
    : {
        groups: draftBreakdown(on, plan),
        probe: draftProbe(on, probeOfPlan(plan.query, on)),
      };
  const drafted = await watch.time('guard', () => draftSql(on, plan));
  if ('failure' in drafted) return failed(drafted.failure);
  const { facts } = drafted.checked;
  // The planner's threads have nothing to do while the rows are read.
  const next = state.request.dryRun
    ? {}
    : { next: nextQuestions(context, catalog, { facts, query: plan.query, metrics: [] }) };
  return runDraft(on, { ...drafted, ...beside, ...next });
}

/** The planner's own answer, without a word to the one who asks; null where it has no plan. */
const planner =
  (context: AskContext, catalog: Catalog, planned: Planned) =>
  async (): Promise<Text2SqlOutcome | null> => {
    const plan = await planned();
    return plan.kind === 'query' ? byPlan(quietly(context), catalog, plan) : null;
  };

/** The model's answer, beside the planner's where that has a plan; the planner's where the model fails; what to do later where the planner has none either. */
async function byModelOr(
  context: AskContext,
  catalog: Catalog,
  planned: Planned,
): Promise<Text2SqlOutcome> {
  try {
    const outcome = await answerByModel(context, catalog);
    if (outcome.kind === 'answered')
      return withPlannersReading(context, catalog, outcome, planner(context, catalog, planned));
    if (outcome.kind === 'clarify') return withOptions(outcome, planned);
    if (outcome.kind !== 'failed') return outcome;
    const plan = await planned();
    // What the planner knows to be ambiguous is said better by it than by a model that gave up.
    if (plan.kind === 'clarify') return { kind: 'clarify', plan };
    if (plan.kind === 'decline') return outcome;
    context.use.answeredByPlanner('no_statement');
    const instead = await byPlan(context, catalog, plan);
    return instead.kind === 'failed' ? outcome : instead;
  } catch (error) {
    const failure = failedModel(context, error);
    const outcome = await byPlan(context, catalog, await planned());
    return outcome.kind === 'failed' && outcome.draft === null
      ? failed(modelFailure(failure))
      : outcome;
  }
}

/** What to write where a question is asked back without anything to choose from: a reply alone may not be understood. */
const WRITE_WHOLE = 'Ask the full question again and include that detail.';

/** What a model asks back, with the planner's options where the model gives none, else with what to write. */
export async function withOptions(
  outcome: Extract<Text2SqlOutcome, { readonly kind: 'clarify' }>,
  planned: Planned,
): Promise<Text2SqlOutcome> {
  const { question, options } = outcome.plan;
  if (options.length > 0) return outcome;
  const plan = await planned();
  if (plan.kind === 'clarify' && plan.options.length > 0) return { kind: 'clarify', plan };
  return { kind: 'clarify', plan: { ...outcome.plan, question: `${question} ${WRITE_WHOLE}` } };
}
