import { scaleLinear } from 'd3-scale';
import { extentOf } from '../axis.ts';
import { el, label, markOf, rule } from '../nodes.ts';
import {
  columnNamed,
  type Drawn,
  namesOf,
  type Sheet,
  type Values,
  valuesNamed,
} from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';
import type { Colour } from '../theme.ts';
import type { Cell, ChartNode, Mark } from '../types.ts';
import { keyOf } from '../values.ts';

/** One bar of a horizontal chart. */
export interface Bar {
  readonly key: Cell;
  readonly name: string;
  readonly value: number | null;
  /** The value in words; it stands at the end of the bar. */
  readonly text: string;
  /** The same where it has no room: a number is never cut. */
  readonly short: string;
  readonly colour: Colour;
  /** The period is not over: drawn hollow and dashed. */
  readonly isOpen?: boolean;
  /** The row of the result that it stands for. */
  readonly row?: number;
}

export interface BarLayout {
  readonly height: number;
  readonly nodes: readonly ChartNode[];
  readonly domain: readonly [number, number];
}

/** Below this width names stand above their bars. */
const NARROW = 420;
const PAD = 6;
/** Shares of the width that names and values may take. */
const NAMES = 0.36;
const VALUES = 0.3;
/** Pixels that the longest bar has at least. */
const LEAST_BAR = 40;

/** Bars from zero in the order of the answer, the one without a name last. */
export function drawBars(sheet: Sheet): Drawn {
  const { data, words, lang } = sheet;
  const { chart } = data;
  const keys = columnNamed(data, chart.x);
  const values = valuesNamed(sheet, chart.y[0] ?? null);
  const name = namesOf(sheet, keys);
  const shown = nullLast(keys.cells.map((key, row) => ({ key, row }))).slice(0, chart.top);
  const open = new Set(chart.incomplete ?? []);
  const bars = shown.map(({ key, row }): Bar => {
    const value = values.numbers[row] ?? null;
    const text = value === null ? words.empty : values.text.full(values.cells[row] ?? null);
    const colour: Colour = key === null ? 'c-rest' : value !== null && value < 0 ? 'c2' : 'c1';
    const short = shortOf(value, values.text);
    const isOpen = open.has(keyOf(key));
    return { key, name: name(key), value, text, short, colour, isOpen, row };
  });
  const layout = layBars(sheet, bars);
  const more = keys.cells.length - shown.length;
  const notes = [
    ...(more > 0 ? [words.more(new Intl.NumberFormat(lang).format(more))] : []),
    ...bars.filter(({ isOpen }) => isOpen).map((bar) => words.notComplete(bar.name)),
  ];
  return { ...layout, marks: barMarks(bars), notes };
}

/** A value that has little room; none has no short form. */
export const shortOf = (value: number | null, text: Values['text']): string =>
  value === null ? '' : text.short(value);

/** Rows with a name before those without. */
export const nullLast = <T extends { readonly key: Cell }>(rows: readonly T[]): readonly T[] => [
  ...rows.filter(({ key }) => key !== null),
  ...rows.filter(({ key }) => key === null),
];

export const barMarks = (bars: readonly Bar[], series: string | null = null): readonly Mark[] =>
  bars.map(({ key, value }) => ({ shape: 'bar', x: keyOf(key), y: value, series }));

/** Lays out horizontal bars over the whole width: names, bars from zero, values at their ends. */
export function layBars({ width, paint }: Sheet, all: readonly Bar[]): BarLayout {
  const bars = withRoom(all, VALUES * width);
  const isAbove = width < NARROW;
  const row = (bars.length <= 10 ? 34 : bars.length <= 18 ? 29 : 25) + (isAbove ? 14 : 0);
  const height = PAD + bars.length * row + PAD;
  const domain = extentOf(
    bars.map(({ value }) => value),
    false,
  );
  const [low, high] = domain;
  const widest = (of: readonly Bar[]) => Math.max(0, ...of.map(({ text }) => valueWidth(text)));
  const most = NAMES * width;
  const after = bars.filter(({ value }) => value === null || value >= 0);
  const before = bars.filter(({ value }) => value !== null && value < 0);
  const values = {
    after: widest(after) + 14,
    before: before.length > 0 ? widest(before) + 14 : 0,
  };
  const left = width - values.after - values.before - LEAST_BAR;
  const names = Math.max(48, ...bars.map(({ name }) => widthOf(name))) + 20;
  const room = { ...values, names: isAbove ? 8 : Math.max(40, Math.min(most, names, left)) };
  const x = scaleLinear()
    .domain(domain)
    .range([room.names + room.before, width - (high > 0 || after.length > 0 ? room.after : 8)]);
  const zero = x(Math.min(Math.max(0, low), high));
  const thickness = isAbove ? 18 : row - 12;
  const nodes = bars.map((bar, at) => {
    const top = PAD + at * row + (isAbove ? 16 : 6);
    const middle = top + thickness / 2 + 4;
    const end = bar.value === null ? zero : x(bar.value);
    const isLoss = bar.value !== null && bar.value < 0;
    const nameRoom = isAbove ? width - 16 : room.names - 12;
    const nameFill = paint(bar.key === null ? 'text-3' : 'text');
    return markOf(`${bar.name}: ${all[at]?.text ?? bar.text}`, bar.row ?? null, [
      isAbove
        ? label(8, top - 5, fitted(bar.name, nameRoom), { fill: nameFill })
        : label(room.names - 12, middle, fitted(bar.name, nameRoom), {
            anchor: 'end',
            fill: nameFill,
          }),
      ...(bar.value === null ? [] : [barRect({ paint }, bar, { zero, end, top, thickness })]),
      label(end + (isLoss ? -8 : 8), middle, bar.text, {
        anchor: isLoss ? 'end' : 'start',
        fill: paint(bar.value === null ? 'text-3' : 'text'),
        weight: bar.value === null ? 400 : 550,
      }),
    ]);
  });
  const axis = rule([zero, PAD, zero, height - PAD], paint('axis'));
  return { height, nodes: [...nodes, axis], domain };
}

/** Values in full where all of them have room, else short: texts of one picture are of one kind. */
function withRoom(bars: readonly Bar[], room: number): readonly Bar[] {
  if (bars.every(({ text }) => valueWidth(text) <= room)) return bars;
  return bars.map((bar) => (bar.value === null ? bar : { ...bar, text: bar.short }));
}

function barRect(
  { paint }: Pick<Sheet, 'paint'>,
  { colour, isOpen }: Bar,
  at: {
    readonly zero: number;
    readonly end: number;
    readonly top: number;
    readonly thickness: number;
  },
): ChartNode {
  const place = {
    x: Math.min(at.zero, at.end),
    y: at.top,
    width: Math.max(1, Math.abs(at.end - at.zero)),
    height: at.thickness,
    rx: 3,
  };
  return isOpen
    ? el('rect', { ...place, ...openBar(paint(colour)) })
    : el('rect', { ...place, fill: paint(colour) });
}

/** A bar of a period that is not over: hollow and dashed. */
export const openBar = (stroke: string) => ({
  fill: 'none',
  stroke,
  'stroke-width': 1.5,
  'stroke-dasharray': '3 3',
});
