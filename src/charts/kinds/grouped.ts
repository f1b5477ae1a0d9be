import { scaleLinear } from 'd3-scale';
import { extentOf } from '../axis.ts';
import { el, group, label, markOf, rule } from '../nodes.ts';
import type { Drawn, Sheet } from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';
import { seriesColour } from '../theme.ts';
import type { ChartNode, Mark } from '../types.ts';
import { keyOf } from '../values.ts';
import { crossOf } from './cross.ts';
import { drawLegend } from './legend.ts';

const NARROW = 420;
const BAR = 15;
const GAP = 14;
/** Share of the width that values may take. */
const VALUES = 0.3;

/** Bars side by side in each category, each with its value. */
export function drawGrouped(sheet: Sheet): Drawn {
  const { width, paint, words } = sheet;
  const cross = crossOf(sheet);
  const { keys, series } = cross;
  const isAbove = width < NARROW;
  const legend = drawLegend(sheet, series);
  const row = series.length * (BAR + 2) + GAP + (isAbove ? 16 : 0);
  const all = keys.flatMap((_, key) => series.map((__, at) => cross.at(key, at)));
  const domain = extentOf(
    all.map(({ value }) => value),
    false,
  );
  const full = (key: number, at: number) => {
    const { value, cell } = cross.at(key, at);
    return value === null ? words.empty : cross.text(at).full(cell);
  };
  // A number is never cut: where one has no room, all are written short.
  const isShort = keys.some((_, key) =>
    series.some((__, at) => valueWidth(full(key, at)) > VALUES * width),
  );
  const text = (key: number, at: number) => {
    const { value } = cross.at(key, at);
    return value === null || !isShort ? full(key, at) : cross.text(at).short(value);
  };
  const widest = (isLoss: boolean) =>
    Math.max(
      0,
      ...keys.flatMap((_, key) =>
        series.map((__, at) =>
          (cross.at(key, at).value ?? 0) < 0 === isLoss ? valueWidth(text(key, at)) : 0,
        ),
      ),
    );
  const most = 0.34 * width;
  const names = isAbove
    ? 8
    : Math.min(most, Math.max(48, ...keys.map(({ name }) => widthOf(name))) + 20);
  const before = domain[0] < 0 ? widest(true) + 12 : 0;
  const after = widest(false) + 14;
  const x = scaleLinear()
    .domain(domain)
    .range([names + before, width - after]);
  const zero = x(0);
  const nodes = keys.map(({ key, name }, at): ChartNode => {
    const top = legend.height + at * row + (isAbove ? 18 : 4);
    const middle = top + (series.length * (BAR + 2)) / 2 + 4;
    const fill = paint(key === null ? 'text-3' : 'text');
    return group([
      isAbove
        ? label(8, top - 5, fitted(name, width - 16), { fill })
        : label(names - 12, middle, fitted(name, names - 12), { anchor: 'end', fill }),
      ...series.flatMap((part, one) => {
        const { value, row: of } = cross.at(at, one);
        const y = top + one * (BAR + 2);
        const said = text(at, one);
        const end = value === null ? zero : x(value);
        const isLoss = (value ?? 0) < 0;
        const bar = {
          ...{ x: Math.min(zero, end), y, height: BAR, rx: 2 },
          width: Math.max(1, Math.abs(end - zero)),
        };
        return [
          markOf(`${name}, ${part}: ${full(at, one)}`, of, [
            ...(value === null ? [] : [el('rect', { ...bar, fill: paint(seriesColour(one)) })]),
            label(end + (isLoss ? -6 : 6), y + 12, said, {
              anchor: isLoss ? 'end' : 'start',
              fill: paint(value === null ? 'text-3' : 'text'),
            }),
          ]),
        ];
      }),
    ]);
  });
  const height = legend.height + keys.length * row + 2;
  const axis = rule([zero, legend.height, zero, height - 6], paint('axis'));
  const marks = keys.flatMap(({ key }, at) =>
    series.flatMap((part, one): Mark[] => {
      const { value } = cross.at(at, one);
      return value === null ? [] : [{ shape: 'bar', x: keyOf(key), y: value, series: part }];
    }),
  );
  return { height, nodes: [...legend.nodes, ...nodes, axis], marks, domain, notes: [] };
}
