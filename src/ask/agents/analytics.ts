import { type Analysis, dayOf } from '#src/ask/analytics/analysis.ts';
import { analyseChange } from '#src/ask/analytics/change.ts';
import { analyseComparison } from '#src/ask/analytics/compare.ts';
import { analyseCorrelation } from '#src/ask/analytics/correlation.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import { analyseForecast } from '#src/ask/analytics/forecast.ts';
import { analyseGrowth } from '#src/ask/analytics/growth.ts';
import { planMeasure, Unclear } from '#src/ask/analytics/measure.ts';
import { analyseOutliers } from '#src/ask/analytics/outliers.ts';
import { analysePart, type PartQuestion, planPart } from '#src/ask/analytics/part.ts';
import { analysePartByGroup } from '#src/ask/analytics/part-by-group.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { AnalysisReads, NoAnalysis } from '#src/ask/analytics/reads.ts';
import { seriesQuery } from '#src/ask/analytics/series.ts';
import { analyseShares } from '#src/ask/analytics/shares.ts';
import { analyseTrend } from '#src/ask/analytics/trend.ts';
import { collectTable } from '#src/ask/computed-result.ts';
import { type AskContext, onSource } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { GuardedDraft } from '#src/ask/draft.ts';
import { decline, type Failure } from '#src/ask/failures.ts';
import { metricsUsed } from '#src/ask/metrics-used.ts';
import { untracedNumbers } from '#src/ask/number-trace.ts';
import type { ClarifyPlan } from '#src/ask/plan.ts';
import type { PreparedState } from '#src/ask/prepare.ts';
import type { Check, Verification } from '#src/ask/types.ts';
import { checkUnreadWords } from '#src/check/unread-words.ts';
import { verdict } from '#src/check/verdict.ts';
import { withVouched } from '#src/check/vouched.ts';
import { REFERRING } from '#src/planner/reference/find.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { CollectedResult } from '#src/results/types.ts';

export type AnalyticsOutcome =
  /** `isFinal`: no statement answers it either. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly isFinal: boolean }
  | { readonly kind: 'clarify'; readonly plan: ClarifyPlan }
  /** Guarded, not run. */
  | { readonly kind: 'drafted'; readonly main: GuardedDraft; readonly verification: Verification }
  | {
      readonly kind: 'analysed';
      readonly finding: Finding;
      readonly result: CollectedResult;
      readonly verification: Verification;
    };

/**
 * Several guarded statements and statistics over their rows. Each is made of the planner's own reading of the measure,
 * so that joins, filters and what adds up are as in any answer. The statements that look for something run first; the
 * one that the answer stands on is said before `executing`.
 */
export async function answerByAnalysis(
  context: AskContext,
  catalog: Catalog,
  question: AnalyticsQuestion,
): Promise<AnalyticsOutcome> {
  const { emit, signal, state } = context;
  emit({ event: 'status', stage: 'generating_sql' });
  const reads = new AnalysisReads(await onSource(context, catalog));
  const analysis: Analysis = { context, catalog, reads, day: dayOf({ context, catalog }) };
  try {
    refuseReference(state);
    emit({ event: 'status', stage: 'checking_sql' });
    if (state.request.dryRun) return await drafted(analysis, question);
    const finding = grounded(await abortable(analyse(analysis, question), signal));
    emit({ event: 'sql', sql: finding.main.sql });
    emit({ event: 'status', stage: 'executing' });
    const result = await collectTable(context, catalog, finding.table, finding.main.sql);
    const unread = checkUnreadWords(finding.assumptions);
    const checks = [...reads.checks, ...unread, computed(finding), judgement(finding)];
    const { metrics } = metricsUsed(finding.query, catalog);
    const verification = withVouched(verdict(checks), { metrics, example: false });
    return { kind: 'analysed', finding, result, verification };
  } catch (error) {
    if (error instanceof NoAnalysis)
      return { kind: 'failed', failure: error.failure, isFinal: error.isFinal };
    if (error instanceof Unclear) return { kind: 'clarify', plan: error.plan };
    throw error;
  }
}

const REFERS = new RegExp(String.raw`\b(?:${[...REFERRING].join('|')})\b`, 'i');

/** The phrases of an analysis are read without the turns before it: what refers to them would mean all rows. */
function refuseReference({ history, request }: PreparedState): void {
  const said = history.length > 0 && REFERS.exec(request.question)?.[0];
  if (!said) return;
  const text = `An analysis can't refer to an earlier answer. Write out what "${said}" means.`;
  throw new NoAnalysis(decline('unsupported_question', text));
}

function analyse(analysis: Analysis, question: AnalyticsQuestion): Promise<Finding> {
  switch (question.kind) {
    case 'change':
      return analyseChange(analysis, question);
    case 'compare':
      return analyseComparison(analysis, question);
    case 'growth':
      return analyseGrowth(analysis, question);
    case 'part':
      return analyseParts(analysis, question);
    case 'share':
      return analyseShares(analysis, question);
    case 'trend':
      return analyseTrend(analysis, question);
    case 'forecast':
      return analyseForecast(analysis, question);
    case 'outliers':
      return analyseOutliers(analysis, question);
    case 'correlation':
      return analyseCorrelation(analysis, question);
  }
}

/** By group where the words have that reading and the data that group, else of all. */
async function analyseParts(analysis: Analysis, question: PartQuestion): Promise<Finding> {
  const { grouped, candidates, period } = question;
  if (!grouped) return analysePart(analysis, question);
  const { dimension } = grouped;
  const inEach = { kind: 'part' as const, candidates: grouped.candidates, period };
  try {
    return await analysePartByGroup(analysis, inEach, dimension);
  } catch (error) {
    if (!(error instanceof NoAnalysis || error instanceof Unclear)) throw error;
    if (candidates.length === 0) throw error;
    // `made by phone`: the words name no group.
    return analysePart(analysis, question).catch(() => {
      throw error;
    });
  }
}

/** What a dry run shows: the measure by month, the statement that all others are made of. */
async function drafted(
  { context, catalog, reads }: Analysis,
  question: AnalyticsQuestion,
): Promise<AnalyticsOutcome> {
  if (question.kind === 'part') {
    const { grouped } = question;
    const inEach = grouped && { ...grouped, period: question.period };
    const { part } = inEach
      ? await planPart(context, catalog, inEach, inEach.dimension).catch(() =>
          planPart(context, catalog, question),
        )
      : await planPart(context, catalog, question);
    const main = await reads.guarded(part.query, part.phrase);
    context.emit({ event: 'sql', sql: main.sql });
    return { kind: 'drafted', main, verification: verdict(reads.checks) };
  }
  const phrase = question.kind === 'correlation' ? question.measures[0] : question.measure;
  const measure = await planMeasure(context, catalog, phrase);
  const main = await reads.guarded(seriesQuery(measure, null, 'month'), `${phrase} by month`);
  context.emit({ event: 'sql', sql: main.sql });
  return { kind: 'drafted', main, verification: verdict(reads.checks) };
}

/** The finding, its text held to its own numbers: where one comes from nowhere the figures alone are told. */
function grounded(finding: Finding): Finding {
  const { table, figures, explanation } = finding;
  const data = { rows: table.rows, counts: [table.rows.length], context: figures };
  const isTraced = untracedNumbers(explanation, data).length === 0;
  return isTraced ? finding : { ...finding, explanation: figures.join(' ') };
}

/** Figures that are no cells of the table, and how each was computed. */
const computed = ({ figures }: Finding): Check => ({
  name: 'figures',
  outcome: 'passed',
  detail: `Every number shown is in the table, is the sum of a column, or is one of these: ${figures.join(' ')}`,
});

/** Whether something stands out, as a check: nothing is claimed where nothing does. */
function judgement({ standsOut }: Finding): Check {
  const name = 'stands_out';
  if (standsOut === null)
    return { name, outcome: 'skipped', detail: 'No values were checked for outliers.' };
  return {
    name,
    outcome: 'passed',
    detail: standsOut
      ? 'The values named are clearly unusual for this data.'
      : 'Nothing in the data is clearly unusual, so no cause is named.',
  };
}
