import { type AnalyticsOutcome, answerByAnalysis } from '#src/ask/agents/analytics.ts';
import { answerFromCatalog, undefinedTerm } from '#src/ask/agents/catalog.ts';
import {
  type CatalogQuestion,
  catalogQuestion,
  noteQuestion,
} from '#src/ask/agents/catalog-question.ts';
import { answerDrill } from '#src/ask/agents/drill-down.ts';
import { answerStatement } from '#src/ask/agents/given-statement.ts';
import { answerWithSql, type Text2SqlOutcome } from '#src/ask/agents/text2sql.ts';
import { dayOf } from '#src/ask/analytics/analysis.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { analyticsQuestion, foretelling } from '#src/ask/analytics/read-question.ts';
import {
  ANALYTICS,
  analyticsAnswer,
  CATALOG,
  catalogAnswer,
  clarifyingAnswer,
  draftedAnswer,
  OWN_SQL,
  succeededAnswer,
  traceTableOf,
} from '#src/ask/answer.ts';
import { answerOnce } from '#src/ask/answer-once.ts';
import { chatTitle } from '#src/ask/chat-title.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { PinnedGeneration } from '#src/ask/deps.ts';
import { blocked, type Ended, type Ending, fail, type Progress } from '#src/ask/endings.ts';
import { withWarnings } from '#src/ask/explain/warnings.ts';
import { decline, expectedFailure, unexpectedFailure } from '#src/ask/failures.ts';
import { followUpOf } from '#src/ask/follow-up.ts';
import { inEnglish } from '#src/ask/in-english.ts';
import { phrased } from '#src/ask/model/phrase.ts';
import { keepReplies } from '#src/ask/model/recall.ts';
import { withNearest } from '#src/ask/nearest-questions.ts';
import { nextQuestions } from '#src/ask/next-questions.ts';
import { type Planned, planOnce } from '#src/ask/plan.ts';
import { noData } from '#src/ask/prepare.ts';
import type { EnglishAnswer } from '#src/ask/types.ts';
import { columnOf } from '#src/catalog/catalog-names.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { isFiltered, rowsSeen } from '#src/principal.ts';
import type { Said } from '#src/texts/message.ts';

/**
 * The way of a question from its session to its `done`. Every wait ends with the signal; what goes wrong becomes an
 * answer that says so. Spend, turn and trace are the owner's (`service.ts`).
 */
export async function conduct(context: AskContext): Promise<Ended> {
  const { policy } = context.state.request.principal;
  const progress: Progress = {
    ...{ sessionId: null, generationId: null, opening: null },
    rows: rowsSeen(policy, {}),
    filtered: isFiltered(policy, {}),
  };
  const ending = await endingOf(context, progress);
  return { ...ending, rows: progress.rows };
}

async function endingOf(context: AskContext, progress: Progress): Promise<Ending> {
  try {
    return await followThrough(context, progress);
  } catch (error) {
    const { deps, state, signal } = context;
    // What was cut off fails in ways of its own, a model's call as a failed call: the cut is why there is no answer.
    const cause: unknown = signal.aborted ? signal.reason : error;
    const failure = expectedFailure(cause, progress.filtered);
    if (!failure) deps.log.error({ err: cause, trace: state.traceId }, 'question failed');
    return fail(context, progress, failure ?? unexpectedFailure(cause), null);
  }
}

async function followThrough(context: AskContext, progress: Progress): Promise<Ending> {
  const { emit, state, signal } = context;
  if (state.budget.blocked) return blocked(context);
  signal.throwIfAborted();
  await openSession(context, progress);
  emit({ event: 'status', stage: 'building_context', traceId: state.traceId });
  const pinned = await pin(context);
  if (!pinned)
    return fail(
      context,
      progress,
      decline('source_unavailable', noData(state.workspace).message),
      null,
    );
  try {
    progress.generationId = pinned.catalog.generationId;
    progress.rows = rowsSeen(state.request.principal.policy, pinned.catalog);
    progress.filtered = isFiltered(state.request.principal.policy, pinned.catalog);
    return await answerOnce(context, progress, pinned.catalog, (recording) =>
      route(recording, progress, pinned),
    );
  } finally {
    await pinned.release();
  }
}

/**
 * Questions about the data itself go to the catalog, those of the forms of an analysis to it where the built-in planner
 * has no answer of one statement, all others to SQL. What an analysis cannot do a model may.
 */
async function route(
  context: AskContext,
  progress: Progress,
  pinned: PinnedGeneration,
): Promise<Ending> {
  const { deps, emit, state } = context;
  const { catalog } = pinned;
  emit({ event: 'status', stage: 'routing' });
  const { statement, drill } = state.request;
  if (drill) {
    emit({ event: 'status', stage: 'agent_selected', agent: 'Text2SQL' });
    const { outcome, said } = await answerDrill(context, catalog, state.drilled, drill);
    const asked = asking(context, [state.request.question, said].filter(Boolean).join(', '));
    return outcome.kind === 'failed'
      ? fail(asked, progress, outcome.failure, outcome)
      : finish(asked, progress, outcome, pinned);
  }
  if (statement !== undefined) {
    emit({ event: 'status', stage: 'agent_selected', agent: OWN_SQL.agent });
    const outcome = await answerStatement(context, catalog, statement);
    return outcome.kind === 'failed'
      ? fail(context, progress, outcome.failure, outcome, OWN_SQL)
      : finish(context, progress, outcome, pinned);
  }
  const about = catalogQuestion(state.request.question, catalog);
  const fixed = about && (await fromCatalog(context, progress, catalog, about));
  if (fixed) return fixed;
  const planned = planOnce(context, catalog);
  const { note, analysis } = await withoutRows(context, catalog, planned);
  const noted = note && (await fromCatalog(context, progress, catalog, note));
  if (noted) return noted;
  if (note?.about === 'meaning' && !deps.model) {
    emit({ event: 'status', stage: 'agent_selected', agent: CATALOG.agent });
    return fail(context, progress, undefinedTerm(note.term), null, CATALOG);
  }
  if (analysis) {
    emit({ event: 'status', stage: 'agent_selected', agent: 'Analytics' });
    const outcome = await answerByAnalysis(context, catalog, analysis);
    const isFinal = outcome.kind === 'failed' && outcome.isFinal;
    const isAnsweredOtherwise = !isFinal && (deps.model !== null || !(await isDeclined(planned)));
    // What an analysis would ask back, a model may know.
    const isModels = outcome.kind === 'clarify' && deps.model !== null;
    if ((outcome.kind !== 'failed' && !isModels) || !isAnsweredOtherwise)
      return finishAnalysis(context, progress, outcome, catalog);
    if (outcome.kind === 'clarify')
      return byModelOrClarified(context, progress, pinned, { outcome, planned });
  }
  emit({ event: 'status', stage: 'agent_selected', agent: 'Text2SQL' });
  return finish(context, progress, await answerWithSql(context, catalog, planned), pinned);
}

/** The same under another question. */
const asking = (context: AskContext, question: string): AskContext => ({
  ...context,
  state: { ...context.state, request: { ...context.state.request, question } },
});

/** The model's answer to a question that an analysis would ask back on; without one, what that asks. */
async function byModelOrClarified(
  context: AskContext,
  progress: Progress,
  pinned: PinnedGeneration,
  { outcome, planned }: { readonly outcome: AnalyticsOutcome; readonly planned: Planned },
): Promise<Ending> {
  context.emit({ event: 'status', stage: 'agent_selected', agent: 'Text2SQL' });
  const { catalog } = pinned;
  const answered = await answerWithSql(context, catalog, planned);
  if (answered.kind !== 'failed' && answered.kind !== 'clarify')
    return finish(context, progress, answered, pinned);
  context.emit({ event: 'status', stage: 'agent_selected', agent: 'Analytics' });
  return finishAnalysis(context, progress, outcome, catalog);
}

/** What a question may be that the planner does not answer with one statement; its forms take longer to read than that. */
async function withoutRows(
  context: AskContext,
  catalog: Catalog,
  planned: Planned,
): Promise<{
  readonly note: CatalogQuestion | null;
  readonly analysis: AnalyticsQuestion | null;
}> {
  const { question } = context.state.request;
  const day = dayOf({ context, catalog });
  const foretold = foretelling(question, day);
  if (foretold) return { note: null, analysis: foretold };
  const plansFirst = context.deps.model?.planning !== 'model-first';
  if (plansFirst && !(await isLeft(planned))) return { note: null, analysis: null };
  const note = noteQuestion(question, catalog);
  const said = analyticsQuestion(question, day);
  const english = note || said ? null : await inEnglish(context, catalog);
  const analysis = english?.isWhole ? analyticsQuestion(english.text, day) : said;
  const isRead = note !== null || analysis !== null;
  return isRead && (await isLeft(planned)) ? { note, analysis } : { note: null, analysis: null };
}

/** Whether the planner leaves a question to others: it has no answer, or one of which an analysis tells more. */
const isLeft = (planned: Planned): Promise<boolean> =>
  holds(
    planned,
    (plan) => hasNoAnswer(plan) || (plan.kind === 'query' && plan.isAnalysed === true),
  );

const isDeclined = (planned: Planned): Promise<boolean> => holds(planned, hasNoAnswer);

/** What the planner asks back may still be answered by others, where it only met a wording that it does not read. */
const hasNoAnswer = (plan: Plan): boolean =>
  plan.kind === 'decline' || (plan.kind === 'clarify' && plan.unread === true);

/** Whether a plan is so; a plan that fails does so where it is used. */
async function holds(planned: Planned, isSo: (plan: Plan) => boolean): Promise<boolean> {
  try {
    return isSo(await planned());
  } catch {
    return false;
  }
}

async function fromCatalog(
  context: AskContext,
  progress: Progress,
  catalog: Catalog,
  question: CatalogQuestion,
): Promise<Ending | null> {
  const agent = 'Catalog';
  const outcome = await answerFromCatalog(context, catalog, question);
  if (!outcome) return null;
  context.emit({ event: 'status', stage: 'agent_selected', agent });
  const answer = catalogAnswer(context, progress.sessionId, outcome);
  if (answer.data) await tellResult(context, answer);
  else context.emit({ event: 'explanation', told: answer.told });
  context.emit({ event: 'done', agent });
  const { generationId, opening } = progress;
  return { answer, query: null, generationId, internal: null, opening };
}

async function finishAnalysis(
  context: AskContext,
  progress: Progress,
  outcome: AnalyticsOutcome,
  catalog: Catalog,
): Promise<Ending> {
  const { emit } = context;
  const { sessionId, generationId, opening } = progress;
  if (outcome.kind === 'failed') {
    const failure = await withNearest(context, catalog, outcome.failure);
    return fail(context, progress, failure, null, ANALYTICS);
  }
  let answer: EnglishAnswer;
  if (outcome.kind === 'analysed') {
    answer = analyticsAnswer(context, sessionId, outcome, catalog);
    await tellResult(context, answer);
  } else {
    answer =
      outcome.kind === 'clarify'
        ? clarifyingAnswer(context, sessionId, outcome.plan, ANALYTICS)
        : analyticsAnswer(context, sessionId, outcome, catalog);
    if (outcome.kind === 'drafted') emit({ event: 'status', stage: 'explaining' });
    emit({ event: 'explanation', told: answer.told });
  }
  emit({ event: 'done', agent: answer.agent });
  return { answer, query: null, generationId, internal: null, opening };
}

async function openSession(context: AskContext, progress: Progress): Promise<void> {
  const { deps, state, emit, signal } = context;
  const { session, workspace, request } = state;
  if (session.kind === 'none') return;
  progress.sessionId = session.sessionId;
  if (session.kind === 'continue') return;
  const { clientId, workspaceId } = workspace;
  const { endUserId, policy } = request.principal;
  const scope = { clientId, workspaceId, endUserId, policyHash: policy.hash };
  const { isDefault } = session;
  const title = chatTitle(request.question);
  progress.opening = deps.conversations.start(session.sessionId, scope, { isDefault, title });
  progress.sessionId = await abortable(progress.opening, signal);
  emit({ event: 'session', sessionId: progress.sessionId });
}

function pin({ deps, state, signal, watch }: AskContext): Promise<PinnedGeneration | null> {
  return watch.time('context', () => {
    const { workspace, request, waitedMs } = state;
    const pinning = deps.pinGeneration(workspace, {
      trial: request.trial,
      isFresh: waitedMs === 0,
    });
    return abortable(pinning, signal, (late) => {
      void late?.release();
    });
  });
}

async function finish(
  context: AskContext,
  progress: Progress,
  outcome: Text2SqlOutcome,
  { catalog }: PinnedGeneration,
): Promise<Ending> {
  const { emit } = context;
  const { sessionId } = progress;
  const end = (answer: EnglishAnswer, query: Query | null) => {
    emit({ event: 'done', agent: answer.agent });
    const { generationId, opening } = progress;
    return { answer, query, generationId, internal: null, opening };
  };
  switch (outcome.kind) {
    case 'failed':
      return fail(context, progress, await withNearest(context, catalog, outcome.failure), outcome);
    case 'clarify': {
      const answer = clarifyingAnswer(context, sessionId, outcome.plan);
      emit({ event: 'explanation', told: answer.told });
      return end(answer, null);
    }
    case 'drafted': {
      const answer = draftedAnswer(context, sessionId, outcome, catalog);
      keepReplies(context, catalog);
      emit({ event: 'status', stage: 'explaining' });
      emit({ event: 'explanation', told: answer.told });
      return end(answer, outcome.draft.plan.query);
    }
    case 'answered': {
      const made = succeededAnswer(context, sessionId, outcome, catalog);
      if (context.state.request.statement !== undefined)
        return end(await tellResult(context, made), null);
      // No model is shown data of persons: the template speaks of it.
      const answer = readsPersonal(outcome.draft.checked.facts, catalog)
        ? await tellResult(context, made)
        : await tellResult(context, made, () =>
            phrased(context, catalog, made, traceTableOf(outcome, made, catalog)),
          );
      keepReplies(context, catalog);
      const { checked, plan, next } = outcome.draft;
      const { query } = plan;
      const { metrics } = outcome.verification;
      const leadsOn = { facts: checked.facts, query, metrics };
      const [offered, followUp] = await Promise.all([
        next ?? nextQuestions(context, catalog, leadsOn),
        context.state.request.drill ? null : followUpOf(context, catalog, query),
      ]);
      return end({ ...answer, nextQuestions: offered, followUp }, query);
    }
  }
}

/** Whether a statement reads data of persons other than to count it. */
const readsPersonal = ({ columns }: QueryFacts, catalog: Catalog): boolean =>
  columns.some((use) => !use.onlyCounted && columnOf(catalog, use)?.personal !== undefined);

/**
 * Says the rows at once, then the explanation when it is phrased, with the warnings that belong to its numbers whoever
 * phrased it; gives the answer with it.
 */
async function tellResult(
  { emit }: AskContext,
  answer: EnglishAnswer,
  explain: () => Promise<readonly Said[]> = () => Promise.resolve(answer.told),
): Promise<EnglishAnswer> {
  const { data, totalRows, totalRowsExact, truncated, resultToken, cutCells, lineage } = answer;
  const { columnsInfo, chart, chartMode } = answer;
  if (!data) throw new TypeError('a successful answer has rows');
  const shape = { totalRows, totalRowsExact, truncated, resultToken, cutCells, lineage };
  emit({ event: 'result', data, ...shape, columnsInfo, chart, chartMode });
  if (answer.verification.status !== 'not_applicable')
    emit({ event: 'status', stage: 'verifying' });
  emit({ event: 'status', stage: 'explaining' });
  const told = withWarnings(await explain(), answer.verification);
  emit({ event: 'explanation', told });
  const { checks } = answer.verification;
  const warned = new Set(checks.map(({ outcome, detail }) => outcome === 'warning' && detail));
  const assumptions = answer.assumptions.filter((one) => !warned.has(one));
  return { ...answer, told, assumptions };
}
