import type { ChartData } from '#src/charts/types.ts';
import { type ColumnFormat, columnFormats } from '../../format/columns.ts';
import { bigNumberOf, chartOf, columnsInfoOf, type Turn } from '../../state/thread.ts';

export type View = 'chart' | 'table' | 'sql';

/** What of an answer can be shown, and how. */
export interface AnswerView {
  readonly views: readonly View[];
  /** Null: the number stands for itself. */
  readonly first: View | null;
  readonly chart: ChartData | null;
  readonly formats: readonly ColumnFormat[];
  /** The one number, as it is written; null where the answer is more. */
  readonly big: string | null;
  /** The table stands below the chart: it is short, and the chart leaves columns out. */
  readonly hasTableBelow: boolean;
}

const FEW_ROWS = 12;

export function answerViewOf(turn: Turn, lang: string): AnswerView {
  const { result, sql } = turn.answer;
  const formats = result
    ? columnFormats(result.columns, columnsInfoOf(turn.answer), result.rows, lang)
    : [];
  const bigCell = bigNumberOf(turn.answer) && result?.rows[0]?.[0];
  const big =
    bigCell === null || bigCell === undefined ? null : (formats[0]?.text(bigCell) ?? null);
  const whole = chartOf(turn);
  // The number stands in the page's own type: what is drawn below it are its groups.
  const chart = big !== null && whole ? groupsOf(whole) : whole;
  const views: View[] = [];
  if (chart) views.push('chart');
  if (result && result.columns.length > 0) views.push('table');
  if (sql) views.push('sql');
  const used = chart ? new Set([chart.chart.x, chart.chart.series, ...chart.chart.y]) : null;
  return {
    views,
    first: chart ? 'chart' : big === null && result ? 'table' : null,
    chart,
    formats,
    big,
    hasTableBelow:
      used !== null &&
      big === null &&
      result !== null &&
      result.rows.length <= FEW_ROWS &&
      result.columns.some((name) => !used.has(name)),
  };
}

const groupsOf = ({ chart, breakdown }: ChartData): ChartData | null =>
  chart.breakdown && breakdown ? { ...breakdown, chart: chart.breakdown } : null;
