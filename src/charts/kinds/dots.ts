import { scaleLinear } from 'd3-scale';
import { axisRoom, drawTicks, drawValueAxis, valueAxis } from '../axis.ts';
import { tickTexts } from '../format.ts';
import { el, group, hint, label, rule } from '../nodes.ts';
import {
  columnNamed,
  type Drawn,
  measureTitle,
  namesOf,
  type Sheet,
  valuesNamed,
} from '../sheet.ts';
import { fitted } from '../text.ts';
import type { ChartNode, Mark } from '../types.ts';

const HEIGHT = 320;
const TOP = 30;
const BOTTOM = 48;

/** Two numbers of each row. The axes begin where the values do: a dot has no length that could mislead. */
export function drawDots(sheet: Sheet): Drawn {
  const { data, width, paint, lang } = sheet;
  const { chart } = data;
  const xs = valuesNamed(sheet, chart.x);
  const ys = valuesNamed(sheet, chart.y[0] ?? null);
  const names = chart.series === null ? null : columnNamed(data, chart.series);
  const name = names && namesOf(sheet, names);
  const points = xs.numbers.flatMap((x, row) => {
    const y = ys.numbers[row] ?? null;
    return x === null || y === null ? [] : [{ x, y, row }];
  });
  const axis = valueAxis(spanOf(points.map(({ y }) => y)), [HEIGHT - BOTTOM, TOP], lang, 5);
  const box = { left: axisRoom(axis.texts), right: width - 16 };
  const x = scaleLinear()
    .domain(spanOf(points.map((one) => one.x)))
    .range([box.left, box.right])
    .nice(5);
  const count = Math.max(2, Math.floor((box.right - box.left) / 80));
  const ticks = x.ticks(count);
  const texts = tickTexts(ticks, lang);
  const isMany = points.length > 400;
  const nodes: ChartNode[] = [
    label(8, 14, fitted(measureTitle(ys), width - 16), { fill: paint('text-2') }),
    ...drawValueAxis(sheet, axis, box),
    ...ticks.map((tick) => rule([x(tick), TOP, x(tick), HEIGHT - BOTTOM], paint('grid'))),
    ...drawTicks(
      sheet,
      ticks.map((tick, at) => ({ x: x(tick), text: texts[at] ?? '' })),
      HEIGHT - BOTTOM + 18,
    ),
    label(box.right, HEIGHT - 8, fitted(measureTitle(xs), width - 16), {
      ...{ anchor: 'end', fill: paint('text-2') },
    }),
    ...points.map((point) => {
      const place = { cx: x(point.x), cy: axis.scale(point.y), r: isMany ? 2 : 3.5 };
      const dot = el('circle', { ...place, fill: paint('c1'), 'fill-opacity': 0.55 });
      // Thousands of hints cost more than they tell.
      if (isMany) return dot;
      const who = name && names ? `${name(names.cells[point.row] ?? null)}: ` : '';
      const said = [xs, ys].map((one) => one.text.full(one.cells[point.row] ?? null)).join(', ');
      return group([hint(`${who}${said}`), dot]);
    }),
  ];
  const marks = points.map(({ x: at, y }): Mark => ({ shape: 'point', x: at, y, series: null }));
  return { height: HEIGHT, nodes, marks, domain: axis.domain, notes: [] };
}

/** Ends of the values; around a single one so much that it stands in the middle. */
function spanOf(values: readonly number[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  if (low < high) return [low, high];
  const around = Math.abs(low) / 2 || 1;
  return [low - around, high + around];
}
