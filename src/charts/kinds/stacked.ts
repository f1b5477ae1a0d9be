import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { numberText } from '../format.ts';
import { el, group, label, markOf, rule } from '../nodes.ts';
import type { Drawn, Sheet } from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';
import { onSeries, seriesColour } from '../theme.ts';
import type { ChartNode, Mark } from '../types.ts';
import { keyOf } from '../values.ts';
import { crossOf } from './cross.ts';
import { drawLegend } from './legend.ts';

const NARROW = 420;
const PAD = 6;
/** Share of the width that totals may take. */
const VALUES = 0.3;

/** Bars of parts that add up, each with its total at the end, and the parts' values where they have room. */
export function drawStacked(sheet: Sheet): Drawn {
  const { width, paint, lang } = sheet;
  const cross = crossOf(sheet);
  const { keys, series } = cross;
  const isAbove = width < NARROW;
  const legend = drawLegend(sheet, series);
  const rows = keys.map((_, key) => series.map((__, at) => cross.at(key, at).value ?? 0));
  const totals = rows.map((row) => rounded(row.reduce((sum, value) => sum + value, 0)));
  const [values] = cross.values;
  const text = numberText(values?.cells ?? [], { unit: values?.info.unit ?? null }, lang);
  const domain = [0, Math.max(...totals) || 1] as const;
  const most = 0.34 * width;
  const names = isAbove
    ? 8
    : Math.min(most, Math.max(48, ...keys.map(({ name }) => widthOf(name))) + 20);
  // A number is never cut: where one has no room, all are written short.
  const isShort = totals.some((one) => valueWidth(text.full(one)) > VALUES * width);
  const said = (total: number) => (isShort ? text.short(total) : text.full(total));
  const after = Math.max(...totals.map((one) => valueWidth(said(one)))) + 14;
  const x = scaleLinear()
    .domain(domain)
    .range([names, width - after]);
  const row = isAbove ? 46 : 34;
  const thickness = isAbove ? 20 : 22;
  const layers = stack<readonly number[], number>()
    .keys(series.map((_, at) => at))
    .value((one, at) => one[at] ?? 0)(rows);
  const nodes = keys.map(({ key, name }, at): ChartNode => {
    const top = legend.height + PAD + at * row + (isAbove ? 16 : 6);
    const middle = top + thickness / 2 + 4;
    const fill = paint(key === null ? 'text-3' : 'text');
    const total = totals[at] ?? 0;
    return group([
      isAbove
        ? label(8, top - 5, fitted(name, width - 16), { fill })
        : label(names - 12, middle, fitted(name, names - 12), { anchor: 'end', fill }),
      ...layers.flatMap((layer, one) => {
        const { value, cell, row: of } = cross.at(at, one);
        const [low = 0, high = 0] = layer[at] ?? [];
        if (value === null || high <= low) return [];
        const [left, right] = [x(low), x(high)];
        const own = cross.text(one).full(cell);
        const short = text.short(value);
        const room = right - left - 6;
        const inside = [own, short].find((label) => widthOf(label) <= room);
        return [
          markOf(`${name}, ${series[one] ?? ''}: ${own}`, of, [
            el('rect', {
              ...{ x: left, y: top, height: thickness, width: Math.max(0.5, right - left) },
              ...{ fill: paint(seriesColour(one)), stroke: paint('surface'), 'stroke-width': 1 },
            }),
            ...(inside === undefined
              ? []
              : [
                  label((left + right) / 2, middle, inside, {
                    ...{ anchor: 'middle', fill: onSeries(paint, one) },
                  }),
                ]),
          ]),
        ];
      }),
      label(x(total) + 8, middle, said(total), { fill: paint('text'), weight: 550 }),
    ]);
  });
  const height = legend.height + PAD + keys.length * row + PAD;
  const axis = rule([names, legend.height + PAD, names, height - PAD], paint('axis'));
  const marks = keys.flatMap(({ key }, at) =>
    series.flatMap((part, one): Mark[] => {
      const { value } = cross.at(at, one);
      return value === null ? [] : [{ shape: 'bar', x: keyOf(key), y: value, series: part }];
    }),
  );
  return { height, nodes: [...legend.nodes, ...nodes, axis], marks, domain, notes: [] };
}

/** Sums of floats have noise behind their last digits. */
const rounded = (value: number) => Number(value.toPrecision(12));
