import { amountsOf } from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import type { Finding } from '#src/ask/analytics/finding.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { readPoints } from '#src/ask/analytics/read-points.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { type Trend, trendOf } from '#src/ask/analytics/statistics/trend.ts';
import { windowName } from '#src/ask/analytics/windows.ts';
import { periodPhrase } from '#src/ask/conditions.ts';
import { capital } from '#src/ask/words.ts';

/** A trend is spoken of where chance alone would show it in one of so many series at the most. */
const SIGNIFICANT = 0.05;
const FEWEST_POINTS = 6;
/** Months from which on a year's course is taken out. */
const TWO_YEARS = 24;

/** Whether a measure rises or falls over time, and by how much. */
export async function analyseTrend(
  analysis: Analysis,
  question: Extract<AnalyticsQuestion, { kind: 'trend' }>,
): Promise<Finding> {
  const { measure, series, points, window, unit, assumptions } = await readPoints(
    analysis,
    question,
  );
  const trend = trendOf(
    points.map(({ value }) => value),
    unit === 'month' && points.length >= TWO_YEARS ? 12 : 1,
  );
  const amounts = amountsOf(measure, series, analysis.catalog);
  if (!trend || trend.count < FEWEST_POINTS)
    throw unsupported(
      `${points.length} ${unit}s aren't enough to see a trend. Ask for a longer time range or a finer breakdown, such as days instead of months.`,
    );
  const isClear = trend.pValue < SIGNIFICANT && trend.slope !== 0;
  const line = (at: number) => amounts.cell(trend.start + trend.slope * at);
  const { column: name } = amounts;
  return {
    query: measure.query,
    main: series.read,
    table: {
      columns: [
        [unit, 'date'],
        [name, amounts.type],
        ...(isClear ? [['trend_line', amounts.type] as const] : []),
      ],
      rows: points.map(({ day, value }, at) => [
        day,
        amounts.cell(value),
        ...(isClear ? [line(at)] : []),
      ]),
    },
    drawn: {
      columns: [name, 'trend_line'].map((one) => ({ name: one, ...amounts.info })),
      facts: { only: [unit, name] },
    },
    explanation: trendText(trend, isClear, {
      label: capital(amounts.label),
      when: periodPhrase(windowName(window)),
      per: `a ${unit}`,
      size: amounts.text(Math.abs(trend.slope)),
      asked: question.asked,
    }),
    assumptions: [...assumptions, methodOf(trend)],
    figures: [
      `${capital(unit)}s analyzed: ${windowName(window)}.`,
      `Sen's slope over ${trend.count} ${unit}s: ${amounts.text(Math.abs(trend.slope))} a ${unit}.`,
    ],
    standsOut: isClear,
  };
}

function trendText(
  { slope }: Trend,
  isClear: boolean,
  said: Readonly<Record<'label' | 'when' | 'per' | 'size', string>> & {
    readonly asked: 'fall' | 'rise' | null;
  },
): string {
  const { label, when, per, size, asked } = said;
  if (!isClear) return `${label} shows no clear trend ${when}: its ups and downs could be chance.`;
  const direction = slope > 0 ? 'rise' : 'fall';
  const not = asked !== null && asked !== direction ? `${label} doesn't ${asked}: it` : label;
  return `${not} ${slope > 0 ? 'rises' : 'falls'} by about ${size} ${per} ${when}.`;
}

const methodOf = ({ seasonal, pValue }: Trend): string =>
  `Trend by the Mann-Kendall test${seasonal ? ', each month compared with the same month of other years' : ''}, and Sen's slope (p ${pText(pValue)}).`;

/** `= 0.03`, `< 0.001`. */
export const pText = (p: number): string => (p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`);
