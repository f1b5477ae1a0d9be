import { alternativesTo } from './alternatives.ts';
import { chartsOf } from './settings.ts';
import { areParts, type ChartTable, distinctIn, MOST, periodsIn, said, valuesOf } from './table.ts';
import type { Chart, ColumnInfo, Estimated } from './types.ts';
import { keyOf, timeOf } from './values.ts';

/** Why an answer has no chart. */
export type NoChart = keyof typeof REASONS;

/** What is known of a result beyond its cells: from its statement, never from the words of the question. */
export interface ChartFacts {
  /** Why nothing is drawn whatever the rows are, e.g. `catalog`: nothing was measured. */
  readonly never: NoChart | null;
  /** The columns that a chart may draw, where an analysis has others for the table. */
  readonly only: readonly string[] | null;
  /** Rows as they lie in the table, neither grouped nor aggregated. */
  readonly records: boolean;
  /** The result column that the statement sorts by first. */
  readonly order: { readonly column: number; readonly direction: 'asc' | 'desc' } | null;
  /** First rows that the statement or the plan asks for. */
  readonly limit: number | null;
  /** The result has more rows than are here. */
  readonly cut: boolean;
  /** Whether every group of the rows that were asked for is here, or a limit or HAVING leaves some out; null: unknown. */
  readonly groups: 'all' | 'some' | null;
  /** What an analysis was made for. */
  readonly intent: 'share' | 'why' | null;
  /** The column that holds signed changes. */
  readonly signed: string | null;
  /** What the parts of a share add up to. */
  readonly whole: number | null;
  /** Starts of periods that are not over, or not wholly in the data. */
  readonly incomplete: readonly string[];
  /** One of the measures holds estimates of the other. */
  readonly estimated: Estimated | null;
  /** Measures that count rows: a period without one has zero of them. */
  readonly counts: readonly string[];
}

const NO_FACTS: ChartFacts = {
  never: null,
  only: null,
  records: false,
  order: null,
  limit: null,
  cut: false,
  groups: null,
  intent: null,
  signed: null,
  whole: null,
  incomplete: [],
  estimated: null,
  counts: [],
};

export type ChartChoice =
  | { readonly chart: Chart; readonly none: null; readonly reason: string }
  | { readonly chart: null; readonly none: NoChart; readonly reason: string };

const REASONS = {
  catalog: "The answer describes your data, so there's nothing to chart.",
  no_rows: 'There are no rows to chart.',
  cut_short: 'Only some of the rows are loaded, and a chart of them would mislead.',
  records: 'Single records are easier to read in a table.',
  no_measure: 'There are no numbers to chart.',
  ids: "Rows differ only by ID, and IDs don't belong on an axis.",
  text: "Free text doesn't fit on an axis.",
  no_dates: "Some times aren't valid dates, so they don't fit on an axis.",
  one_group: "There's only one group, so there's nothing to compare.",
  all_null: 'All values are empty.',
  mixed_units: 'The numbers have different units, so no axis fits them all.',
  uneven: 'One value is more than 50 times the median and would hide the others.',
  too_many: 'There are too many rows to show them clearly.',
  repeated: 'Several rows have the same name, so they would look the same in the chart.',
  unfinished: 'One of the two periods is incomplete, so comparing them would be misleading.',
  many_columns: 'There are too many columns for one chart.',
} as const;

const LEAST = { times: 3, dots: 10, histogram: 30 } as const;
const UNEVEN = 50;

/** A reason that ends the choice; never leaves this file. */
class None extends Error {
  readonly why: NoChart;
  constructor(why: NoChart) {
    super(why);
    this.why = why;
  }
}

const none = (why: NoChart): never => {
  throw new None(why);
};

/**
 * The chart of a result, with the others that its reader may take instead, or why a table is better: the table of
 * docs/charts.md from its top. `breakdown` is drawn below a number. Nothing is chosen or offered that could mislead.
 */
export function chooseChart(
  table: ChartTable,
  known: Partial<ChartFacts> = {},
  breakdown: ChartTable | null = null,
): ChartChoice {
  try {
    const facts = { ...NO_FACTS, ...known };
    const made = chosen(table, facts, breakdown);
    const alternatives = alternativesTo(made, table, {
      hasAllGroups: facts.groups === 'all',
      ofMeasure: (name) => chartsOfMeasure(table, known, made, name),
    });
    const chart = alternatives.length > 0 ? { ...made, alternatives } : made;
    return { chart, none: null, reason: chart.reason };
  } catch (error) {
    if (!(error instanceof None)) throw error;
    return { chart: null, none: error.why, reason: REASONS[error.why] };
  }
}

/** How one of several measures would be drawn without the others. */
function chartsOfMeasure(
  table: ChartTable,
  known: Partial<ChartFacts>,
  { x, series }: Chart,
  measure: string,
): readonly Chart[] {
  const only = [x, series, measure].filter((name) => name !== null);
  const { chart } = chooseChart(table, { ...known, only });
  return chart ? chartsOf(chart) : [];
}

function chosen(table: ChartTable, facts: ChartFacts, breakdown: ChartTable | null): Chart {
  const { rows } = table;
  if (rows.length === 0) none('no_rows');
  if (facts.never !== null) none(facts.never);
  if (facts.cut) none('cut_short');
  const columns = table.columns.filter(({ name }) => facts.only?.includes(name) ?? true);
  const measures = columns.filter(({ kind }) => kind === 'measure');
  if (measures.length === 0) none('no_measure');
  if (measures.every((one) => valuesOf(table, one).length === 0)) none('all_null');
  const keys = columns.filter(({ kind }) => kind !== 'measure');
  if (rows.length === 1 && keys.length === 0) return numbers(measures, breakdown);
  if (facts.records) return ofRecords(table, keys, measures, facts);
  return ofGroups(table, keys, measures, facts);
}

function numbers(measures: readonly ColumnInfo[], breakdown: ChartTable | null): Chart {
  if (measures.length > MOST.numbers) none('many_columns');
  const below = breakdown && measures.length === 1 ? chooseChart(breakdown).chart : null;
  return {
    ...chart('number', null, measures, 'The result is a single row of numbers.'),
    ...(below && ['bars', 'columns', 'line'].includes(below.kind) ? { breakdown: below } : {}),
  };
}

/** Rows as they lie in the table: a ranking, a relation, a distribution, or a table. */
function ofRecords(
  table: ChartTable,
  keys: readonly ColumnInfo[],
  measures: readonly ColumnInfo[],
  facts: ChartFacts,
): Chart {
  const [x, y, third] = measures as [ColumnInfo, ColumnInfo?, ColumnInfo?];
  const named = keys.filter(({ kind }) => kind !== 'id');
  const [name] = named;
  if (third || named.length > 1) return none('records');
  if (y) return dots(table, x, y, name ?? null);
  if (name && (name.kind === 'time' || isRanked(table, facts, x)))
    return ofGroups(table, keys, measures, facts);
  if (name || table.rows.length < LEAST.histogram) return none('records');
  even(table, [x]);
  return chart('histogram', x, [x], 'Shows how the values are distributed.');
}

function dots(table: ChartTable, x: ColumnInfo, y: ColumnInfo, name: ColumnInfo | null): Chart {
  const { length } = table.rows;
  if (length < LEAST.dots || name?.kind === 'text') none('records');
  if (length > MOST.dots) none('too_many');
  if (valuesOf(table, x).length === 0 || valuesOf(table, y).length === 0) none('all_null');
  even(table, [x]);
  even(table, [y]);
  return chart('dots', x, [y], 'Shows how the two numbers relate.', name);
}

function ofGroups(
  table: ChartTable,
  keys: readonly ColumnInfo[],
  measures: readonly ColumnInfo[],
  facts: ChartFacts,
): Chart {
  const dimensions = keys.filter(({ kind }) => kind !== 'id' && kind !== 'text');
  if (keys.some(({ kind }) => kind === 'text')) none('text');
  const [first, second, third] = dimensions as [ColumnInfo?, ColumnInfo?, ColumnInfo?];
  if (!first) return none(keys.length > 0 ? 'ids' : 'records');
  if (third) return none('many_columns');
  const placed = withoutEmptyTimes(table, dimensions);
  if (placed.rows.length === 0) none('no_rows');
  if (hasRepeats(placed, dimensions)) none('repeated');
  if (!second) return byOne(placed, first, measures, facts);
  const [measure, more] = measures as [ColumnInfo, ColumnInfo?];
  if (more) return none('many_columns');
  if (first.kind === 'time' && second.kind !== 'time')
    return byTimeAnd(placed, first, second, measure, facts);
  if (second.kind === 'time' && first.kind !== 'time')
    return byTimeAnd(placed, second, first, measure, facts);
  return byTwo(placed, first, second, measure, facts);
}

function byOne(
  table: ChartTable,
  key: ColumnInfo,
  measures: readonly ColumnInfo[],
  facts: ChartFacts,
): Chart {
  if (table.rows.length === 1) none('one_group');
  const [first] = measures as [ColumnInfo];
  const isFirstRows = isRanked(table, facts, first) && facts.limit !== null;
  if (key.kind === 'time' && !isFirstRows) return overTime(table, key, measures, facts);
  const signed = measures.find(({ name }) => name === facts.signed);
  if (facts.intent === 'why' && signed) return changes(table, key, signed);
  const isShare = facts.intent === 'share';
  if (!isShare && measures.length > 1) return severalMeasures(table, key, measures, facts);
  even(table, [first]);
  if (isShare && isWhole(table, key, first, facts))
    return chart('share', key, [first], 'Shows parts of a whole.');
  if (key.kind === 'ordinal' && !isFirstRows) {
    if (table.rows.length > MOST.ordinals) none('too_many');
    return chart('columns', key, [first], `By ${said(key)}, in its natural order.`);
  }
  return bars(table, key, first, facts);
}

function overTime(
  table: ChartTable,
  time: ColumnInfo,
  measures: readonly ColumnInfo[],
  facts: ChartFacts,
): Chart {
  const [first, second] = measures as [ColumnInfo, ColumnInfo?];
  if (second && measures.length > MOST.lines) none('many_columns');
  const { estimated } = facts;
  if (second && !estimated && !haveOneUnit(measures, facts)) none('mixed_units');
  const { length } = table.rows;
  if (length > MOST.points) none('too_many');
  if (length < LEAST.times) {
    if (second) none('many_columns');
    if (valuesOf(table, first).length < length) none('all_null');
    refuseUnfinished(table, time, facts);
    return chart('change', time, [first], `Shows the change between two periods.`);
  }
  even(table, measures);
  const extras = timeExtras(table, time, measures, facts);
  if (estimated) {
    const reason = `${capital(said(first))} over time, with estimates and their range.`;
    return { ...chart('line', time, measures, reason), ...extras, estimated };
  }
  const isFew = periodsIn(table, time) <= MOST.columns;
  const isColumns = !second && isFew && first.additive === true;
  const reason = `${capital(said(first))} over time${second ? ', one line per measure' : ''}.`;
  return { ...chart(isColumns ? 'columns' : 'line', time, measures, reason), ...extras };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function byTimeAnd(
  table: ChartTable,
  time: ColumnInfo,
  group: ColumnInfo,
  measure: ColumnInfo,
  facts: ChartFacts,
): Chart {
  const times = distinctIn(table, time).length;
  const groups = distinctIn(table, group).length;
  if (times === 1) return byOne(table, group, [measure], facts);
  if (times < LEAST.times) {
    refuseUnfinished(table, time, facts);
    if (groups === 1) return { ...overTime(table, time, [measure], facts), series: group.name };
    if (groups > MOST.bars) none('too_many');
    const reason = `Shows the change between two periods for each ${said(group)}.`;
    return { ...chart('diverging', group, [measure], reason), series: time.name };
  }
  if (groups > MOST.multiples && group.kind === 'category') none('too_many');
  if (groups > MOST.multiples) return byTwo(table, group, time, measure, facts);
  if (table.rows.length > MOST.points) none('too_many');
  even(table, [measure]);
  const extras = timeExtras(table, time, [measure], facts);
  const isLines = groups <= MOST.lines;
  const what = isLines ? 'one line' : 'one panel';
  const reason = `Over time, ${what} per ${said(group)}.`;
  const kind = isLines ? 'line' : 'multiples';
  return { ...chart(kind, time, [measure], reason, group), ...extras };
}

/** Two groupings, neither of which is the time axis: stacks, groups or a heat table. */
function byTwo(
  table: ChartTable,
  first: ColumnInfo,
  second: ColumnInfo,
  measure: ColumnInfo,
  facts: ChartFacts,
): Chart {
  even(table, [measure]);
  const sizes = {
    first: distinctIn(table, first).length,
    second: distinctIn(table, second).length,
  };
  const [rows, across] = sizes.second <= sizes.first ? [first, second] : [second, first];
  const most = Math.max(sizes.first, sizes.second);
  const least = Math.min(sizes.first, sizes.second);
  if (most === 1) none('one_group');
  if (least === 1) return byOne(table, rows, [measure], facts);
  const hasAxis = rows.kind === 'category' && across.kind === 'category';
  if (hasAxis && most <= MOST.groups && least <= MOST.stacks) {
    const [x, series] = sizes.second > MOST.stacks ? [second, first] : [first, second];
    const isWhole =
      measure.additive === true &&
      facts.limit === null &&
      facts.groups !== 'some' &&
      valuesOf(table, measure).every((value) => value >= 0);
    return isWhole
      ? chart('stacked', x, [measure], `Compares ${said(x)}, split into parts.`, series)
      : chart('grouped', x, [measure], `By ${said(x)} and ${said(series)}.`, series);
  }
  if (most > MOST.heatRows || least > MOST.heatColumns) none('too_many');
  const reason = `One cell for each ${said(rows)} and ${said(across)}.`;
  return chart('heat', across, [measure], reason, rows);
}

function bars(table: ChartTable, key: ColumnInfo, measure: ColumnInfo, facts: ChartFacts): Chart {
  const { length } = table.rows;
  const reason = `Compares ${said(measure)} by ${said(key)}.`;
  const made = chart('bars', key, [measure], reason);
  if (length <= MOST.bars) return made;
  if (!isRanked(table, facts, measure)) none('too_many');
  return { ...made, top: MOST.top, reason: `The first ${MOST.top} of ${length} rows.` };
}

function changes(table: ChartTable, key: ColumnInfo, signed: ColumnInfo): Chart {
  if (table.rows.length > MOST.bars) none('too_many');
  if (valuesOf(table, signed).length === 0) none('all_null');
  even(table, [signed]);
  return chart('diverging', key, [signed], `What each ${said(key)} adds to the change.`);
}

function severalMeasures(
  table: ChartTable,
  key: ColumnInfo,
  measures: readonly ColumnInfo[],
  facts: ChartFacts,
): Chart {
  const { length } = table.rows;
  if (haveOneUnit(measures, facts)) {
    if (measures.length > MOST.stacks) none('many_columns');
    if (length > MOST.groups) none('too_many');
    even(table, measures);
    return chart('grouped', key, measures, 'Measures with the same unit, side by side.');
  }
  if (measures.length > 2) none('mixed_units');
  if (length > MOST.bars) none('too_many');
  for (const one of measures) even(table, [one]);
  const reason = 'The units differ, so each measure has its own panel and axis.';
  return chart('panels', key, measures, reason);
}

const chart = (
  kind: Chart['kind'],
  x: ColumnInfo | null,
  y: readonly ColumnInfo[],
  reason: string,
  series: ColumnInfo | null = null,
): Chart => ({
  kind,
  x: x?.name ?? null,
  y: y.map(({ name }) => name),
  series: series?.name ?? null,
  reason,
});

/** Rows without a time have no place on its axis: the table has them. Any other text there is a mistake of the data. */
function withoutEmptyTimes(table: ChartTable, dimensions: readonly ColumnInfo[]): ChartTable {
  const times = dimensions.filter(({ kind }) => kind === 'time');
  if (times.length === 0) return table;
  const at = times.map((column) => table.columns.indexOf(column));
  const rows = table.rows.filter((row) => at.every((index) => (row[index] ?? null) !== null));
  if (rows.some((row) => at.some((index) => timeOf(row[index]) === null))) none('no_dates');
  return { ...table, rows };
}

function hasRepeats(table: ChartTable, dimensions: readonly ColumnInfo[]): boolean {
  const at = dimensions.map((column) => table.columns.indexOf(column));
  const seen = new Set(
    table.rows.map((row) => JSON.stringify(at.map((index) => row[index] ?? null))),
  );
  return seen.size < table.rows.length;
}

/** Whether the rows come by the size of the measure, so that the first of them are the first of all. */
const isRanked = ({ columns }: ChartTable, { order }: ChartFacts, measure: ColumnInfo): boolean =>
  order !== null && columns[order.column] === measure;

/**
 * Whether the measures can share an axis: one known unit at one scale, or all of them counts. Two measures of unknown
 * units are not known to be in the same.
 */
function haveOneUnit(measures: readonly ColumnInfo[], { counts }: ChartFacts): boolean {
  const [first] = measures as [ColumnInfo];
  if (first.unit === null) return measures.every(({ name }) => counts.includes(name));
  return measures.every(({ unit, scale }) => unit === first.unit && scale === first.scale);
}

/** Refuses what one value would flatten. Zeros are no small values: they have no bar. */
function even(table: ChartTable, measures: readonly ColumnInfo[]): void {
  const values = measures.flatMap((one) => valuesOf(table, one));
  if (values.length === 0) none('all_null');
  const sizes = values.map(Math.abs).filter((value) => value > 0);
  if (sizes.length < 3) return;
  const sorted = sizes.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  if ((sorted.at(-1) ?? 0) > UNEVEN * median) none('uneven');
}

/** Floats differ in their last digits with the order of adding. */
const TOLERANCE = 1e-6;

function isWhole(
  table: ChartTable,
  key: ColumnInfo,
  measure: ColumnInfo,
  { limit, whole }: ChartFacts,
): boolean {
  const sum = valuesOf(table, measure).reduce((total, value) => total + value, 0);
  return (
    areParts(table, key, measure) &&
    limit === null &&
    whole !== null &&
    Math.abs(sum - whole) <= TOLERANCE * Math.abs(whole)
  );
}

function refuseUnfinished(table: ChartTable, time: ColumnInfo, facts: ChartFacts): void {
  const times = distinctIn(table, time).map(timeOf);
  if (facts.incomplete.some((one) => times.includes(timeOf(one)))) none('unfinished');
}

function timeExtras(
  table: ChartTable,
  time: ColumnInfo,
  measures: readonly ColumnInfo[],
  { incomplete, counts }: ChartFacts,
): Pick<Chart, 'incomplete' | 'missing'> {
  const times = new Map(distinctIn(table, time).map((cell) => [timeOf(cell), keyOf(cell)]));
  const shown = incomplete.flatMap((one) => times.get(timeOf(one)) ?? []);
  const isCount = measures.every(({ name }) => counts.includes(name));
  return {
    ...(shown.length > 0 ? { incomplete: shown } : {}),
    ...(isCount ? { missing: 'zero' as const } : {}),
  };
}
