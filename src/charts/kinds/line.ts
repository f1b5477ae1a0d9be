import { area, line as pathOf } from 'd3-shape';
import {
  axisRoom,
  type Box,
  drawTicks,
  drawValueAxis,
  extentOf,
  timeTicks,
  valueAxis,
} from '../axis.ts';
import { tickTexts, timeText } from '../format.ts';
import { el, group, hint, label, markOf, rule } from '../nodes.ts';
import { placeLabels, spread, type Wanted } from '../place-labels.ts';
import { type TimePoint, type TimeSeries, type TimeTable, timeTable } from '../series.ts';
import type { Drawn, Sheet } from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';
import { type Colour, seriesColour } from '../theme.ts';
import type { ChartNode, Mark } from '../types.ts';

const HEIGHT = 260;
const TOP = 26;
const BOTTOM = 30;

/** Values over time: gaps stay gaps, periods that are not over are dashed, lines are named at their ends. */
export function drawLine(sheet: Sheet): Drawn {
  const { width, lang, words } = sheet;
  const table = timeTable(sheet);
  const { series, times, grain } = table;
  const all = series.flatMap(({ points }) =>
    points.flatMap(({ value, range }) => [value, ...(range ?? [])]),
  );
  const extent = extentOf(all, true);
  const rough = valueAxis(extent, [HEIGHT - BOTTOM, TOP], lang);
  const left = axisRoom(rough.texts);
  const names = endNames(sheet, table);
  const right = width - Math.max(16, Math.min(0.34 * width, names.room));
  const box: Box = { left, right, top: TOP, bottom: HEIGHT - BOTTOM };
  const x = timeScale(times, box);
  const ticks = timeTicks([times[0] ?? 0, times.at(-1) ?? 0], grain, x, lang);
  const y = rough.scale;
  const nodes = [
    ...drawValueAxis(sheet, rough, box),
    ...drawTicks(
      sheet,
      ticks.map(({ at, text }) => ({ x: x(at), text })),
      HEIGHT - 6,
    ),
    ...drawEstimates(sheet, table, { x, y }),
    ...series.flatMap(({ points }, at) => drawSeries(sheet, points, { x, y }, seriesColour(at))),
    ...(series.length === 1
      ? drawValues(sheet, table, { x, y }, left)
      : drawEndNames(sheet, table, { x, y }, box, names.texts)),
    ...pointTargets(sheet, table, (point) => ({ x: x(point.at), y: y(point.value ?? 0) })),
  ];
  const start = tickTexts([rough.domain[0]], lang)[0] ?? '';
  const notes = [
    ...table.open
      .filter((one) => times.includes(one))
      .map((one) => words.notComplete(timeText(one, grain, lang))),
    ...(sheet.data.chart.estimated ? [words.estimates] : []),
    ...(rough.leavesZero ? [words.axisFrom(start)] : []),
  ];
  const marks = series.flatMap((one) => marksOf(one));
  return { height: HEIGHT, nodes, marks, domain: rough.domain, notes };
}

export const marksOf = ({ name, points }: TimeSeries): readonly Mark[] =>
  points.flatMap(({ at, value }) =>
    value === null
      ? []
      : [{ shape: 'point', x: new Date(at).toISOString().slice(0, 19), y: value, series: name }],
  );

/** Places of times by their distance; one alone stands in the middle. */
export function timeScale(times: readonly number[], { left, right }: Box) {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  return (at: number): number =>
    last === first ? (left + right) / 2 : left + ((at - first) / (last - first)) * (right - left);
}

interface Scales {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** A line with its gaps; periods that are not over are dashed, and hollow at their points. */
export function drawSeries(
  { paint }: Pick<Sheet, 'paint'>,
  points: readonly TimePoint[],
  { x, y }: Scales,
  colour: Colour,
): readonly ChartNode[] {
  const stroke = paint(colour);
  const isClosed = ({ value, isOpen }: TimePoint) => value !== null && !isOpen;
  const solid = pathOf<TimePoint>()
    .defined(isClosed)
    .x(({ at }) => rounded(x(at)))
    .y(({ value }) => rounded(y(value ?? 0)))(points as TimePoint[]);
  const line = { fill: 'none', stroke, 'stroke-width': 2, 'stroke-linejoin': 'round' };
  const dashes = points.flatMap((point, at) => {
    const before = points[at - 1];
    if (!before || before.value === null || point.value === null) return [];
    if (!point.isOpen && !before.isOpen) return [];
    const ends = [x(before.at), y(before.value), x(point.at), y(point.value)] as const;
    return [rule(ends, stroke, { 'stroke-width': 2, 'stroke-dasharray': '3 4' })];
  });
  const alone = points.filter(
    (point, at) => isClosed(point) && !isDrawnTo(points[at - 1]) && !isDrawnTo(points[at + 1]),
  );
  const open = points.filter(({ isOpen, value }) => isOpen && value !== null);
  return [
    ...(solid === null ? [] : [el('path', { d: solid, ...line })]),
    ...dashes,
    ...alone.map(({ at, value }) => dot(x(at), y(value ?? 0), stroke, stroke)),
    ...open.map(({ at, value }) => dot(x(at), y(value ?? 0), stroke, paint('surface'))),
  ];
}

/** The band of estimates, and the dashes that lead from the last value to the first of them. */
function drawEstimates(
  { paint, data }: Sheet,
  { series }: TimeTable,
  { x, y }: Scales,
): readonly ChartNode[] {
  if (!data.chart.estimated) return [];
  const at = series.findIndex(({ points }) => points.some(({ range }) => range !== null));
  const estimates = (series[at]?.points ?? []).filter(({ range }) => range !== null);
  const [first] = estimates;
  if (!first) return [];
  const before = series
    .filter((_, index) => index !== at)
    .flatMap(({ points }) => points)
    .findLast((one) => one.value !== null && one.at < first.at);
  const start =
    before?.value == null ? [] : [{ at: before.at, range: [before.value, before.value] }];
  const band = area<{ at: number; range: readonly number[] }>()
    .x((one) => rounded(x(one.at)))
    .y0((one) => rounded(y(one.range[0] ?? 0)))
    .y1((one) => rounded(y(one.range[1] ?? 0)));
  const path = band([
    ...start,
    ...estimates.map((one) => ({ at: one.at, range: one.range ?? [] })),
  ]);
  const stroke = paint(seriesColour(at));
  const lead =
    before?.value == null
      ? []
      : [
          rule([x(before.at), y(before.value), x(first.at), y(first.value ?? 0)], stroke, {
            'stroke-width': 2,
            'stroke-dasharray': '3 4',
          }),
        ];
  return [...(path ? [el('path', { d: path, fill: stroke, 'fill-opacity': 0.18 })] : []), ...lead];
}

const isDrawnTo = (point: TimePoint | undefined) => point !== undefined && point.value !== null;

const rounded = (value: number) => Math.round(value * 10) / 10;

export const dot = (cx: number, cy: number, stroke: string, fill: string): ChartNode =>
  el('circle', { cx, cy, r: 3.5, fill, stroke, 'stroke-width': 2 });

/** Thousands of targets cost more than they tell. */
const MOST_TARGETS = 600;

/** What can be pointed at: every point of a line with its value, over what is drawn. */
export function pointTargets(
  { lang }: Pick<Sheet, 'lang'>,
  { series, grain, values }: Pick<TimeTable, 'series' | 'grain' | 'values'>,
  place: (point: TimePoint, series: number) => { readonly x: number; readonly y: number },
): readonly ChartNode[] {
  const count = series.reduce((sum, { points }) => sum + points.length, 0);
  if (count > MOST_TARGETS) return [];
  return series.flatMap(({ name, points }, at) =>
    points.flatMap((point) => {
      if (point.value === null) return [];
      const { x: cx, y: cy } = place(point, at);
      const who = name === null ? '' : `${name}, `;
      const said = `${who}${timeText(point.at, grain, lang)}: ${values.text.full(point.cell)}`;
      const target = { cx, cy, r: 9, fill: 'none', 'pointer-events': 'all' };
      return [markOf(said, point.row, [el('circle', target)])];
    }),
  );
}

/** Last, highest and lowest value of a line alone, written at their points. */
function drawValues(
  sheet: Sheet,
  { series, values, grain }: TimeTable,
  { x, y }: Scales,
  left: number,
): readonly ChartNode[] {
  const { paint, lang, width } = sheet;
  const points = (series[0]?.points ?? []).filter(({ value }) => value !== null);
  const last = points.at(-1);
  if (!last) return [];
  const size = ({ value }: TimePoint) => value ?? 0;
  const highest = points.reduce((most, one) => (size(one) > size(most) ? one : most));
  const lowest = points.reduce((least, one) => (size(one) < size(least) ? one : least));
  const named = [...new Set([last, highest, ...(highest === lowest ? [] : [lowest])])];
  const wanted = named.map((point): Wanted & { point: TimePoint } => {
    const side = point === last ? 'after' : point === lowest ? 'below' : 'above';
    const text = values.text.full(point.cell);
    return { x: x(point.at), y: y(size(point)), text, side, point };
  });
  // Left of it stand the texts of the axis.
  const within = { left: left - 4, right: width - 2, top: 2, bottom: HEIGHT - BOTTOM + 8 };
  const texts = placeLabels(wanted, within);
  return [
    ...wanted.map(({ point, x: cx, y: cy, text }) =>
      group([
        hint(`${timeText(point.at, grain, lang)}: ${text}`),
        dot(cx, cy, paint('c1'), paint(point.isOpen ? 'surface' : 'c1')),
      ]),
    ),
    ...texts.map(({ x: at, y: base, text, anchor }) =>
      label(at, base, text, { anchor, fill: paint('text'), weight: 550 }),
    ),
  ];
}

/** Texts at the ends of lines, and the room that they take. */
function endNames({ width }: Sheet, { series, values }: TimeTable) {
  if (series.length === 1) {
    const last = series[0]?.points.findLast(({ value }) => value !== null);
    const text = last ? values.text.full(last.cell) : '';
    return { texts: [text], room: valueWidth(text) + 16 };
  }
  const most = Math.min(180, 0.34 * width) - 18;
  const texts = series.map(({ name }) => fitted(name ?? '', most));
  return { texts, room: Math.max(...texts.map((text) => widthOf(text))) + 22 };
}

function drawEndNames(
  { paint }: Sheet,
  { series }: TimeTable,
  { x, y }: Scales,
  { right, top, bottom }: Box,
  texts: readonly string[],
): readonly ChartNode[] {
  const ends = series.map(({ points }) => points.findLast(({ value }) => value !== null));
  const wanted = ends.map((end) => (end ? y(end.value ?? 0) : bottom));
  const placed = spread(wanted, 15, [top, bottom]);
  return series.flatMap(({ name }, at) => {
    const end = ends[at];
    const from = wanted[at] ?? bottom;
    const to = placed[at] ?? from;
    if (!end) return [];
    const stroke = paint(seriesColour(at));
    return [
      group([
        hint(name ?? ''),
        dot(x(end.at), from, stroke, end.isOpen ? paint('surface') : stroke),
        ...(Math.abs(to - from) > 3 || end.at !== series[0]?.points.at(-1)?.at
          ? [rule([x(end.at) + 4, from, right + 12, to], stroke, { 'stroke-opacity': 0.5 })]
          : []),
        label(right + 15, to + 4, texts[at] ?? '', { fill: paint('text') }),
      ]),
    ];
  });
}
