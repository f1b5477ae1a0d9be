import type { ChartFacts, NoChart } from '#src/charts/choose.ts';
import type { Cell, ChartKind, ColumnInfo } from '#src/charts/types.ts';

/**
 * Answers of all shapes with the chart that `page.md` ("Charts": its table, "None", "Always") asks for, written before
 * the code. One table for all: the choice, our renderer and Vega-Lite are held to it.
 */
export interface ChartCase {
  readonly title: string;
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
  readonly facts?: Partial<ChartFacts>;
  readonly breakdown?: {
    readonly columns: readonly ColumnInfo[];
    readonly rows: readonly (readonly Cell[])[];
  };
  readonly expect: ExpectedChart | NoChart;
}

export interface ExpectedChart {
  readonly kind: ChartKind;
  readonly x?: string;
  readonly y: readonly string[];
  readonly series?: string;
  readonly incomplete?: readonly string[];
  readonly missing?: 'zero';
  readonly top?: number;
  readonly breakdown?: ExpectedChart;
  /** Bars, points, cells or numbers that both renderers draw. */
  readonly marks?: number;
  /** Names along the axis, as both renderers order them. */
  readonly order?: readonly string[];
  /** Whether the axis of values begins (or ends, or lies) at zero. Default: true. */
  readonly zero?: boolean;
}

const none = { grain: null, unit: null, scale: null, additive: null } as const;
export const time = (name: string, grain: ColumnInfo['grain']): ColumnInfo => ({
  ...none,
  name,
  kind: 'time',
  grain,
});
export const category = (name: string): ColumnInfo => ({ ...none, name, kind: 'category' });
export const ordinal = (name: string, grain: ColumnInfo['grain'] = null): ColumnInfo => ({
  ...none,
  name,
  kind: 'ordinal',
  grain,
});
const id = (name: string): ColumnInfo => ({ ...none, name, kind: 'id' });
const text = (name: string): ColumnInfo => ({ ...none, name, kind: 'text' });
/** A measure; a unit of its own where none is given. */
export const measure = (
  name: string,
  { unit = null, additive = true }: Partial<Pick<ColumnInfo, 'unit' | 'additive'>> = {},
): ColumnInfo => ({
  ...none,
  name,
  kind: 'measure',
  unit,
  scale: unit === null ? null : 1,
  additive,
});

/** Starts of periods, as the API writes them. */
export function periods(
  unit: 'year' | 'quarter' | 'month' | 'week' | 'day',
  from: string,
  count: number,
): string[] {
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  const months = { year: 12, quarter: 3, month: 1, week: 0, day: 0 }[unit];
  const days = { year: 0, quarter: 0, month: 0, week: 7, day: 1 }[unit];
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + months * at, day + days * at)).toISOString().slice(0, 10),
  );
}

/** Numbers without a trend, the same in each run, from 100 up to below 200. */
export const wave = (at: number): number => 100 + ((at * 37) % 97) + ((at * 13) % 7) / 10;

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix} ${at + 1}`);
const filled = (keys: readonly Cell[], of: (at: number) => Cell = wave): Cell[][] =>
  keys.map((key, at) => [key, of(at)]);
const crossed = (
  a: readonly Cell[],
  b: readonly Cell[],
  of: (at: number) => Cell = wave,
): Cell[][] =>
  a.flatMap((one, i) => b.map((other, j) => [one, other, of(i * b.length + j)] as Cell[]));

const month = time('month', 'month');
const revenue = measure('revenue', { unit: 'USD' });
const orders = measure('orders');
const average = measure('average_price', { unit: 'USD', additive: false });
const region = category('region');
const channel = category('channel');
const REGIONS = ['East', 'West', 'North', 'South', 'Europe'];
const MONTHS12 = periods('month', '2025-01-01', 12);
/** Sorted by the second column, the highest first. */
const ranked = { order: { column: 1, direction: 'desc' } } as const;
const descending = (at: number) => 1000 - 7 * at;

export const CASES: readonly ChartCase[] = [
  // 1 × 1, and 1 × 2–6 measures
  {
    title: 'one total is a number',
    columns: [revenue],
    rows: [[583379.6]],
    expect: { kind: 'number', y: ['revenue'], marks: 1 },
  },
  {
    title: 'a total with a breakdown is a number over bars',
    columns: [revenue],
    rows: [['583379.60']],
    breakdown: { columns: [region, revenue], rows: filled(REGIONS, (at) => 500 - 10 * at) },
    expect: {
      kind: 'number',
      y: ['revenue'],
      marks: 1,
      breakdown: { kind: 'bars', x: 'region', y: ['revenue'], marks: 5, order: REGIONS },
    },
  },
  {
    title: 'an average with a breakdown is a number over bars, too',
    columns: [average],
    rows: [[41.5]],
    breakdown: { columns: [region, average], rows: filled(REGIONS, (at) => 40 + at) },
    expect: {
      kind: 'number',
      y: ['average_price'],
      breakdown: { kind: 'bars', x: 'region', y: ['average_price'] },
    },
  },
  {
    title: 'a breakdown of one group adds nothing to its number',
    columns: [revenue],
    rows: [[100]],
    breakdown: { columns: [region, revenue], rows: [['East', 100]] },
    expect: { kind: 'number', y: ['revenue'] },
  },
  {
    title: 'a count of zero is a number',
    columns: [orders],
    rows: [[0]],
    expect: { kind: 'number', y: ['orders'], marks: 1 },
  },
  {
    title: 'three measures of one row are numbers side by side, whatever their units',
    columns: [revenue, orders, measure('margin', { unit: '%', additive: false })],
    rows: [[583379.6, '4021', 31.5]],
    expect: { kind: 'number', y: ['revenue', 'orders', 'margin'], marks: 3 },
  },
  {
    title: 'six measures of one row are numbers',
    columns: names('m', 6).map((name) => measure(name)),
    rows: [[1, 2, 3, 4, 5, 6]],
    expect: { kind: 'number', y: names('m', 6), marks: 6 },
  },
  {
    title: 'seven measures of one row are a table',
    columns: names('m', 7).map((name) => measure(name)),
    rows: [[1, 2, 3, 4, 5, 6, 7]],
    expect: 'many_columns',
  },
  {
    title: 'a total of nothing is no number',
    columns: [revenue],
    rows: [[null]],
    expect: 'all_null',
  },
  {
    title: 'one latest date is a fact, and no chart',
    columns: [time('last_order', 'day')],
    rows: [['2026-10-31']],
    expect: 'no_measure',
  },
  // time, one measure
  {
    title: 'a year of months is a line',
    columns: [month, revenue],
    rows: filled(MONTHS12),
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 12 },
  },
  {
    title: 'rows that come in no order are drawn in that of time',
    columns: [month, revenue],
    rows: filled(MONTHS12).toReversed(),
    facts: { order: { column: 0, direction: 'desc' } },
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 12, order: MONTHS12 },
  },
  {
    title: 'five months of a sum are columns',
    columns: [month, revenue],
    rows: filled(MONTHS12.slice(0, 5)),
    expect: { kind: 'columns', x: 'month', y: ['revenue'], marks: 5, order: MONTHS12.slice(0, 5) },
  },
  {
    title: 'three years of a sum are columns',
    columns: [time('year', 'year'), revenue],
    rows: filled(['2023-01-01', '2024-01-01', '2025-01-01']),
    expect: { kind: 'columns', x: 'year', y: ['revenue'], marks: 3 },
  },
  {
    title: 'years written as numbers are times',
    columns: [time('year', 'year'), revenue],
    rows: filled([2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026]),
    expect: { kind: 'line', x: 'year', y: ['revenue'], marks: 8 },
  },
  {
    title: 'eight periods are a line',
    columns: [month, revenue],
    rows: filled(MONTHS12.slice(0, 8)),
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 8 },
  },
  {
    title: 'five months of an average are a line: averages do not add up',
    columns: [month, average],
    rows: filled(MONTHS12.slice(0, 5)),
    expect: { kind: 'line', x: 'month', y: ['average_price'], marks: 5, zero: true },
  },
  {
    title: 'five months of a stock are a line: a stock does not add up over time',
    columns: [month, measure('stock', { additive: 'snapshot' })],
    rows: filled(MONTHS12.slice(0, 5)),
    expect: { kind: 'line', x: 'month', y: ['stock'], marks: 5 },
  },
  {
    title: 'a line leaves zero where its range is under a fifth of its maximum',
    columns: [month, average],
    rows: filled(MONTHS12, (at) => 950 + at),
    expect: { kind: 'line', x: 'month', y: ['average_price'], marks: 12, zero: false },
  },
  {
    title: 'a forecast is a line with estimates and their band',
    columns: [
      time('month', 'month'),
      revenue,
      ...['estimate', 'low_80_percent', 'high_80_percent'].map((one) => measure(one)),
    ],
    rows: MONTHS12.map((month, at) =>
      at < 9 ? [month, 100 + at, null, null, null] : [month, null, 110 + at, 80, 140 + at],
    ),
    facts: {
      only: ['month', 'revenue', 'estimate'],
      estimated: { column: 'estimate', low: 'low_80_percent', high: 'high_80_percent' },
    },
    expect: { kind: 'line', x: 'month', y: ['revenue', 'estimate'], marks: 12 },
  },
  {
    title: 'a month that is not over is marked',
    columns: [month, revenue],
    rows: filled(MONTHS12),
    facts: { incomplete: ['2025-12-01'] },
    expect: {
      kind: 'line',
      x: 'month',
      y: ['revenue'],
      marks: 12,
      incomplete: ['2025-12-01'],
    },
  },
  {
    title: 'columns mark an unfinished month as well',
    columns: [month, revenue],
    rows: filled(MONTHS12.slice(0, 4)),
    facts: { incomplete: ['2025-04-01'] },
    expect: {
      kind: 'columns',
      x: 'month',
      y: ['revenue'],
      marks: 4,
      incomplete: ['2025-04-01'],
    },
  },
  {
    title: 'months without a row are gaps in a sum',
    columns: [month, revenue],
    rows: filled(MONTHS12.filter((_, at) => at !== 4 && at !== 5)),
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 10 },
  },
  {
    title: 'months without a row are zero in a count',
    columns: [month, orders],
    rows: filled(MONTHS12.filter((_, at) => at !== 4)),
    facts: { counts: ['orders'] },
    expect: { kind: 'line', x: 'month', y: ['orders'], marks: 12, missing: 'zero' },
  },
  {
    title: 'null is a gap, not zero',
    columns: [month, revenue],
    rows: filled(MONTHS12, (at) => (at === 6 ? null : wave(at))),
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 11 },
  },
  {
    title: 'days of three months are a line',
    columns: [time('day', 'day'), orders],
    rows: filled(periods('day', '2026-01-01', 90)),
    expect: { kind: 'line', x: 'day', y: ['orders'], marks: 90 },
  },
  {
    title: 'instants are a line',
    columns: [time('at', null), measure('temperature', { unit: '°C', additive: false })],
    rows: filled(
      Array.from({ length: 24 }, (_, at) => `2026-03-01 ${String(at).padStart(2, '0')}:30:00`),
    ),
    expect: { kind: 'line', x: 'at', y: ['temperature'], marks: 24 },
  },
  {
    title: 'two months are a number with its change',
    columns: [month, revenue],
    rows: filled(['2026-06-01', '2026-07-01']),
    expect: { kind: 'change', x: 'month', y: ['revenue'], marks: 1 },
  },
  {
    title: 'two months of which one is not over are not compared',
    columns: [month, revenue],
    rows: filled(['2026-10-01', '2026-11-01']),
    facts: { incomplete: ['2026-11-01'] },
    expect: 'unfinished',
  },
  {
    title: 'one month is one group',
    columns: [month, revenue],
    rows: [['2026-06-01', 5]],
    expect: 'one_group',
  },
  {
    title: 'the best three months are bars in the order of the answer, no line between them',
    columns: [month, revenue],
    rows: [
      ['2025-12-01', 77302.76],
      ['2024-12-01', 66984.04],
      ['2024-11-01', 64351.92],
    ],
    facts: { ...ranked, limit: 3 },
    expect: {
      kind: 'bars',
      x: 'month',
      y: ['revenue'],
      marks: 3,
      order: ['2025-12-01', '2024-12-01', '2024-11-01'],
    },
  },
  {
    title: 'months cut off by a limit are still in the order of time',
    columns: [month, revenue],
    rows: filled(MONTHS12),
    facts: { order: { column: 0, direction: 'asc' }, limit: 12 },
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 12 },
  },
  {
    title: 'two measures of one unit over time are two lines',
    columns: [month, revenue, measure('cost', { unit: 'USD' })],
    rows: MONTHS12.map((key, at) => [key, wave(at), wave(at + 3)]),
    expect: { kind: 'line', x: 'month', y: ['revenue', 'cost'], marks: 24 },
  },
  {
    title: 'two measures of two units over time have no axis in common',
    columns: [month, revenue, measure('margin', { unit: '%', additive: false })],
    rows: MONTHS12.map((key, at) => [key, wave(at), 0.3]),
    expect: 'mixed_units',
  },
  {
    title: 'a spike of more than fifty times the median hides the rest',
    columns: [month, revenue],
    rows: filled(MONTHS12, (at) => (at === 3 ? 9000 : 100)),
    expect: 'uneven',
  },
  {
    title: 'a month that comes twice is no time series',
    columns: [month, revenue],
    rows: [...filled(MONTHS12), ['2025-03-01', 7]],
    expect: 'repeated',
  },
  // time × category
  {
    title: 'five regions over a year are lines',
    columns: [month, region, revenue],
    rows: crossed(MONTHS12, REGIONS),
    expect: { kind: 'line', x: 'month', y: ['revenue'], series: 'region', marks: 60 },
  },
  {
    title: 'category before time is the same picture',
    columns: [region, month, revenue],
    rows: crossed(REGIONS.slice(0, 2), MONTHS12),
    expect: { kind: 'line', x: 'month', y: ['revenue'], series: 'region', marks: 24 },
  },
  {
    title: 'one region over a year is one line',
    columns: [month, region, revenue],
    rows: crossed(MONTHS12, ['East']),
    expect: { kind: 'line', x: 'month', y: ['revenue'], series: 'region', marks: 12 },
  },
  {
    title: 'nine regions over a year are small multiples',
    columns: [month, region, revenue],
    rows: crossed(MONTHS12, names('Region', 9)),
    expect: { kind: 'multiples', x: 'month', y: ['revenue'], series: 'region', marks: 108 },
  },
  {
    title: 'thirteen regions over a year are too many',
    columns: [month, region, revenue],
    rows: crossed(MONTHS12, names('Region', 13)),
    expect: 'too_many',
  },
  {
    title: 'two months by region are the change of each',
    columns: [region, month, revenue],
    rows: crossed(REGIONS, ['2026-06-01', '2026-07-01']),
    expect: {
      kind: 'diverging',
      x: 'region',
      y: ['revenue'],
      series: 'month',
      marks: 5,
      order: REGIONS,
    },
  },
  {
    title: 'two months by region are not compared where one is not over',
    columns: [region, month, revenue],
    rows: crossed(REGIONS, ['2026-10-01', '2026-11-01']),
    facts: { incomplete: ['2026-11-01'] },
    expect: 'unfinished',
  },
  {
    title: 'one month by region is bars',
    columns: [month, region, revenue],
    rows: crossed(['2026-06-01'], REGIONS),
    expect: { kind: 'bars', x: 'region', y: ['revenue'], marks: 5, order: REGIONS },
  },
  // category
  {
    title: 'five regions are bars in the order of the answer',
    columns: [region, revenue],
    rows: filled(REGIONS, descending),
    facts: ranked,
    expect: { kind: 'bars', x: 'region', y: ['revenue'], marks: 5, order: REGIONS },
  },
  {
    title: 'the order of the answer stays where it is alphabetical',
    columns: [region, revenue],
    rows: filled([...REGIONS].sort()),
    facts: { order: { column: 0, direction: 'asc' } },
    expect: { kind: 'bars', x: 'region', y: ['revenue'], marks: 5, order: [...REGIONS].sort() },
  },
  {
    title: 'the top five of many are bars, and no share',
    columns: [category('product'), revenue],
    rows: filled(names('Product', 5), descending),
    facts: { ...ranked, limit: 5, intent: 'share' },
    expect: { kind: 'bars', x: 'product', y: ['revenue'], marks: 5 },
  },
  {
    title: 'averages by category are bars',
    columns: [category('category'), average],
    rows: filled(names('Category', 8), descending),
    expect: { kind: 'bars', x: 'category', y: ['average_price'], marks: 8 },
  },
  {
    title: 'thirty categories are bars',
    columns: [category('city'), revenue],
    rows: filled(names('City', 30), descending),
    expect: { kind: 'bars', x: 'city', y: ['revenue'], marks: 30 },
  },
  {
    title: 'of more than thirty ranked categories the first twenty are drawn',
    columns: [category('city'), revenue],
    rows: filled(names('City', 45), descending),
    facts: ranked,
    expect: { kind: 'bars', x: 'city', y: ['revenue'], marks: 20, top: 20 },
  },
  {
    title: 'more than thirty categories in no order are a table',
    columns: [category('city'), revenue],
    rows: filled(names('City', 45)),
    expect: 'too_many',
  },
  {
    title: 'losses are bars to the other side of zero',
    columns: [region, measure('profit', { unit: 'USD' })],
    rows: filled(REGIONS, (at) => 50 - 30 * at),
    expect: { kind: 'bars', x: 'region', y: ['profit'], marks: 5 },
  },
  {
    title: 'a category without a name is the last bar',
    columns: [region, revenue],
    rows: [
      [null, 90],
      ['East', 80],
      ['West', 70],
    ],
    facts: ranked,
    expect: {
      kind: 'bars',
      x: 'region',
      y: ['revenue'],
      marks: 3,
      order: ['East', 'West', '(empty)'],
    },
  },
  {
    title: 'one group is no comparison',
    columns: [region, revenue],
    rows: [['East', 90]],
    expect: 'one_group',
  },
  {
    title: 'two rows of one name are not two bars',
    columns: [category('name'), revenue],
    rows: [
      ['Anna', 5],
      ['Anna', 7],
      ['Ben', 3],
    ],
    expect: 'repeated',
  },
  {
    title: 'one value of more than fifty times the median is drawn inside the cells',
    columns: [region, revenue],
    rows: filled(REGIONS, (at) => (at === 0 ? 100_000 : 10 + at)),
    expect: 'uneven',
  },
  {
    title: 'all values empty are no chart',
    columns: [region, revenue],
    rows: filled(REGIONS, () => null),
    expect: 'all_null',
  },
  {
    title: 'numbers that are no numbers are no chart',
    columns: [region, revenue],
    rows: filled(REGIONS, (at) => ['NaN', 'Infinity', '-Infinity', 'NaN', ''][at] ?? null),
    expect: 'all_null',
  },
  {
    title: 'all equal values are bars',
    columns: [region, revenue],
    rows: filled(REGIONS, () => 5),
    expect: { kind: 'bars', x: 'region', y: ['revenue'], marks: 5 },
  },
  {
    title: 'all zero are bars of no length',
    columns: [region, revenue],
    rows: filled(REGIONS, () => 0),
    expect: { kind: 'bars', x: 'region', y: ['revenue'], marks: 5 },
  },
  {
    title: 'huge decimals written as texts are bars',
    columns: [region, revenue],
    rows: [
      ['East', '98765432109876543210.12'],
      ['West', '88765432109876543210.12'],
    ],
    expect: { kind: 'bars', x: 'region', y: ['revenue'], marks: 2 },
  },
  {
    title: 'ids beside names are left out',
    columns: [id('customer_id'), category('customer'), revenue],
    rows: names('Customer', 5).map((name, at) => [at + 1, name, descending(at)]),
    facts: { order: { column: 2, direction: 'desc' }, limit: 5 },
    expect: { kind: 'bars', x: 'customer', y: ['revenue'], marks: 5 },
  },
  {
    title: 'ids alone have no bars',
    columns: [id('customer_id'), revenue],
    rows: filled([101, 102, 103], descending),
    expect: 'ids',
  },
  {
    title: 'free text has no bars',
    columns: [text('comment'), orders],
    rows: filled(['a long remark', 'another one', 'a third one']),
    expect: 'text',
  },
  // ordinals
  {
    title: 'weekdays are columns in their own order',
    columns: [ordinal('weekday', 'weekday'), orders],
    rows: filled([3, 1, 2, 7, 5, 6, 4], descending),
    facts: ranked,
    expect: {
      kind: 'columns',
      x: 'weekday',
      y: ['orders'],
      marks: 7,
      order: ['1', '2', '3', '4', '5', '6', '7'],
    },
  },
  {
    title: 'hours of the day are columns',
    columns: [ordinal('hour', 'hour'), orders],
    rows: filled(Array.from({ length: 24 }, (_, at) => at)),
    expect: { kind: 'columns', x: 'hour', y: ['orders'], marks: 24 },
  },
  {
    title: 'averages by bucket are columns as well: an ordinal is no time',
    columns: [ordinal('score'), average],
    rows: filled([1, 2, 3, 4, 5]),
    expect: { kind: 'columns', x: 'score', y: ['average_price'], marks: 5 },
  },
  {
    title: 'the best two weekdays are bars in the order of the answer',
    columns: [ordinal('weekday', 'weekday'), orders],
    rows: filled([5, 2], descending),
    facts: { ...ranked, limit: 2 },
    expect: { kind: 'bars', x: 'weekday', y: ['orders'], marks: 2, order: ['5', '2'] },
  },
  {
    title: 'a hundred buckets are a table',
    columns: [ordinal('score'), orders],
    rows: filled(Array.from({ length: 100 }, (_, at) => at)),
    expect: 'too_many',
  },
  // share
  {
    title: 'parts of a whole are one bar of a hundred per cent',
    columns: [channel, revenue, measure('share_percent', { unit: '%', additive: true })],
    rows: [
      ['Web', 60, 60],
      ['Store', 30, 30],
      ['Phone', 10, 10],
    ],
    facts: { intent: 'share', whole: 100 },
    expect: { kind: 'share', x: 'channel', y: ['revenue'], marks: 3 },
  },
  {
    title: 'seven parts are bars',
    columns: [channel, revenue, measure('share_percent', { unit: '%' })],
    rows: names('Part', 7).map((name) => [name, 10, 14.3]),
    facts: { intent: 'share', whole: 70 },
    expect: { kind: 'bars', x: 'channel', y: ['revenue'], marks: 7 },
  },
  {
    title: 'parts of which one is negative are no parts of a whole',
    columns: [channel, measure('profit', { unit: 'USD' })],
    rows: filled(['Web', 'Store', 'Phone'], (at) => [60, 50, -10][at]!),
    facts: { intent: 'share', whole: 100 },
    expect: { kind: 'bars', x: 'channel', y: ['profit'], marks: 3 },
  },
  {
    title: 'parts that are less than their whole are no share',
    columns: [channel, revenue],
    rows: filled(['Web', 'Store', 'Phone'], (at) => [60, 20, 10][at]!),
    facts: { intent: 'share', whole: 100 },
    expect: { kind: 'bars', x: 'channel', y: ['revenue'], marks: 3 },
  },
  {
    title: 'averages have no shares',
    columns: [channel, average],
    rows: filled(['Web', 'Store', 'Phone']),
    facts: { intent: 'share' },
    expect: { kind: 'bars', x: 'channel', y: ['average_price'], marks: 3 },
  },
  // category × category
  {
    title: 'a sum by two categories is stacked',
    columns: [region, channel, revenue],
    rows: crossed(REGIONS, ['Web', 'Store', 'Phone']),
    expect: {
      kind: 'stacked',
      x: 'region',
      y: ['revenue'],
      series: 'channel',
      marks: 15,
      order: REGIONS,
    },
  },
  {
    title: 'an average by two categories is never stacked',
    columns: [region, channel, average],
    rows: crossed(REGIONS, ['Web', 'Store', 'Phone']),
    expect: { kind: 'grouped', x: 'region', y: ['average_price'], series: 'channel', marks: 15 },
  },
  {
    title: 'signed sums by two categories are not stacked',
    columns: [region, channel, measure('profit', { unit: 'USD' })],
    rows: crossed(REGIONS, ['Web', 'Store'], (at) => (at === 3 ? -20 : 30)),
    expect: { kind: 'grouped', x: 'region', y: ['profit'], series: 'channel', marks: 10 },
  },
  {
    title: 'the first rows of many are not stacked: their stacks are no totals',
    columns: [region, channel, revenue],
    rows: crossed(REGIONS, ['Web', 'Store']),
    facts: { order: { column: 2, direction: 'desc' }, limit: 10 },
    expect: { kind: 'grouped', x: 'region', y: ['revenue'], series: 'channel', marks: 10 },
  },
  {
    title: 'the category with fewer members makes the stacks',
    columns: [channel, category('product'), revenue],
    rows: crossed(['Web', 'Store'], names('Product', 9)),
    expect: { kind: 'stacked', x: 'product', y: ['revenue'], series: 'channel', marks: 18 },
  },
  {
    title: 'twenty by ten categories are a heat table',
    columns: [category('city'), category('category'), revenue],
    rows: crossed(names('City', 20), names('Category', 10)),
    expect: { kind: 'heat', x: 'category', y: ['revenue'], series: 'city', marks: 200 },
  },
  {
    title: 'weekdays by hours are a heat table',
    columns: [ordinal('weekday', 'weekday'), ordinal('hour', 'hour'), orders],
    rows: crossed(
      [1, 2, 3, 4, 5, 6, 7],
      Array.from({ length: 24 }, (_, at) => at),
    ),
    expect: { kind: 'heat', x: 'weekday', y: ['orders'], series: 'hour', marks: 168 },
  },
  {
    title: 'forty by twenty categories are a table',
    columns: [category('city'), category('product'), revenue],
    rows: crossed(names('City', 40), names('Product', 20)),
    expect: 'too_many',
  },
  {
    title: 'pairs that come twice are no cells',
    columns: [region, channel, revenue],
    rows: [...crossed(REGIONS, ['Web', 'Store']), ['East', 'Web', 5]],
    expect: 'repeated',
  },
  {
    title: 'three groupings are a table',
    columns: [region, channel, category('status'), revenue],
    rows: [
      ['East', 'Web', 'open', 5],
      ['West', 'Web', 'open', 6],
    ],
    expect: 'many_columns',
  },
  // several measures by category
  {
    title: 'two measures of one unit by category are grouped bars',
    columns: [region, revenue, measure('cost', { unit: 'USD' })],
    rows: REGIONS.map((name, at) => [name, wave(at), wave(at + 2)]),
    expect: { kind: 'grouped', x: 'region', y: ['revenue', 'cost'], marks: 10, order: REGIONS },
  },
  {
    title: 'two counts by category are grouped bars',
    columns: [region, orders, measure('returns')],
    rows: REGIONS.map((name, at) => [name, wave(at), wave(at + 2)]),
    facts: { counts: ['orders', 'returns'] },
    expect: { kind: 'grouped', x: 'region', y: ['orders', 'returns'], marks: 10 },
  },
  {
    title: 'two units by category are two panels, never two axes',
    columns: [region, revenue, orders],
    rows: REGIONS.map((name, at) => [name, 1000 * wave(at), wave(at)]),
    expect: { kind: 'panels', x: 'region', y: ['revenue', 'orders'], marks: 10, order: REGIONS },
  },
  {
    title: 'three units by category are a table',
    columns: [region, revenue, orders, measure('weight', { unit: 'kg' })],
    rows: REGIONS.map((name, at) => [name, wave(at), wave(at), wave(at)]),
    expect: 'mixed_units',
  },
  // rows as they are
  {
    title: 'two measures of many things are dots',
    columns: [
      measure('unit_price', { unit: 'USD', additive: false }),
      measure('weight', { unit: 'kg' }),
    ],
    rows: Array.from({ length: 40 }, (_, at) => [wave(at), wave(at + 5)]),
    facts: { records: true },
    expect: { kind: 'dots', x: 'unit_price', y: ['weight'], marks: 40 },
  },
  {
    title: 'dots may have names',
    columns: [category('product'), revenue, measure('weight', { unit: 'kg' })],
    rows: names('Product', 40).map((name, at) => [name, wave(at), wave(at + 5)]),
    facts: { records: true },
    expect: { kind: 'dots', x: 'revenue', y: ['weight'], series: 'product', marks: 40 },
  },
  {
    title: 'two measures of nine things are a table',
    columns: [revenue, measure('weight', { unit: 'kg' })],
    rows: Array.from({ length: 9 }, (_, at) => [wave(at), wave(at + 5)]),
    facts: { records: true },
    expect: 'records',
  },
  {
    title: 'ten thousand dots are a cloud that nobody reads',
    columns: [revenue, measure('weight', { unit: 'kg' })],
    rows: Array.from({ length: 10_000 }, (_, at) => [wave(at), wave(at + 5)]),
    facts: { records: true },
    expect: 'too_many',
  },
  {
    title: 'one measure of many things is a histogram',
    columns: [measure('unit_price', { unit: 'USD', additive: false })],
    rows: Array.from({ length: 120 }, (_, at) => [wave(at)]),
    facts: { records: true },
    expect: { kind: 'histogram', x: 'unit_price', y: ['unit_price'] },
  },
  {
    title: 'amounts of orders with their ids are a histogram',
    columns: [id('order_id'), revenue],
    rows: Array.from({ length: 300 }, (_, at) => [at, wave(at)]),
    facts: { records: true },
    expect: { kind: 'histogram', x: 'revenue', y: ['revenue'] },
  },
  {
    title: 'one measure of twenty things is a table',
    columns: [revenue],
    rows: Array.from({ length: 20 }, (_, at) => [wave(at)]),
    facts: { records: true },
    expect: 'records',
  },
  {
    title: 'the five dearest products are bars',
    columns: [category('product'), measure('unit_price', { unit: 'USD', additive: false })],
    rows: filled(names('Product', 5), descending),
    facts: { ...ranked, limit: 5, records: true },
    expect: { kind: 'bars', x: 'product', y: ['unit_price'], marks: 5 },
  },
  {
    title: 'records stay records',
    columns: [
      id('order_id'),
      time('order_date', 'day'),
      category('status'),
      category('channel'),
      revenue,
    ],
    rows: Array.from({ length: 12 }, (_, at) => [at, MONTHS12[at]!, 'open', 'Web', wave(at)]),
    facts: { records: true },
    expect: 'records',
  },
  {
    title: 'a list of names is a table',
    columns: [category('product')],
    rows: names('Product', 8).map((name) => [name]),
    facts: { records: true },
    expect: 'no_measure',
  },
  // change, and why
  {
    title: 'what a change comes from is diverging bars',
    columns: [
      region,
      measure('June 2026', { unit: 'USD' }),
      measure('July 2026', { unit: 'USD' }),
      measure('change', { unit: 'USD' }),
      measure('growth_percent', { unit: '%', additive: false }),
      measure('share_of_change_percent', { unit: '%' }),
    ],
    rows: [
      ['West', 12331.49, 4442.67, -7888.82, -64, 135.1],
      ['North', 11971.03, 9259.95, -2711.08, -22.6, 46.4],
      ['Europe', 8287.9, 10980.76, 2692.86, 32.5, -46.1],
      ['South', 7374.76, 9898.2, 2523.44, 34.2, -43.2],
      ['East', 10981.22, 10527.55, -453.67, -4.1, 7.8],
    ],
    facts: { intent: 'why', signed: 'change' },
    expect: {
      kind: 'diverging',
      x: 'region',
      y: ['change'],
      marks: 5,
      order: ['West', 'North', 'Europe', 'South', 'East'],
    },
  },
  {
    title: 'a change of the whole alone is numbers',
    columns: [
      measure('June 2026', { unit: 'USD' }),
      measure('July 2026', { unit: 'USD' }),
      measure('change', { unit: 'USD' }),
      measure('growth_percent', { unit: '%', additive: false }),
    ],
    rows: [[50946.4, 45109.13, -5837.27, -11.5]],
    facts: { intent: 'why', signed: 'change' },
    expect: {
      kind: 'number',
      y: ['June 2026', 'July 2026', 'change', 'growth_percent'],
      marks: 4,
    },
  },
  // what is never drawn
  {
    title: 'answers from the catalog are tables',
    columns: [category('table'), measure('rows')],
    rows: filled(['orders', 'customers']),
    facts: { never: 'catalog' },
    expect: 'catalog',
  },
  { title: 'no rows are no chart', columns: [region, revenue], rows: [], expect: 'no_rows' },
  {
    title: 'a result cut short is no chart',
    columns: [month, revenue],
    rows: filled(MONTHS12.slice(0, 10)),
    facts: { cut: true },
    expect: 'cut_short',
  },
  {
    title: 'a time that is empty is told, and not drawn',
    columns: [month, revenue],
    rows: [...filled(MONTHS12), [null, 55]],
    expect: { kind: 'line', x: 'month', y: ['revenue'], marks: 12 },
  },
  {
    title: 'texts that are no dates are no time',
    columns: [month, revenue],
    rows: filled(['soon', 'later', 'never']),
    expect: 'no_dates',
  },
];
