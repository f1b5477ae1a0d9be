import type { AnalyticsOutcome } from '#src/ask/agents/analytics.ts';
import type { CatalogOutcome } from '#src/ask/agents/catalog.ts';
import type { Text2SqlOutcome } from '#src/ask/agents/text2sql.ts';
import { chartOfCatalog, chartOfFinding, chartOfRows } from '#src/ask/answer-chart.ts';
import { dateAssumptions } from '#src/ask/conditions.ts';
import type { AskContext } from '#src/ask/context.ts';
import { countedRowNotes } from '#src/ask/counted-rows.ts';
import type { Draft } from '#src/ask/draft.ts';
import { type Executed, inlineLimits } from '#src/ask/execute.ts';
import { explainDraft, explainRows } from '#src/ask/explain/explain.ts';
import { gapsText } from '#src/ask/explain/gaps.ts';
import { columnStyles, shownOrder } from '#src/ask/explain/styles.ts';
import { thingOf } from '#src/ask/explain/thing.ts';
import { withWarnings } from '#src/ask/explain/warnings.ts';
import { grainTable } from '#src/ask/expression-labels.ts';
import type { Failure } from '#src/ask/failures.ts';
import { falseDateNotes } from '#src/ask/false-dates.ts';
import { ingestNotes, unreadNotes } from '#src/ask/ingest-notes.ts';
import { lineageOf } from '#src/ask/lineage.ts';
import { saysOwnScopes } from '#src/ask/measure-labels.ts';
import { metricsUsed } from '#src/ask/metrics-used.ts';
import { scopeOf } from '#src/ask/nested-labels.ts';
import { onceAStatement } from '#src/ask/once-a-statement.ts';
import type { ClarifyPlan, DraftPlan } from '#src/ask/plan.ts';
import { hiddenRanking } from '#src/ask/ranking.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';
import type { EnglishAnswer, Lineage } from '#src/ask/types.ts';
import { zoneAssumptions } from '#src/ask/zones.ts';
import { doubtfulRowNotes, totalRowNotes } from '#src/check/total-rows.ts';
import { untriedNotes } from '#src/check/untried-rows.ts';
import { NOT_APPLICABLE } from '#src/check/verdict.ts';
import { dayFor } from '#src/planner/day.ts';
import type { Suggestion } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { isFiltered } from '#src/principal.ts';
import type { CollectedResult } from '#src/results/types.ts';
import { EXPLAIN } from '#src/texts/en/explanations.ts';
import { type List, message, type Said, type Value } from '#src/texts/message.ts';

/** `model_used` of answers that no model had a part in. */
const BUILT_IN = 'built-in';

const TEXT2SQL = { type: 'text2sql', agent: 'Text2SQL' } as const;
/** Rows of a statement that the caller wrote. */
export const OWN_SQL = { type: 'text2sql', agent: 'OwnSQL' } as const;
export const CATALOG = { type: 'rag', agent: 'Catalog' } as const;
export const ANALYTICS = { type: 'analytics', agent: 'Analytics' } as const;

/** An answer before anything is known; durations, timings and usage are set when it ends. */
function blank({ state, use }: AskContext, sessionId: string | null): EnglishAnswer {
  const { request, traceId } = state;
  return {
    type: 'text2sql',
    result: 'error',
    question: request.question,
    sql: null,
    data: null,
    columnTypes: [],
    columnsInfo: [],
    breakdownInfo: null,
    chart: null,
    chartMode: request.chart ?? 'auto',
    totalRows: null,
    totalRowsExact: true,
    truncated: false,
    resultToken: null,
    cutCells: [],
    told: [],
    lineage: null,
    breakdown: null,
    verification: NOT_APPLICABLE,
    assumptions: [],
    clarification: null,
    error: null,
    modelUsed: use.model ?? BUILT_IN,
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 },
    fallbackTriggered: use.fallbackReason !== '',
    fallbackReason: use.fallbackReason,
    attempts: 0,
    complexity: 'easy',
    agent: request.statement === undefined ? TEXT2SQL.agent : OWN_SQL.agent,
    traceId,
    sessionId,
    budgetAlerts: [],
    nextQuestions: [],
    followUp: null,
    outputMode: request.outputMode,
    durationMs: 0,
    timings: {},
  };
}

export function failedAnswer(
  context: AskContext,
  sessionId: string | null,
  failure: Failure,
  outcome: Extract<Text2SqlOutcome, { kind: 'failed' }> | null = null,
  of: Pick<EnglishAnswer, 'type' | 'agent'> = TEXT2SQL,
): EnglishAnswer {
  const { message: failed, type, declineReason, suggestions, hint, retryAfterMs, code } = failure;
  const draft = outcome?.draft ?? null;
  return {
    ...blank(context, sessionId),
    ...of,
    sql: draft?.sql ?? null,
    told: withSuggestions(failed, suggestions, context.state.request.question),
    error: { message: failed, type, declineReason, suggestions, hint, retryAfterMs, code },
    verification: outcome?.verification ?? NOT_APPLICABLE,
    attempts: Math.max(1, context.use.attempts),
    ...(draft ? planned(draft.plan) : {}),
  };
}

/** `/query` shows no suggestions of their own, so the text for users names them. */
function withSuggestions(
  failed: string,
  suggestions: readonly Suggestion[],
  question: string,
): readonly Said[] {
  if (suggestions.length === 0 || failed.includes('Did you mean')) return [failed];
  const isInstead = suggestions.every(({ raw }) => raw === question);
  const offered = (texts: readonly Value[]): List => ({ list: texts, by: 'or' });
  return [
    failed,
    isInstead
      ? message(EXPLAIN.instead, {
          questions: offered(suggestions.map(({ resolved }) => ({ question: resolved }))),
        })
      : message(EXPLAIN.didYouMean, {
          names: offered(suggestions.map(({ resolved }) => `"${resolved}"`)),
        }),
  ];
}

export function blockedAnswer(context: AskContext, sessionId: string | null): EnglishAnswer {
  const { budget } = context.state;
  if (!budget.blocked) throw new TypeError('the budget does not block');
  const { message: stopped, block } = budget;
  return {
    ...blank(context, sessionId),
    agent: 'none',
    told: [stopped],
    error: {
      ...{ message: stopped, type: 'DECLINED', declineReason: null },
      ...{ suggestions: [], hint: null, retryAfterMs: null },
    },
    budgetBlock: block,
  };
}

export function clarifyingAnswer(
  context: AskContext,
  sessionId: string | null,
  plan: ClarifyPlan,
  of: Pick<EnglishAnswer, 'type' | 'agent'> = TEXT2SQL,
): EnglishAnswer {
  const labels = plan.options.map(({ label }) => ({ label }));
  return {
    ...blank(context, sessionId),
    ...of,
    result: 'clarification',
    clarification: plan,
    told: [
      plan.question,
      ...(plan.options.length > 0
        ? [message(EXPLAIN.choices, { options: { list: labels, by: 'or' } })]
        : []),
    ],
    attempts: Math.max(1, context.use.attempts),
  };
}

export function draftedAnswer(
  context: AskContext,
  sessionId: string | null,
  { draft, verification }: Extract<Text2SqlOutcome, { kind: 'drafted' }>,
  catalog: Catalog,
): EnglishAnswer {
  const lineage = lineageOfDraft(draft, catalog);
  return {
    ...blank(context, sessionId),
    ...planned(draft.plan),
    result: 'dry_run',
    sql: draft.sql,
    lineage,
    verification,
    told: withWarnings([explainDraft(lineage)], verification),
    attempts: Math.max(1, context.use.attempts),
  };
}

/** An answer from the catalog: no SQL ran, so there is nothing to verify. */
export function catalogAnswer(
  context: AskContext,
  sessionId: string | null,
  { result, explanation }: CatalogOutcome,
): EnglishAnswer {
  return {
    ...blank(context, sessionId),
    ...(result && { ...rowsOf(result), ...chartOfCatalog(context, result) }),
    type: 'rag',
    result: result ? 'success' : 'dry_run',
    agent: 'Catalog',
    told: [explanation],
    attempts: Math.max(1, context.use.attempts),
  };
}

/** How many rows a plan keeps; null where it keeps all, or some of each group. */
const askedRows = (query: Query | null): number | null =>
  query?.limit && !query.limit.within ? query.limit.count : null;

const lineageOnce = onceAStatement<Lineage>();

function lineageOfDraft({ checked: { facts }, plan: { query } }: Draft, catalog: Catalog): Lineage {
  const asked = askedRows(query);
  const { byOutput } = metricsUsed(query, catalog);
  const key = JSON.stringify([asked, ...byOutput]);
  return lineageOnce(facts, catalog, key, () => lineageOf(facts, catalog, asked, byOutput));
}

/** An answer of several statements: the SQL is that of its table, which was computed from the rows. */
export function analyticsAnswer(
  context: AskContext,
  sessionId: string | null,
  outcome: Extract<AnalyticsOutcome, { kind: 'analysed' | 'drafted' }>,
  catalog: Catalog,
): EnglishAnswer {
  const { verification } = outcome;
  const { sql, checked } = outcome.kind === 'analysed' ? outcome.finding.main : outcome.main;
  const lineage = lineageOf(checked.facts, catalog, null);
  const base: EnglishAnswer = {
    ...blank(context, sessionId),
    type: 'analytics',
    agent: 'Analytics',
    complexity: 'hard',
    result: 'dry_run',
    sql,
    lineage,
    verification,
    told: withWarnings([explainDraft(lineage)], verification),
    attempts: Math.max(1, context.use.attempts),
  };
  if (outcome.kind === 'drafted') return base;
  const { explanation } = outcome.finding;
  const { facts } = checked;
  const dates = dateAssumptions(facts, grainTable(facts, catalog), catalog);
  const assumptions = [
    ...new Set([...outcome.finding.assumptions.map(sentence), ...dates]),
    ...zoneAssumptions(facts, catalog),
    ...totalRowNotes(facts, catalog),
    ...ingestNotes(facts, catalog),
    ...(isFiltered(context.state.request.principal.policy, catalog)
      ? []
      : [...doubtfulRowNotes(facts, catalog), ...unreadNotes(facts, catalog)]),
  ];
  const { finding, result } = outcome;
  return {
    ...base,
    ...rowsOf(result),
    ...chartOfFinding(context, finding, result),
    result: 'success',
    told: [explanation],
    assumptions,
  };
}

export function succeededAnswer(
  context: AskContext,
  sessionId: string | null,
  outcome: Extract<Text2SqlOutcome, { kind: 'answered' }>,
  catalog: Catalog,
): EnglishAnswer {
  const { draft, result, breakdown, verification } = outcome;
  const lineage = lineageOfDraft(draft, catalog);
  return {
    ...blank(context, sessionId),
    ...planned(draft.plan),
    result: 'success',
    sql: draft.sql,
    ...rowsOf(result),
    ...chartOfRows(context, catalog, draft.checked.facts, {
      result,
      breakdown,
      asked: askedRows(draft.plan.query),
    }),
    lineage,
    breakdown: breakdown && {
      columns: breakdown.columns.map(({ name }) => name),
      rows: breakdown.rows,
      sql: breakdown.sql,
    },
    verification,
    assumptions: [
      ...new Set([
        ...draft.plan.assumptions.map(sentence),
        ...untriedNotes(draft.checked.facts, catalog).map(sentence),
        ...countedRowNotes(draft.checked.facts, context.state.request.question, catalog),
      ]),
      ...(isFiltered(context.state.request.principal.policy, catalog)
        ? []
        : [
            ...falseDateNotes(draft.checked.facts, catalog),
            ...doubtfulRowNotes(draft.checked.facts, catalog),
            ...unreadNotes(draft.checked.facts, catalog),
          ]),
      ...zoneAssumptions(draft.checked.facts, catalog),
      ...totalRowNotes(draft.checked.facts, catalog),
      ...ingestNotes(draft.checked.facts, catalog),
      ...result.notes,
    ],
    told: explanationOf(context, outcome, draft.checked.facts, lineage, catalog),
    attempts: Math.max(1, context.use.attempts),
  };
}

/** What a text about an answer may take its numbers from. */
export function traceTableOf(
  { draft, result }: Extract<Text2SqlOutcome, { kind: 'answered' }>,
  { lineage }: EnglishAnswer,
  catalog: Catalog,
): TraceTable {
  return {
    styles: columnStyles(result.columns, draft.checked.facts, catalog),
    rows: result.rows,
    totalRows: result.totalRows,
    isLimited: lineage?.row_limit != null && result.totalRows >= lineage.row_limit,
    context: lineage ? [lineage.period, ...lineage.filters, ...lineage.measures] : [],
  };
}

const rowsOf = (result: CollectedResult) => ({
  data: { columns: result.columns.map(({ name }) => name), rows: result.rows },
  columnTypes: result.columns.map(({ type }) => type),
  totalRows: result.totalRows,
  totalRowsExact: result.totalRowsExact,
  truncated: result.truncated,
  resultToken: result.token,
  cutCells: result.cutCells,
});

const planned = ({ assumptions, complexity }: DraftPlan) => ({
  assumptions: assumptions.map(sentence),
  complexity,
});

/** Begun with a capital, as sentences are that begin with a label of the data: `revenue is summed.` */
const sentence = (text: string) =>
  text.replace(/^\p{Ll}(?=\p{Ll}*[ .])/u, (first) => first.toUpperCase());

function explanationOf(
  { deps, state }: AskContext,
  { result, breakdown }: Executed,
  facts: QueryFacts,
  lineage: Lineage,
  catalog: Catalog,
): readonly Said[] {
  const { ofDates, attributes, filters } = scopeOf(facts.root, facts, catalog);
  const gaps = gapsText(facts, result, dayFor(catalog, deps.clock.now()));
  const table = {
    ...result,
    styles: columnStyles(result.columns, facts, catalog),
    ...(saysOwnScopes(facts) ? {} : { scope: { periods: ofDates, attributes, filters } }),
    thing: thingOf(facts, catalog),
    order: shownOrder(facts),
    ranking: hiddenRanking(facts, catalog),
    hasNoNumber: result.notes.length > 0,
    isTooLarge:
      result.rows.length <
      Math.min(result.totalRows, inlineLimits(state.request, deps.limits).rows),
    hasCutCells: result.cutCells.length > 0,
    notes: [...(gaps === '' ? [] : [gaps]), ...totalRowNotes(facts, catalog)],
  };
  const groups = breakdown && {
    rows: breakdown.rows,
    totalRows: breakdown.rows.length,
    totalRowsExact: true,
    styles: columnStyles(breakdown.columns, breakdown.facts, catalog),
    order: null,
  };
  return explainRows(table, lineage, groups);
}
