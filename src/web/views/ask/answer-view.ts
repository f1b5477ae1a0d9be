import { type ColumnFormat, columnFormats } from '#src/charts/columns.ts';
import { chartAsSet } from '#src/charts/settings.ts';
import type { ChartData, ChartSettings } from '#src/charts/types.ts';
import type { Sorting } from '../../components/table/sort.ts';
import { bigNumberOf, chartOf, columnsInfoOf, type Turn } from '../../state/thread.ts';

export type View = 'chart' | 'table' | 'sql';

/** What whoever looks at an answer chose; null: as it comes. */
export interface Shown {
  readonly view: View | null;
  readonly sorting: Sorting | null;
  readonly chart: ChartSettings | null;
}

/** What of an answer can be shown, and how. */
export interface AnswerView {
  readonly views: readonly View[];
  /** Null: the number stands for itself. */
  readonly first: View | null;
  readonly chart: ChartData | null;
  /** The chart that fits best, of which others can be made. */
  readonly best: ChartData | null;
  readonly formats: readonly ColumnFormat[];
  /** The one number that the answer is, as it is written; null where it is more. */
  readonly big: BigNumber | null;
  /** The table stands below the chart: it is short, and the chart leaves columns out. */
  readonly hasTableBelow: boolean;
}

interface BigNumber {
  readonly text: string;
  /** What it is made of; null for a result of one cell. */
  readonly note: string | null;
}

const FEW_ROWS = 12;

export function answerViewOf(
  turn: Turn,
  lang: string,
  settings: ChartSettings | null = null,
): AnswerView {
  const { result, sql } = turn.answer;
  const formats = result
    ? columnFormats(result.columns, columnsInfoOf(turn.answer), result.rows, lang)
    : [];
  const cell = bigNumberOf(turn.answer) ? (result?.rows[0]?.[0] ?? null) : null;
  const text = cell === null ? null : (formats[0]?.text(cell) ?? null);
  const whole = chartOf(turn);
  // The number stands in the page's own type: what is drawn below it are its groups.
  const best = text !== null && whole ? groupsOf(whole) : whole;
  const set = chartAsSet(best?.chart ?? null, settings);
  const chart = best && set ? { ...best, chart: set } : best;
  const big = text === null ? changeOf(turn, whole, formats, lang) : { text, note: null };
  const views: View[] = [];
  if (chart) views.push('chart');
  if (result && result.columns.length > 0) views.push('table');
  if (sql) views.push('sql');
  const used = chart ? new Set([chart.chart.x, chart.chart.series, ...chart.chart.y]) : null;
  return {
    views,
    first: chart ? 'chart' : text === null && result ? 'table' : null,
    chart,
    best,
    formats,
    big,
    hasTableBelow:
      used !== null &&
      text === null &&
      result !== null &&
      result.rows.length <= FEW_ROWS &&
      result.columns.some((name) => !used.has(name)),
  };
}

const groupsOf = ({ chart, breakdown }: ChartData): ChartData | null =>
  chart.breakdown && breakdown ? { ...breakdown, chart: chart.breakdown } : null;

/**
 * The change of the whole between two times, where the answer is one by group and its checks found that the groups give
 * the whole; else null. The two columns before that of the change are the times.
 */
function changeOf(
  { answer: { result, done } }: Turn,
  drawn: ChartData | null,
  formats: readonly ColumnFormat[],
  lang: string,
): BigNumber | null {
  const isWhole = done?.verification?.checks.some(
    ({ name, outcome }) => name === 'contributions_add_up' && outcome === 'passed',
  );
  if (!result || drawn?.chart.kind !== 'diverging' || !isWhole || result.truncated) return null;
  const at = result.columns.indexOf(drawn.chart.y[0] ?? '');
  const [before, after] = [formats[at - 2], formats[at - 1]];
  if (!before?.isNumber || !after?.isNumber) return null;
  const sum = (column: number) =>
    result.rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
  const [from, to] = [sum(at - 2), sum(at - 1)];
  if (!(from > 0) || !Number.isFinite(to)) return null;
  const percent = new Intl.NumberFormat(lang, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  // Sums of binary fractions end in noise; the cells have two decimals at the most.
  const cents = (value: number) => Math.round(value * 100) / 100;
  return {
    text: percent.format((to - from) / from).replace('-', '−'),
    note: `${before.text(cents(from))} (${before.heading}) → ${after.text(cents(to))} (${after.heading})`,
  };
}
