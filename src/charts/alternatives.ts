import { areParts, type ChartTable, distinctIn, MOST, periodsIn, said, valuesOf } from './table.ts';
import type { Chart, ColumnInfo } from './types.ts';

/**
 * The other charts of a result that could be drawn in the place of the one that was chosen, the most telling first. They
 * are held to what the choice is held to: bars and stacks from zero, stacks only of what adds up, unfinished periods
 * marked, nothing that cannot be told apart. Empty where there is no other.
 */
export function alternativesTo(
  chart: Chart,
  table: ChartTable,
  more: MoreCharts,
): readonly Chart[] {
  if (chart.y.length > 1 && !chart.estimated && chart.kind !== 'number')
    return [...kindsFor(chart, table, more), ...chart.y.flatMap(more.ofMeasure)];
  return kindsFor(chart, table, more);
}

interface MoreCharts {
  /** Every group of the rows that were asked for is here. */
  readonly hasAllGroups: boolean;
  readonly ofMeasure: (name: string) => readonly Chart[];
}

function kindsFor(chart: Chart, table: ChartTable, more: MoreCharts): readonly Chart[] {
  const column = (name: string | null) => table.columns.find((one) => one.name === name);
  const x = column(chart.x);
  const series = column(chart.series);
  const [measure, second] = chart.y.map(column);
  if (!x || !measure) return [];
  switch (chart.kind) {
    case 'line':
      if (series) return ofLines(chart, table, x, series);
      return second ? [] : asColumns(chart, table, x);
    case 'columns':
      return x.kind === 'time' ? [asLine(chart, measure)] : asBars(chart, table, x);
    case 'multiples':
      return series ? asHeat(chart, table, [x, series]) : [];
    case 'bars':
      return more.hasAllGroups ? asShare(chart, table, x, measure) : [];
    case 'stacked':
      if (!series) return [];
      return [
        asGrouped(chart, x, series),
        ...asHeat(chart, table, [x, series]),
        ...turned(chart, table, x, series).flatMap((one) => [one, asGrouped(one, series, x)]),
      ];
    case 'grouped':
      if (series) return [...asHeat(chart, table, [x, series]), ...turned(chart, table, x, series)];
      return second && chart.y.length === 2 ? [asPanels(chart)] : [];
    case 'share':
      return asBars(chart, table, x);
    case 'diverging':
      return series && distinctIn(table, x).length <= MOST.groups
        ? [asGrouped(chart, x, series)]
        : [];
    default:
      return [];
  }
}

/** Lines of several members can stand apart, or as a table of colours. */
const ofLines = (
  chart: Chart,
  table: ChartTable,
  x: ColumnInfo,
  series: ColumnInfo,
): readonly Chart[] => [
  ...(distinctIn(table, series).length > 1
    ? [
        {
          ...chart,
          kind: 'multiples' as const,
          reason: `Over time, one panel per ${said(series)}.`,
        },
      ]
    : []),
  ...asHeat(chart, table, [x, series]),
];

/** Upright bars need periods, so that a missing one leaves a gap, and no more of them than can be told apart. */
function asColumns(chart: Chart, table: ChartTable, x: ColumnInfo): readonly Chart[] {
  if (periodsIn(table, x) > MOST.ordinals) return [];
  return [
    { ...chart, kind: 'columns', reason: 'Shows each period on its own, starting from zero.' },
  ];
}

const asLine = (chart: Chart, measure: ColumnInfo): Chart => ({
  ...chart,
  kind: 'line',
  reason: `Shows ${said(measure)} over time.`,
});

function asBars(chart: Chart, table: ChartTable, x: ColumnInfo): readonly Chart[] {
  if (table.rows.length > MOST.bars) return [];
  const { incomplete: _none, missing: _gap, ...rest } = chart;
  return [{ ...rest, kind: 'bars', reason: `Compares rows by ${said(x)}, in order.` }];
}

/** Bars whose values are all of a whole are its parts, too. */
function asShare(
  chart: Chart,
  table: ChartTable,
  x: ColumnInfo,
  measure: ColumnInfo,
): readonly Chart[] {
  if (!areParts(table, x, measure)) return [];
  return [{ ...chart, kind: 'share', reason: 'Shows parts of a whole.' }];
}

/** The same bars by what parted them, where either can be told apart. */
function turned(
  chart: Chart,
  table: ChartTable,
  x: ColumnInfo,
  series: ColumnInfo,
): readonly Chart[] {
  if (distinctIn(table, x).length > MOST.stacks || x.kind !== 'category') return [];
  const other = { ...chart, x: series.name, series: x.name };
  if (chart.kind === 'grouped') return [asGrouped(other, series, x)];
  return [{ ...other, reason: `Compares ${said(series)}, split into parts.` }];
}

const asGrouped = (chart: Chart, x: ColumnInfo, series: ColumnInfo): Chart => ({
  ...chart,
  kind: 'grouped',
  reason: `By ${said(x)} and ${said(series)}, side by side.`,
});

const asPanels = (chart: Chart): Chart => ({
  ...chart,
  kind: 'panels',
  reason: 'Each measure has its own panel and axis.',
});

/** The side with more members goes down. A cell has no way to say that its period is not complete, or missing. */
function asHeat(
  chart: Chart,
  table: ChartTable,
  [first, second]: readonly [ColumnInfo, ColumnInfo],
): readonly Chart[] {
  const { incomplete = [], missing, ...rest } = chart;
  const sizes = [first, second].map((one) => distinctIn(table, one).length) as [number, number];
  const [rows, across] = sizes[0] > sizes[1] ? [first, second] : [second, first];
  const measure = table.columns.find(({ name }) => name === chart.y[0]);
  const isPlain = incomplete.length === 0 && missing === undefined;
  if (!isPlain || !measure || valuesOf(table, measure).length === 0) return [];
  if (Math.max(...sizes) > MOST.heatRows || Math.min(...sizes) > MOST.heatColumns) return [];
  const reason = `One cell for each ${said(rows)} and ${said(across)}.`;
  return [{ ...rest, kind: 'heat', x: across.name, series: rows.name, reason }];
}
