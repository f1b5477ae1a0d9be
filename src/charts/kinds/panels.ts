import { scaleLinear } from 'd3-scale';
import { extentOf } from '../axis.ts';
import { el, label, markOf, rule } from '../nodes.ts';
import {
  columnNamed,
  type Drawn,
  measureTitle,
  namesOf,
  type Sheet,
  valuesNamed,
} from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';
import type { ChartNode, Mark } from '../types.ts';
import { keyOf } from '../values.ts';
import { nullLast } from './bars.ts';

const HEAD = 26;
const GAP = 28;
const NARROW = 420;
/** Share of a panel that values may take. */
const VALUES = 0.45;

/** Two measures of different units: two panels of bars that share their rows, each with an axis of its own. */
export function drawPanels(sheet: Sheet): Drawn {
  const { data, width, paint, words } = sheet;
  const keys = columnNamed(data, data.chart.x);
  const name = namesOf(sheet, keys);
  const rows = nullLast(keys.cells.map((key, row) => ({ key, row })));
  const isAbove = width < NARROW;
  const height = rows.length * (isAbove ? 44 : 30) + HEAD + 8;
  const most = 0.28 * width;
  const names = isAbove
    ? 8
    : Math.min(most, Math.max(48, ...rows.map(({ key }) => widthOf(name(key)))) + 20);
  const panels = data.chart.y.map((column) => valuesNamed(sheet, column));
  const panel = (width - names - 8 - GAP * (panels.length - 1)) / Math.max(1, panels.length);
  const step = isAbove ? 44 : 30;
  const topOf = (at: number) => HEAD + at * step + (isAbove ? 18 : 5);
  const thickness = isAbove ? 18 : 20;
  const heads = rows.map(({ key }, at): ChartNode => {
    const fill = paint(key === null ? 'text-3' : 'text');
    return isAbove
      ? label(8, topOf(at) - 5, fitted(name(key), width - 16), { fill })
      : label(names - 12, topOf(at) + 14, fitted(name(key), names - 12), { anchor: 'end', fill });
  });
  const drawn = panels.map((values, at) => {
    const left = names + at * (panel + GAP);
    const domain = extentOf(values.numbers, false);
    const read = rows.map(({ row }) => {
      const value = values.numbers[row] ?? null;
      const full = value === null ? words.empty : values.text.full(values.cells[row] ?? null);
      return { value, full };
    });
    // Half a picture has little room: a number is never cut, all are written short instead.
    const isShort = read.some(({ full }) => valueWidth(full) > VALUES * panel);
    const shown = read.map(({ value, full }) => {
      const text = value !== null && isShort ? values.text.short(value) : full;
      return { value, full, text };
    });
    const room = (isLoss: boolean) =>
      Math.max(
        0,
        ...shown.map(({ value, text }) =>
          (value ?? 0) < 0 === isLoss ? valueWidth(text) + 10 : 0,
        ),
      );
    const x = scaleLinear()
      .domain(domain)
      .range([left + room(true), left + panel - room(false)]);
    const zero = x(0);
    const colour = paint(at === 0 ? 'c1' : 'c3');
    const bars = shown.map(({ value, full, text }, index): ChartNode => {
      const end = value === null ? zero : x(value);
      const isLoss = (value ?? 0) < 0;
      const key = rows[index]?.key ?? null;
      return markOf(`${name(key)}, ${values.title}: ${full}`, rows[index]?.row ?? null, [
        ...(value === null
          ? []
          : [
              el('rect', {
                ...{ x: Math.min(zero, end), y: topOf(index), height: thickness, rx: 3 },
                ...{ width: Math.max(1, Math.abs(end - zero)), fill: colour },
              }),
            ]),
        label(end + (isLoss ? -6 : 6), topOf(index) + thickness / 2 + 4, text, {
          anchor: isLoss ? 'end' : 'start',
          fill: paint(value === null ? 'text-3' : 'text'),
          weight: value === null ? 400 : 550,
        }),
      ]);
    });
    return [
      label(left, 15, fitted(measureTitle(values), panel), { fill: paint('text-2') }),
      ...bars,
      rule([zero, HEAD, zero, height - 6], paint('axis')),
    ];
  });
  const marks = panels.flatMap((values) =>
    rows.map(({ key, row }): Mark => {
      const y = values.numbers[row] ?? null;
      return { shape: 'bar', x: keyOf(key), y, series: values.info.name };
    }),
  );
  return { height, nodes: [...heads, ...drawn.flat()], marks, domain: null, notes: [] };
}
