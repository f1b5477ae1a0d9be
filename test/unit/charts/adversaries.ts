import {
  type ChartCase,
  category,
  type ExpectedChart,
  measure,
  ordinal,
  periods,
  time,
  wave,
} from './cases.ts';

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '
  .repeat(6)
  .slice(0, 500);
const usd = measure('revenue', { unit: 'USD' });
const names = [
  '<script>alert(1)</script>',
  'مبيعات المنطقة الشرقية',
  '"><svg onload=x>',
  'שלום עולם 123',
  '漢字テスト長い名前',
  long,
  '👩‍👩‍👧‍👦 family',
  'a\u202Eevil\u0000\u0007\nline',
  '',
  '   ',
];
/** Not looked at: the cases of `cases.ts` hold the choice. */
const E: ExpectedChart = { kind: 'bars', y: [] };
/** Answers with names, numbers and gaps that a picture could break on; which chart they have does not matter here. */
export const ADVERSARIES: readonly ChartCase[] = [
  {
    title: 'odd names bars',
    columns: [category('na<me>_"x"'), usd],
    rows: names.map((n, i) => [n, 1000 - 37 * i]),
    expect: E,
  },
  {
    title: 'odd names grouped',
    columns: [category('n'), category('channel'), measure('avg', { additive: false })],
    rows: names
      .slice(0, 8)
      .flatMap((n, i) => ['Web', long, 'مبيعات'].map((c, j) => [n, c, 1000 - 37 * i + j])),
    expect: E,
  },
  {
    title: 'odd names stacked',
    columns: [category('n'), category('channel'), usd],
    rows: names
      .slice(0, 8)
      .flatMap((n, i) => ['Web', long, 'مبيعات'].map((c, j) => [n, c, 100000 - 3700.55 * i + j])),
    expect: E,
  },
  {
    title: 'odd names lines',
    columns: [time('m', 'month'), category('n'), usd],
    rows: names
      .slice(0, 6)
      .flatMap((n, i) => periods('month', '2025-01-01', 14).map((m, j) => [m, n, wave(i + j) + i])),
    expect: E,
  },
  {
    title: 'odd names share',
    columns: [category('n'), usd],
    rows: names.slice(0, 6).map((n, i) => [n, 1000 - 37 * i]),
    facts: { intent: 'share', whole: 6000 - 37 * 15 },
    expect: E,
  },
  {
    title: 'odd names heat',
    columns: [category('n'), category('k'), usd],
    rows: names.slice(0, 8).flatMap((n, i) => names.slice(0, 8).map((k, j) => [n, k, i * j - 9])),
    expect: E,
  },
  {
    title: 'odd names multiples',
    columns: [time('m', 'month'), category('n'), usd],
    rows: names
      .slice(0, 8)
      .flatMap((n, i) =>
        periods('month', '2025-01-01', 14).map((m, j) => [m, n, wave(i + j) * 12345.67]),
      ),
    facts: { incomplete: ['2026-02-01'] },
    expect: E,
  },
  {
    title: 'odd names panels',
    columns: [category('n'), usd, measure('weight', { unit: 'kg' })],
    rows: names.slice(0, 8).map((n, i) => [n, i === 2 ? null : 1234567.89 - i * 1e5, -5 + i]),
    expect: E,
  },
  {
    title: 'huge decimals',
    columns: [category('n'), usd],
    rows: [
      ['A', '98765432109876543210.12'],
      ['B', '88765432109876543210.12'],
      ['C', '-18765432109876543210.12'],
      [null, '5e19'],
    ],
    expect: E,
  },
  {
    title: 'huge line',
    columns: [time('m', 'month'), usd],
    rows: periods('month', '2025-01-01', 12).map((m, i) => [m, `${9 + i}8765432109876543210.12`]),
    expect: E,
  },
  {
    title: 'tiny line',
    columns: [time('m', 'month'), measure('r', { unit: '%', additive: false })],
    rows: periods('month', '2025-01-01', 12).map((m, i) => [m, 0.000012345 * (i + 1)]),
    expect: E,
  },
  {
    title: 'all zero line',
    columns: [time('m', 'month'), usd],
    rows: periods('month', '2025-01-01', 12).map((m) => [m, 0]),
    expect: E,
  },
  {
    title: 'all equal line',
    columns: [time('m', 'month'), usd],
    rows: periods('month', '2025-01-01', 12).map((m) => [m, 42]),
    expect: E,
  },
  {
    title: 'all zero columns',
    columns: [time('m', 'month'), usd],
    rows: periods('month', '2025-01-01', 5).map((m) => [m, 0]),
    expect: E,
  },
  {
    title: 'negative columns',
    columns: [time('m', 'month'), usd],
    rows: periods('month', '2025-01-01', 6).map((m, i) => [m, i * 100 - 250]),
    expect: E,
  },
  {
    title: 'all negative line near',
    columns: [time('m', 'month'), measure('b', { additive: false })],
    rows: periods('month', '2025-01-01', 12).map((m, i) => [m, -1000 - i]),
    expect: E,
  },
  {
    title: 'nulls and NaN line',
    columns: [time('m', 'month'), usd],
    rows: periods('month', '2025-01-01', 12).map((m, i) => [
      m,
      [null, 'NaN', 5, 'Infinity', 7, null, 9, 10, null, 4, 'x', null][i]!,
    ]),
    expect: E,
  },
  {
    title: 'weeks',
    columns: [time('w', 'week'), usd],
    rows: periods('week', '2025-12-01', 20).map((m, i) => [m, wave(i)]),
    facts: { incomplete: ['2025-12-01', '2026-04-13'] },
    expect: E,
  },
  {
    title: 'quarters',
    columns: [time('q', 'quarter'), usd],
    rows: periods('quarter', '2022-01-01', 18).map((m, i) => [m, wave(i) * 1e6]),
    expect: E,
  },
  {
    title: 'years long',
    columns: [time('y', 'year'), usd],
    rows: Array.from({ length: 120 }, (_, i) => [1900 + i, wave(i)]),
    expect: E,
  },
  {
    title: 'hours',
    columns: [time('h', 'hour'), usd],
    rows: Array.from({ length: 72 }, (_, i) => [
      new Date(Date.UTC(2026, 2, 1, i)).toISOString().slice(0, 19),
      wave(i),
    ]),
    expect: E,
  },
  {
    title: '5000 days',
    columns: [time('d', 'day'), usd],
    rows: periods('day', '2012-01-01', 5000).map((m, i) => [m, wave(i)]),
    expect: E,
  },
  {
    title: 'six close lines',
    columns: [time('m', 'month'), category('n'), usd],
    rows: ['A one', 'B two', 'C three', 'D four', 'E five', 'F six'].flatMap((n, i) =>
      periods('month', '2025-01-01', 12).map((m, j) => [m, n, 500 + j + i * 0.2]),
    ),
    expect: E,
  },
  {
    title: 'percent numbers',
    columns: [measure('margin', { unit: '%', additive: false }), usd, measure('n')],
    rows: [[31.456, '98765432109876543210.12', null]],
    expect: E,
  },
  {
    title: 'change from zero',
    columns: [time('m', 'month'), usd],
    rows: [
      ['2025-01-01', 0],
      ['2025-02-01', 55],
    ],
    expect: E,
  },
  {
    title: 'month parts',
    columns: [ordinal('month', 'month'), measure('n')],
    rows: [
      [12, 5],
      [1, 3],
      [null, 2],
      [6, 9],
    ],
    expect: E,
  },
  {
    title: 'hist ints',
    columns: [measure('n')],
    rows: Array.from({ length: 300 }, (_, i) => [(i % 7) + 1]),
    facts: { records: true },
    expect: E,
  },
  {
    title: 'hist one value',
    columns: [measure('n')],
    rows: Array.from({ length: 40 }, () => [5]),
    facts: { records: true },
    expect: E,
  },
  {
    title: 'dots 5000',
    columns: [usd, measure('w', { unit: 'kg' })],
    rows: Array.from({ length: 5000 }, (_, i) => [wave(i) * wave(i * 3) * 1000, wave(i * 7)]),
    facts: { records: true },
    expect: E,
  },
];
