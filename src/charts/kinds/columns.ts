import { scaleBand } from 'd3-scale';
import { axisRoom, drawTicks, drawValueAxis, everyNth, extentOf, valueAxis } from '../axis.ts';
import { timeText } from '../format.ts';
import { el, label, markOf } from '../nodes.ts';
import { timeTable } from '../series.ts';
import {
  columnNamed,
  type Drawn,
  namesOf,
  type Sheet,
  type Values,
  valuesNamed,
} from '../sheet.ts';
import { valueWidth } from '../text.ts';
import type { Cell, ChartNode, Mark } from '../types.ts';
import { EMPTY, keyOf, naturalOrder } from '../values.ts';
import { openBar } from './bars.ts';

const HEIGHT = 240;
const TOP = 24;
const BOTTOM = 30;

interface ColumnBar {
  readonly key: string;
  readonly name: string;
  readonly value: number | null;
  readonly cell: Cell;
  readonly isOpen: boolean;
  readonly row: number | null;
}

/** Upright bars from zero: few periods of what adds up, or an ordinal in its own order. */
export function drawColumns(sheet: Sheet): Drawn {
  const { data, words } = sheet;
  const keys = columnNamed(data, data.chart.x);
  const values = valuesNamed(sheet, data.chart.y[0] ?? null);
  const bars = keys.info.kind === 'time' ? ofTimes(sheet) : ofOrdinals(sheet);
  const { nodes, domain } = layColumns(sheet, bars, values);
  const marks = bars.flatMap(({ key, value }): Mark[] =>
    value === null && keys.info.kind === 'time'
      ? []
      : [{ shape: 'bar', x: key, y: value, series: null }],
  );
  const notes = bars.filter(({ isOpen }) => isOpen).map(({ name }) => words.notComplete(name));
  return { height: HEIGHT, nodes, marks, domain, notes };
}

function ofTimes(sheet: Sheet): readonly ColumnBar[] {
  const { grain, series } = timeTable(sheet);
  const points = series[0]?.points ?? [];
  return points.map(({ at, value, cell, isOpen, row }) => ({
    ...{ key: new Date(at).toISOString().slice(0, 19), value, cell, isOpen, row },
    name: timeText(at, grain, sheet.lang),
  }));
}

function ofOrdinals(sheet: Sheet): readonly ColumnBar[] {
  const { data } = sheet;
  const keys = columnNamed(data, data.chart.x);
  const values = valuesNamed(sheet, data.chart.y[0] ?? null);
  const name = namesOf(sheet, keys);
  const rows = new Map(keys.cells.map((key, row) => [keyOf(key), row]));
  return naturalOrder(keys.cells).map((key) => {
    const row = rows.get(keyOf(key)) ?? 0;
    const value = values.numbers[row] ?? null;
    const cell = values.cells[row] ?? null;
    return { key: keyOf(key), name: name(key), value, cell, isOpen: false, row };
  });
}

function layColumns(sheet: Sheet, bars: readonly ColumnBar[], { text }: Values) {
  const { width, lang, paint, words } = sheet;
  const extent = extentOf(
    bars.map(({ value }) => value),
    false,
  );
  const axis = valueAxis(extent, [HEIGHT - BOTTOM, TOP], lang);
  const box = { left: axisRoom(axis.texts), right: width - 12 };
  const x = scaleBand<number>()
    .domain(bars.map((_, at) => at))
    .range([box.left, box.right])
    .paddingInner(0.28)
    .paddingOuter(0.2);
  const step = x.step();
  const zero = axis.scale(0);
  const texts = valueTexts(bars, text, step);
  const nodes = bars.map((bar, at): ChartNode => {
    const left = x(at) ?? 0;
    const middle = left + x.bandwidth() / 2;
    const said = bar.value === null ? words.empty : text.full(bar.cell);
    if (bar.value === null)
      return markOf(`${bar.name}: ${said}`, bar.row, [
        ...(step > 40
          ? [label(middle, zero - 6, words.empty, { anchor: 'middle', fill: paint('text-3') })]
          : []),
      ]);
    const end = axis.scale(bar.value);
    const place = {
      ...{ x: left, width: x.bandwidth(), rx: 3 },
      ...{ y: Math.min(zero, end), height: Math.max(1, Math.abs(end - zero)) },
    };
    const colour = paint(bar.key === EMPTY ? 'c-rest' : bar.value < 0 ? 'c2' : 'c1');
    const shown = texts[at] ?? '';
    // The one value that is written alone may be wider than its place at the edge.
    const half = valueWidth(shown) / 2 + 2;
    const over = Math.min(Math.max(middle, half), width - half);
    return markOf(`${bar.name}: ${said}`, bar.row, [
      el('rect', { ...place, ...(bar.isOpen ? openBar(colour) : { fill: colour }) }),
      ...(shown === ''
        ? []
        : [
            label(over, bar.value < 0 ? end + 15 : end - 6, shown, {
              ...{ anchor: 'middle', fill: paint('text'), weight: 550 },
            }),
          ]),
    ]);
  });
  const names = bars.map(({ name }) => name);
  const nth = everyNth(names, step);
  const ticks = names
    .map((name, at) => ({ x: (x(at) ?? 0) + x.bandwidth() / 2, text: name }))
    .filter((_, at) => at % nth === 0);
  return {
    domain: axis.domain,
    nodes: [...drawValueAxis(sheet, axis, box), ...nodes, ...drawTicks(sheet, ticks, HEIGHT - 8)],
  };
}

/** Values above their bars: in full where all fit, else short, else those of the ends alone. */
function valueTexts(
  bars: readonly ColumnBar[],
  text: Values['text'],
  step: number,
): readonly string[] {
  const fits = (texts: readonly string[]) =>
    texts.every((one) => valueWidth(one) <= Math.max(0, step - 4));
  const full = bars.map(({ value, cell }) => (value === null ? '' : text.full(cell)));
  if (fits(full)) return full;
  const short = bars.map(({ value }) => (value === null ? '' : text.short(value)));
  if (fits(short)) return short;
  const size = (at: number) => bars[at]?.value ?? Number.NEGATIVE_INFINITY;
  const highest = bars.reduce((most, _, at) => (size(at) > size(most) ? at : most), 0);
  return short.map((one, at) => (at === highest ? one : ''));
}
