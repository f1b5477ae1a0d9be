import { drawChart } from './draw.ts';
import { timeText } from './format.ts';
import { binned } from './kinds/histogram.ts';
import { timeTable } from './series.ts';
import { columnNamed, measureTitle, namesOf, type Sheet, sheetOf, valuesNamed } from './sheet.ts';
import { COLOURS, SERIES } from './theme.ts';
import type { Cell, ChartData, Picture } from './types.ts';

/** A value of a specification: JSON, and nothing else. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Spec = { readonly [key: string]: Json };

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json';
const WIDTH = 560;
const STEP = 28;
const FONT = 'Inter, system-ui, sans-serif';

/** Colours and lines as in our own pictures, in their light theme. */
const CONFIG: Spec = {
  background: COLOURS.light.surface,
  font: FONT,
  range: { category: SERIES.map((name) => COLOURS.light[name]) },
  axis: {
    domainColor: COLOURS.light.axis,
    gridColor: COLOURS.light.grid,
    labelColor: COLOURS.light['text-2'],
    tickColor: COLOURS.light.axis,
    titleColor: COLOURS.light['text-2'],
    titleFontWeight: 'normal',
    labelLimit: 200,
  },
  legend: { labelColor: COLOURS.light['text-2'], titleColor: COLOURS.light['text-2'] },
  view: { stroke: null },
};
const FIRST = COLOURS.light.c1;
const SECOND = COLOURS.light.c2;
const SURFACE = COLOURS.light.surface;

/**
 * A chart as a complete specification of Vega-Lite 6, its data included: for clients with a renderer of their own. It
 * draws the same marks in the same order as ours. Fields have names of ours (`x`, `y`, `series`), so that no column's
 * name can be read as a path, and no expression holds anything of the data.
 */
export function vegaLiteSpec(data: ChartData, lang = 'en'): Spec {
  const sheet = sheetOf(data, { width: WIDTH, lang, theme: 'light' });
  const picture = drawChart(
    { ...data, breakdown: undefined },
    { width: WIDTH, lang, theme: 'light' },
  );
  const own = unit(sheet, picture);
  const below = belowOf(data, lang);
  const body: Spec = below ? { vconcat: [own, below] } : own;
  return { $schema: SCHEMA, description: picture.label, ...body, config: CONFIG };
}

/** The chart of a breakdown. A height by steps is not understood there. */
function belowOf({ chart, breakdown }: ChartData, lang: string): Spec | null {
  if (!chart.breakdown || !breakdown) return null;
  const data = { chart: chart.breakdown, ...breakdown };
  const options = { width: WIDTH, lang, theme: 'light' } as const;
  const own = unit(sheetOf(data, options), drawChart(data, options));
  return { ...own, height: Math.max(4, breakdown.rows.length) * STEP };
}

function unit(sheet: Sheet, picture: Picture): Spec {
  switch (sheet.data.chart.kind) {
    case 'number':
    case 'change':
      return ofNumbers(sheet, picture);
    case 'line':
      return ofLines(sheet, picture);
    case 'multiples':
      return ofMultiples(sheet, picture);
    case 'columns':
      return ofColumns(sheet, picture);
    case 'bars':
    case 'diverging':
      return ofBars(sheet, picture);
    case 'share':
      return ofShare(sheet, picture);
    case 'grouped':
    case 'stacked':
      return ofGroups(sheet, picture);
    case 'heat':
      return ofHeat(sheet, picture);
    case 'dots':
      return ofDots(sheet);
    case 'histogram':
      return ofHistogram(sheet);
    case 'panels':
      return ofPanels(sheet);
  }
}

const titleOf = (sheet: Sheet) => measureTitle(valuesNamed(sheet, sheet.data.chart.y[0] ?? null));

/** Names of the axis, in the order of the picture; equal names are told apart. */
function namer(sheet: Sheet): (key: Cell) => string {
  const keys = columnNamed(sheet.data, sheet.data.chart.x);
  const name = namesOf(sheet, keys);
  const byKey = new Map<string, Cell>(keys.cells.map((cell) => [String(cell), cell]));
  const given = new Map<string, string>();
  const taken = new Set<string>();
  return (key) => {
    const id = String(key);
    const known = given.get(id);
    if (known !== undefined) return known;
    const plain = name(id === '(empty)' ? null : (byKey.get(id) ?? key));
    let text = plain;
    for (let at = 2; taken.has(text); at++) text = `${plain} (${at})`;
    taken.add(text);
    given.set(id, text);
    return text;
  };
}

const valueAxis = (title: string): Spec => ({
  field: 'y',
  type: 'quantitative',
  title,
  scale: { zero: true },
  axis: { tickCount: 4 },
});
const inOrder = (field: string): Spec => ({ field, type: 'ordinal', sort: null, title: null });
const series: Spec = { field: 'series', type: 'nominal', sort: null, title: null };

/** The value in words: ours, so that digits and units are as in the table. */
const texts = (channel: Spec): Spec => ({
  ...channel,
  text: { field: 'text', type: 'nominal' },
});

function ofNumbers(sheet: Sheet, picture: Picture): Spec {
  const isOne = picture.marks.length === 1;
  const values = picture.marks.map(({ x, y }): Json => {
    const column = valuesNamed(sheet, String(x));
    const isChange = sheet.data.chart.kind === 'change';
    const cell = column.cells[0] ?? null;
    const text = y === null ? '' : isChange ? column.text.signed(y) : column.text.full(cell);
    return { x: measureTitle(column), y, text };
  });
  return {
    data: { values },
    name: 'numbers',
    width: isOne ? WIDTH : Math.floor(WIDTH / Math.max(1, values.length)),
    height: 48,
    mark: { type: 'text', fontSize: isOne ? 34 : 24, fontWeight: 600, align: 'center' },
    encoding: {
      ...texts({}),
      ...(isOne
        ? {}
        : {
            facet: { ...inOrder('x'), columns: values.length, header: { labelOrient: 'bottom' } },
          }),
    },
    ...(isOne ? { title: { text: String((values[0] as Spec)['x']), fontWeight: 'normal' } } : {}),
  };
}

/** Points of lines: what is not complete has a field of its own, which is dashed. */
function pointsOf(sheet: Sheet): readonly Json[] {
  const table = timeTable(sheet);
  return table.series.flatMap(({ name, points }) =>
    points.map((point, at): Json => {
      const nextTo = [points[at - 1], points[at + 1]].some((one) => one?.isOpen === true);
      return {
        x: new Date(point.at).toISOString(),
        y: point.value,
        closed: point.isOpen ? null : point.value,
        open: point.isOpen || nextTo ? point.value : null,
        ...(point.range ? { low: point.range[0], high: point.range[1] } : {}),
        is_open: point.isOpen,
        series: name,
        label: timeText(point.at, table.grain, sheet.lang),
      };
    }),
  );
}

function lineLayers(sheet: Sheet, { domain }: Picture, hasSeries: boolean): readonly Json[] {
  const { incomplete, estimated } = sheet.data.chart;
  const hasOpen = incomplete !== undefined || estimated !== undefined;
  const isZero = domain === null || (domain[0] <= 0 && domain[1] >= 0);
  const title = titleOf(sheet);
  const x: Spec = { field: 'x', type: 'temporal', title: null, scale: { type: 'utc' } };
  const y = (field: string): Spec => ({
    ...{ field, type: 'quantitative', title, scale: { zero: isZero }, axis: { tickCount: 4 } },
  });
  const color: Json = hasSeries ? series : { value: FIRST };
  const mark = { type: 'line', invalid: 'break-paths-show-path-domains' } as const;
  return [
    ...(estimated
      ? [
          {
            transform: [{ filter: 'isValid(datum.low)' }],
            mark: { type: 'area', opacity: 0.18 },
            encoding: { x, y: y('low'), y2: { field: 'high' }, color },
          },
        ]
      : []),
    { mark, encoding: { x, y: y('closed'), color } },
    ...(hasOpen
      ? [{ mark: { ...mark, strokeDash: [3, 4] }, encoding: { x, y: y('open'), color } }]
      : []),
    {
      name: 'main',
      transform: [{ filter: 'isValid(datum.y)' }],
      mark: { type: 'point', size: 18, filled: false },
      encoding: {
        ...{ x, y: y('y'), color },
        fill: {
          condition: { test: 'datum.is_open', value: SURFACE },
          ...(hasSeries ? { ...series, legend: null } : { value: FIRST }),
        },
        tooltip: [
          { field: 'label', type: 'nominal', title: null },
          { field: 'y', type: 'quantitative', title },
        ],
      },
    },
  ];
}

function ofLines(sheet: Sheet, picture: Picture): Spec {
  const hasSeries = timeTable(sheet).series.length > 1;
  return {
    data: { values: pointsOf(sheet) },
    width: WIDTH,
    height: 240,
    layer: lineLayers(sheet, picture, hasSeries),
  };
}

function ofMultiples(sheet: Sheet, picture: Picture): Spec {
  return {
    data: { values: pointsOf(sheet) },
    facet: { field: 'series', type: 'nominal', sort: null, title: null },
    columns: 3,
    spec: { width: 170, height: 100, layer: lineLayers(sheet, picture, false) },
  };
}

/** Rows of single bars: name, value, text. */
function barValues(sheet: Sheet, picture: Picture): readonly Json[] {
  const name = namer(sheet);
  const { text } = valuesNamed(sheet, sheet.data.chart.y[0] ?? null);
  const isSigned = sheet.data.chart.kind === 'diverging';
  const open = new Set(sheet.data.chart.incomplete ?? []);
  return picture.marks.map(({ x, y }): Json => {
    const said = y === null ? sheet.words.empty : isSigned ? text.signed(y) : text.full(y);
    return { x: name(x), y, text: said, is_open: open.has(String(x)) };
  });
}

const barColour: Spec = { condition: { test: 'datum.y < 0', value: SECOND }, value: FIRST };
const openFill: Spec = { condition: { test: 'datum.is_open', value: 0.25 }, value: 1 };

function ofBars(sheet: Sheet, picture: Picture): Spec {
  const x = valueAxis(titleOf(sheet));
  // Values of losses stand where the names would be.
  const hasLosses = picture.marks.some(({ y: value }) => (value ?? 0) < 0);
  const y: Spec = { ...inOrder('x'), ...(hasLosses ? { axis: { offset: 72 } } : {}) };
  return {
    data: { values: barValues(sheet, picture) },
    width: WIDTH,
    height: { step: STEP },
    layer: [
      {
        name: 'main',
        mark: { type: 'bar', invalid: 'filter' },
        encoding: { y, x, color: barColour, fillOpacity: openFill },
      },
      {
        mark: {
          type: 'text',
          align: { expr: "datum.y < 0 ? 'right' : 'left'" },
          dx: { expr: 'datum.y < 0 ? -6 : 6' },
        },
        encoding: texts({ y, x }),
      },
    ],
  };
}

function ofColumns(sheet: Sheet, picture: Picture): Spec {
  const { grain, kind } = columnNamed(sheet.data, sheet.data.chart.x).info;
  const { text } = valuesNamed(sheet, sheet.data.chart.y[0] ?? null);
  const open = new Set((sheet.data.chart.incomplete ?? []).map((one) => one.slice(0, 10)));
  const values =
    kind === 'time'
      ? picture.marks.map(
          ({ x, y }): Json => ({
            x: timeText(Date.parse(`${String(x)}Z`), grain, sheet.lang),
            ...{ y, text: y === null ? '' : text.full(y) },
            is_open: open.has(String(x).slice(0, 10)),
          }),
        )
      : barValues(sheet, picture);
  const x: Spec = { ...inOrder('x'), axis: { labelAngle: 0, labelOverlap: true } };
  const y = valueAxis(titleOf(sheet));
  return {
    data: { values },
    width: WIDTH,
    height: 240,
    layer: [
      {
        name: 'main',
        mark: { type: 'bar', invalid: 'filter' },
        encoding: { x, y, color: barColour, fillOpacity: openFill },
      },
      { mark: { type: 'text', dy: -8 }, encoding: texts({ x, y }) },
    ],
  };
}

function ofShare(sheet: Sheet, picture: Picture): Spec {
  return {
    data: { values: barValues(sheet, picture).map((one, order) => ({ ...(one as Spec), order })) },
    name: 'main',
    width: WIDTH,
    height: 48,
    mark: { type: 'bar', stroke: SURFACE },
    encoding: {
      x: { ...valueAxis(titleOf(sheet)), stack: 'normalize', axis: { format: '.0%' } },
      color: { field: 'x', type: 'nominal', sort: null, title: null, legend: { orient: 'bottom' } },
      order: { field: 'order', type: 'quantitative' },
      tooltip: [
        { field: 'x', type: 'nominal', title: null },
        { field: 'text', type: 'nominal', title: titleOf(sheet) },
      ],
    },
  };
}

/** Values of two keys; the order of the series is that of the picture. */
function crossValues(sheet: Sheet, picture: Picture): readonly Json[] {
  const name = namer(sheet);
  const { text } = valuesNamed(sheet, sheet.data.chart.y[0] ?? null);
  const order = [...new Set(picture.marks.map((mark) => mark.series))];
  return picture.marks.map(
    ({ x, y, series: part }): Json => ({
      ...{ x: name(x), y, series: part, order: order.indexOf(part) },
      text: y === null ? '' : text.full(y),
    }),
  );
}

function ofGroups(sheet: Sheet, picture: Picture): Spec {
  const isStacked = sheet.data.chart.kind === 'stacked';
  const { y } = sheet.data.chart;
  const title = y.length > 1 ? '' : titleOf(sheet);
  return {
    data: { values: crossValues(sheet, picture) },
    name: 'main',
    width: WIDTH,
    height: { step: isStacked ? STEP : 16, ...(isStacked ? {} : { for: 'offset' }) },
    mark: { type: 'bar', invalid: 'filter' },
    encoding: {
      y: inOrder('x'),
      x: { ...valueAxis(title), stack: isStacked ? 'zero' : null },
      color: { ...series, legend: { orient: 'top' } },
      order: { field: 'order', type: 'quantitative' },
      ...(isStacked ? {} : { yOffset: { field: 'series', type: 'nominal', sort: null } }),
      tooltip: [
        { field: 'x', type: 'nominal', title: null },
        { field: 'series', type: 'nominal', title: null },
        { field: 'text', type: 'nominal', title: titleOf(sheet) },
      ],
    },
  };
}

function ofHeat(sheet: Sheet, picture: Picture): Spec {
  const x: Spec = { ...inOrder('x'), axis: { orient: 'top' } };
  const y = inOrder('series');
  return {
    data: { values: crossValues(sheet, picture) },
    width: { step: 56 },
    height: { step: 26 },
    layer: [
      {
        name: 'main',
        mark: { type: 'rect', invalid: 'filter' },
        encoding: {
          ...{ x, y },
          color: {
            ...{ field: 'y', type: 'quantitative', title: titleOf(sheet) },
            scale: { range: ['#ecefff', '#8ea4ef'] },
          },
        },
      },
      { mark: { type: 'text', fontSize: 10 }, encoding: texts({ x, y }) },
    ],
  };
}

function ofDots(sheet: Sheet): Spec {
  const { chart } = sheet.data;
  const xs = valuesNamed(sheet, chart.x);
  const ys = valuesNamed(sheet, chart.y[0] ?? null);
  const values = xs.numbers.flatMap((x, row): Json[] => {
    const y = ys.numbers[row] ?? null;
    return x === null || y === null ? [] : [{ x, y }];
  });
  const axis = (field: string, title: string): Spec => ({
    ...{ field, type: 'quantitative', title, scale: { zero: false } },
  });
  return {
    data: { values },
    name: 'main',
    width: WIDTH,
    height: 280,
    mark: { type: 'circle', color: FIRST, opacity: 0.55, size: 32 },
    encoding: { x: axis('x', measureTitle(xs)), y: axis('y', measureTitle(ys)) },
  };
}

function ofHistogram(sheet: Sheet): Spec {
  const values = valuesNamed(sheet, sheet.data.chart.y[0] ?? null);
  const numbers = values.numbers.flatMap((value) => value ?? []);
  const bins = binned(numbers);
  return {
    data: { values: bins.map(({ from, to, count }) => ({ x: from, to, y: count })) },
    name: 'main',
    width: WIDTH,
    height: 220,
    mark: { type: 'bar', color: FIRST, stroke: SURFACE },
    encoding: {
      x: {
        ...{ field: 'x', type: 'quantitative', title: measureTitle(values) },
        bin: { binned: true },
      },
      x2: { field: 'to' },
      y: valueAxis(''),
    },
  };
}

function ofPanels(sheet: Sheet): Spec {
  const name = namer(sheet);
  const { data } = sheet;
  const keys = columnNamed(data, data.chart.x);
  const order = [
    ...keys.cells.map((key, row) => ({ key, row })).filter(({ key }) => key !== null),
    ...keys.cells.map((key, row) => ({ key, row })).filter(({ key }) => key === null),
  ];
  const panels = data.chart.y.map((column, at): Json => {
    const values = valuesNamed(sheet, column);
    const rows = order.map(({ key, row }): Json => {
      const y = values.numbers[row] ?? null;
      return { x: name(key), y, text: values.text.full(values.cells[row] ?? null) };
    });
    const y: Spec = { ...inOrder('x'), ...(at === 0 ? {} : { axis: null }) };
    const x = valueAxis(measureTitle(values));
    return {
      data: { values: rows },
      width: Math.floor(WIDTH / 2) - 40,
      height: { step: STEP },
      layer: [
        {
          name: `main_${at}`,
          mark: { type: 'bar', invalid: 'filter', color: at === 0 ? FIRST : COLOURS.light.c3 },
          encoding: { y, x },
        },
        { mark: { type: 'text', align: 'left', dx: 6 }, encoding: texts({ y, x }) },
      ],
    };
  });
  return { hconcat: panels };
}
