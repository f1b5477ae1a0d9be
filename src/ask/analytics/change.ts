import { amountsOf } from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import type { ChangeFacts, LookedAt } from '#src/ask/analytics/change-facts.ts';
import { contributionDrawn, contributionTable } from '#src/ask/analytics/change-table.ts';
import { explainChange } from '#src/ask/analytics/change-words.ts';
import { driversOf, isUnusual, tellingness } from '#src/ask/analytics/drivers.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import {
  earlierPairs,
  historyWindow,
  isSeasonal,
  usualChange,
} from '#src/ask/analytics/history.ts';
import { type Measure, planMeasure } from '#src/ask/analytics/measure.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { NoAnalysis, unsupported } from '#src/ask/analytics/reads.ts';
import {
  readRange,
  readSeries,
  type Series,
  type SeriesGroup,
  within,
} from '#src/ask/analytics/series.ts';
import { type Change, contributionsOf } from '#src/ask/analytics/statistics/contribution.ts';
import { type WindowPair, windowsOf } from '#src/ask/analytics/windows.ts';
import { type ReachedDimension, reachedDimensions } from '#src/ask/breakdown-query.ts';
import { lemma } from '#src/catalog/fold.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Expr } from '#src/plugin-api/query.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

/** Statements at work at once. */
const AT_ONCE = 3;

/** Why a measure changed: the dimension and members that its change comes from, or that there are none. */
export async function analyseChange(
  analysis: Analysis,
  question: Extract<AnalyticsQuestion, { kind: 'change' }>,
): Promise<Finding> {
  const { context, catalog, reads } = analysis;
  const grouped =
    question.dimension === null
      ? null
      : await planMeasure(context, catalog, question.measure, question.dimension);
  if (grouped?.groups.some(({ expr }) => isTime(expr, grouped)))
    throw unsupported(
      `A change can't be broken down by time period. Ask for "${question.measure} growth by ${question.dimension}".`,
    );
  const measure = await planMeasure(context, catalog, question.measure);
  if (measure.kind === 'single')
    throw unsupported(
      `The ${measure.top.as.replaceAll('_', ' ')} can't be added up across groups. Ask for a sum, a count or an average.`,
    );
  const range = await readRange(reads, measure, analysis.day);
  const pair = windowsOf(question.period, question.against, range);
  const times = earlierPairs(pair, range.first);
  const total = await readSeries(reads, measure, historyWindow(pair, times), pair.unit);
  const change = changeWithin(total, pair);
  if (change.before === null || change.after === null)
    throw unsupported('One of the two periods has no rows. Choose other periods.');
  const looked = grouped
    ? [
        await lookAtNamed(analysis, grouped, question.dimension!, {
          pair,
          times,
          dimensions: 1,
          change,
        }),
      ]
    : await lookAtAll(analysis, measure, { pair, times, change });
  const found = looked.filter((one) => one !== null);
  const best = bestOf(found);
  const facts: ChangeFacts = {
    question,
    pair,
    total: change,
    unusual: isUnusual(change, usualChange(total, pair, times)),
    seasonal: isSeasonal(total, pair, range.first),
    amounts: amountsOf(measure, best?.series ?? total, catalog),
    best,
    lookedAt: found.map(({ label }) => label),
  };
  return findingOf(facts, measure, total);
}

const isTime = (expr: Expr, { period }: Measure) =>
  expr.kind === 'bucket' || JSON.stringify(expr) === JSON.stringify(period.expr);

const changeWithin = (series: Series, { before, after }: WindowPair): Change =>
  contributionsOf(within(series, before), within(series, after));

interface Scope {
  readonly pair: WindowPair;
  readonly times: number;
  /** Dimensions that are looked at. */
  readonly dimensions: number;
  /** Of the whole. */
  readonly change: Change;
}

async function lookAtNamed(
  analysis: Analysis,
  measure: Measure,
  label: string,
  scope: Scope,
): Promise<LookedAt | null> {
  const group = { items: measure.groups, by: measure.query.groupBy, joins: [] };
  return lookAt(analysis, measure, { label, group }, scope);
}

async function lookAtAll(
  analysis: Analysis,
  measure: Measure,
  scope: Omit<Scope, 'dimensions'>,
): Promise<readonly (LookedAt | null)[]> {
  const { catalog, reads, context } = analysis;
  const readable = readableCatalog(catalog, context.state.request.principal.policy);
  const dimensions = reachedDimensions(
    measure.query,
    readable,
    context.deps.limits.maxChangeMembers,
  )
    .filter(({ column }) => column.personal === undefined)
    .slice(0, reads.left);
  const looked: (LookedAt | null)[] = [];
  for (let at = 0; at < dimensions.length; at += AT_ONCE)
    looked.push(
      ...(await Promise.all(
        dimensions.slice(at, at + AT_ONCE).map((one) =>
          lookAt(analysis, measure, dimensionGroup(one, catalog), {
            ...scope,
            dimensions: dimensions.length,
          }),
        ),
      )),
    );
  return looked;
}

function dimensionGroup({ alias, column, joins, table }: ReachedDimension, catalog: Catalog) {
  const expr = { kind: 'column', alias, column: column.name } as const;
  const shared = catalog.tables.flatMap(({ columns }) =>
    columns.filter(({ label, hidden }) => !hidden && label === column.label),
  );
  const label = shared.length > 1 ? `${lemma(table.label)} ${column.label}` : column.label;
  const group: SeriesGroup = { items: [{ expr, as: column.name }], by: [expr], joins };
  return { label, group };
}

/** Null where the dimension cannot be read whole, or its members do not give the whole. */
async function lookAt(
  { reads, context }: Analysis,
  measure: Measure,
  { label, group }: { readonly label: string; readonly group: SeriesGroup },
  { pair, times, dimensions, change: whole }: Scope,
): Promise<LookedAt | null> {
  try {
    const series = await readSeries(reads, measure, historyWindow(pair, times), pair.unit, group);
    const change = changeWithin(series, pair);
    if (series.read.isCut || !addsUp(change, whole)) {
      reads.note(unadded(label));
      return null;
    }
    reads.note(ADDED);
    const usual = usualChange(series, pair, times);
    return { label, series, change, usual, drivers: driversOf(change, usual, dimensions) };
  } catch (error) {
    if (!(error instanceof NoAnalysis)) throw error;
    context.deps.log.warn({ reason: error.failure.internal, label }, 'dimension left out');
    return null;
  }
}

const ADDED = {
  name: 'contributions_add_up',
  outcome: 'passed',
  detail: 'The contributions of all values add up to the total change.',
} as const;

const unadded = (label: string) =>
  ({
    name: 'contributions_add_up',
    outcome: 'warning',
    detail: `${label} was left out because it has too many values or its values don't add up to the total.`,
  }) as const;

/** Whether the members give the whole in both periods; floats within what adding in another order changes. */
function addsUp(members: Change, whole: Change): boolean {
  const same = (a: number | null, b: number | null) =>
    Math.abs((a ?? 0) - (b ?? 0)) <= 1e-9 * Math.max(1, Math.abs(a ?? 0));
  return same(members.before, whole.before) && same(members.after, whole.after);
}

/** The dimension whose members explain most; else the one whose contributions differ most from an even spread. */
function bestOf(found: readonly LookedAt[]): LookedAt | null {
  const score = ({ drivers }: LookedAt) => (drivers ? tellingness(drivers) : -1);
  return found.toSorted((a, b) => score(b) - score(a))[0] ?? null;
}

function findingOf(facts: ChangeFacts, measure: Measure, total: Series): Finding {
  const { explanation, figures } = explainChange(facts);
  const judged = facts.unusual !== null;
  return {
    query: measure.query,
    main: facts.best?.series.read ?? total.read,
    table: contributionTable(facts),
    drawn: contributionDrawn(facts),
    explanation,
    figures,
    assumptions: [
      ...measure.assumptions,
      ...facts.pair.assumptions,
      ...(facts.lookedAt.length > 1 ? [`Analyzed by ${facts.lookedAt.join(', ')}.`] : []),
    ],
    standsOut: judged ? facts.best?.drivers !== null && facts.best !== null : null,
  };
}
