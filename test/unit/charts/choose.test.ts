import { expect } from 'chai';
import { type ChartChoice, type ChartFacts, chooseChart } from '#src/charts/choose.ts';
import { chartsOf } from '#src/charts/settings.ts';
import type { ChartTable } from '#src/charts/table.ts';
import type { Chart } from '#src/charts/types.ts';
import {
  CASES,
  category,
  type ExpectedChart,
  measure,
  ordinal,
  periods,
  time,
  wave,
} from './cases.ts';

/** What a case says of the choice; what it says of the picture is held by the renderers' tests. */
const shown = (chart: Chart): Partial<ExpectedChart> => ({
  kind: chart.kind,
  ...(chart.x === null ? {} : { x: chart.x }),
  y: chart.y,
  ...(chart.series === null ? {} : { series: chart.series }),
  ...(chart.incomplete ? { incomplete: chart.incomplete } : {}),
  ...(chart.missing ? { missing: chart.missing } : {}),
  ...(chart.top === undefined ? {} : { top: chart.top }),
});

const wanted = ({ marks, order, zero, breakdown, ...choice }: ExpectedChart) => choice;

const said = ({ none, chart }: ChartChoice) => none ?? (chart && shown(chart));

describe('the chart of an answer', () => {
  it('has at least 60 cases, with charts of every kind', () => {
    expect(CASES.length).to.be.at.least(60);
  });

  for (const { title, columns, rows, facts, breakdown, expect: expected } of CASES) {
    it(title, () => {
      const choice = chooseChart({ columns, rows }, facts, breakdown);
      expect(choice.reason).to.match(/^[A-Z].*\.$/);
      if (typeof expected === 'string') {
        expect(said(choice)).to.equal(expected);
        return;
      }
      expect(said(choice)).to.deep.equal(wanted(expected));
      const below = choice.chart?.breakdown;
      expect(below ? shown(below) : undefined).to.deep.equal(
        expected.breakdown && wanted(expected.breakdown),
      );
    });
  }
});

describe('the other charts of an answer', () => {
  const months = periods('month', '2025-01-01', 12);
  const average = measure('price', { additive: false });
  const byMonth = months.map((month, at) => [month, wave(at)]);
  const crossed = (a: readonly string[], b: readonly string[]) =>
    a.flatMap((one, i) => b.map((two, j) => [one, two, wave(i * b.length + j)]));
  const of = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`);
  const table: readonly (readonly [string, ChartTable, Partial<ChartFacts>, readonly string[]])[] =
    [
      [
        'a line is a row of columns, too',
        { columns: [time('month', 'month'), measure('n')], rows: byMonth },
        { incomplete: ['2025-12-01'] },
        ['columns: month, n, incomplete'],
      ],
      [
        'few periods are a line, too',
        { columns: [time('month', 'month'), measure('n')], rows: byMonth.slice(0, 5) },
        {},
        ['line: month, n'],
      ],
      [
        'averages over time are columns from zero, too',
        { columns: [time('month', 'month'), average], rows: byMonth },
        {},
        ['columns: month, price'],
      ],
      [
        'instants have no columns, as the space between them would be lost',
        { columns: [time('at', null), measure('n')], rows: byMonth },
        {},
        [],
      ],
      [
        'days far apart are too many columns',
        {
          columns: [time('day', 'day'), measure('n')],
          rows: ['2020-01-01', '2021-01-01', '2025-01-01'].map((day, at) => [day, wave(at)]),
        },
        {},
        [],
      ],
      [
        'lines of several members are panels and a heat table, too',
        {
          columns: [time('month', 'month'), category('c'), measure('n')],
          rows: crossed(months, of(3)),
        },
        {},
        ['multiples: month, n, c', 'heat: c, n, month'],
      ],
      [
        'a heat table cannot say that a period is not complete',
        {
          columns: [time('month', 'month'), category('c'), measure('n')],
          rows: crossed(months, of(3)),
        },
        { incomplete: ['2025-12-01'] },
        ['multiples: month, n, c, incomplete'],
      ],
      [
        'panels of many members are never lines that nobody can tell apart',
        {
          columns: [time('month', 'month'), category('c'), measure('n')],
          rows: crossed(months, of(9)),
        },
        {},
        ['heat: c, n, month'],
      ],
      [
        'stacks stand side by side, too',
        { columns: [category('a'), category('b'), measure('n')], rows: crossed(of(5), of(3)) },
        {},
        ['grouped: a, n, b', 'heat: b, n, a', 'stacked: b, n, a', 'grouped: b, n, a'],
      ],
      [
        'averages are never offered as a stack',
        { columns: [category('a'), category('b'), average], rows: crossed(of(5), of(3)) },
        {},
        ['heat: b, price, a', 'grouped: b, price, a'],
      ],
      [
        'weekdays can be compared as bars',
        {
          columns: [ordinal('weekday', 'weekday'), measure('n')],
          rows: [1, 2, 3].map((d) => [d, wave(d)]),
        },
        {},
        ['bars: weekday, n'],
      ],
      [
        'shares are bars, too',
        {
          columns: [category('c'), measure('n')],
          rows: [
            ['x', 60],
            ['y', 40],
          ],
        },
        { intent: 'share', whole: 100 },
        ['bars: c, n'],
      ],
      [
        'bars by category are bars alone: a line would join what has no order',
        { columns: [category('c'), measure('n')], rows: of(5).map((c, at) => [c, wave(at)]) },
        {},
        [],
      ],
      [
        'bars of every group of what adds up are parts of a whole, too',
        { columns: [category('c'), measure('n')], rows: of(5).map((c, at) => [c, wave(at)]) },
        { groups: 'all' },
        ['share: c, n'],
      ],
      [
        'averages are no parts of a whole',
        { columns: [category('c'), average], rows: of(5).map((c, at) => [c, wave(at)]) },
        { groups: 'all' },
        [],
      ],
      [
        'losses are no parts of a whole',
        { columns: [category('c'), measure('n')], rows: of(5).map((c, at) => [c, at - 2]) },
        { groups: 'all' },
        [],
      ],
      [
        'more parts than can be told apart are bars alone',
        { columns: [category('c'), measure('n')], rows: of(7).map((c, at) => [c, wave(at)]) },
        { groups: 'all' },
        [],
      ],
      [
        'each of several measures can stand alone',
        {
          columns: [category('c'), measure('n', { unit: 'kg' }), measure('m', { unit: 'm' })],
          rows: of(5).map((c, at) => [c, wave(at), wave(at + 3)]),
        },
        {},
        ['bars: c, n', 'bars: c, m'],
      ],
      [
        'of lines of several measures each can be a line, or columns',
        {
          columns: [
            time('month', 'month'),
            measure('n', { unit: 'kg', additive: true }),
            measure('m', { unit: 'kg', additive: true }),
          ],
          rows: byMonth.map(([month, n], at) => [month ?? '', n ?? 0, wave(at + 3)]),
        },
        { incomplete: ['2025-12-01'] },
        [
          'line: month, n, incomplete',
          'columns: month, n, incomplete',
          'line: month, m, incomplete',
          'columns: month, m, incomplete',
        ],
      ],
      ['one number is one number', { columns: [measure('n')], rows: [[4]] }, {}, []],
    ];
  for (const [title, { columns, rows }, facts, expected] of table)
    it(title, () => {
      const { chart } = chooseChart({ columns, rows }, facts);
      const found = (chart?.alternatives ?? []).map(({ kind, x, y, series, incomplete }) =>
        [
          `${kind}: ${x}`,
          ...y,
          ...(series ? [series] : []),
          ...(incomplete ? ['incomplete'] : []),
        ].join(', '),
      );
      expect(found).to.deep.equal(expected);
    });

  it('are other charts, each once, of the columns of the result, and none where there is no chart', () => {
    for (const one of CASES) {
      const { chart } = chooseChart(one, one.facts, one.breakdown);
      const all = (chart ? chartsOf(chart) : []).map(({ kind, x, y, series }) =>
        JSON.stringify([kind, x, y, series]),
      );
      expect(new Set(all).size, one.title).to.equal(all.length);
      for (const { x, y, series, reason, alternatives } of chart?.alternatives ?? []) {
        const named = [x, ...y, series].filter((name) => name !== null);
        expect(one.columns.map(({ name }) => name)).to.include.members(named);
        expect(reason).to.match(/^[A-Z].*\.$/);
        expect(alternatives).to.equal(undefined);
      }
    }
  });
});
