import { thresholdFreedmanDiaconis, tickStep } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { axisRoom, drawTicks, drawValueAxis, valueAxis } from '../axis.ts';
import { tickTexts } from '../format.ts';
import { el, group, hint, label } from '../nodes.ts';
import { type Drawn, measureTitle, type Sheet, valuesNamed } from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';
import type { ChartNode, Mark } from '../types.ts';

const HEIGHT = 260;
const TOP = 24;
const BOTTOM = 48;
const FEWEST = 5;
const MOST = 24;

/** How one number is distributed: rows by steps of equal width, counted from zero. */
export function drawHistogram(sheet: Sheet): Drawn {
  const { data, width, paint, lang, words } = sheet;
  const values = valuesNamed(sheet, data.chart.y[0] ?? null);
  const numbers = values.numbers.flatMap((value) => value ?? []);
  const bins = binned(numbers);
  const counts = bins.map(({ count }) => count);
  const axis = valueAxis([0, Math.max(1, ...counts)], [HEIGHT - BOTTOM, TOP], lang);
  const box = { left: axisRoom(axis.texts), right: width - 16 };
  const x = scaleLinear()
    .domain([bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1])
    .range([box.left, box.right]);
  const edges = [...bins.map(({ from }) => from), bins.at(-1)?.to ?? 1];
  const texts = tickTexts(edges, lang);
  const step = bins.length > 0 ? (box.right - box.left) / bins.length : 1;
  const nth = Math.max(1, Math.ceil((Math.max(...texts.map((one) => widthOf(one))) + 8) / step));
  const format = new Intl.NumberFormat(lang);
  const zero = axis.scale(0);
  const fits = counts.every((count) => valueWidth(format.format(count)) <= step - 2);
  // A step that holds one whole number is named in its middle.
  const isSingle = bins.every(({ from, to }) => to - from === 1) && numbers.every(Number.isInteger);
  const nodes = bins.map(({ from, to, count }, at): ChartNode => {
    const left = x(from) + 0.75;
    const top = axis.scale(count);
    const text = format.format(count);
    const name = texts[at] ?? '';
    const said = isSingle ? name : words.span(name, texts[at + 1] ?? '');
    return group([
      hint(`${said}: ${text}`),
      el('rect', {
        ...{ x: left, y: top, width: Math.max(0.5, x(to) - x(from) - 1.5), height: zero - top },
        fill: paint('c1'),
      }),
      ...(fits && count > 0
        ? [
            label((x(from) + x(to)) / 2, top - 6, text, {
              ...{ anchor: 'middle', fill: paint('text'), weight: 550 },
            }),
          ]
        : []),
    ]);
  });
  const ticks = (isSingle ? edges.slice(0, -1) : edges)
    .map((edge, at) => ({ x: x(isSingle ? edge + 0.5 : edge), text: texts[at] ?? '' }))
    .filter((_, at) => at % nth === 0);
  return {
    height: HEIGHT,
    nodes: [
      ...drawValueAxis(sheet, axis, box),
      ...nodes,
      ...drawTicks(sheet, ticks, HEIGHT - BOTTOM + 18),
      label(box.right, HEIGHT - 8, fitted(measureTitle(values), width - 16), {
        ...{ anchor: 'end', fill: paint('text-2') },
      }),
    ],
    marks: bins.map(({ from, count }): Mark => ({ shape: 'bar', x: from, y: count, series: null })),
    domain: axis.domain,
    notes: [],
  };
}

export interface Bin {
  readonly from: number;
  /** Not in it, but for the last of fractions. */
  readonly to: number;
  readonly count: number;
}

/**
 * Steps of equal, round width: as many as Freedman and Diaconis (1981) tell, at least 5 and at most 24. Whole numbers
 * have whole steps, and their largest value one like all others.
 */
export function binned(numbers: readonly number[]): readonly Bin[] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of numbers) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [];
  const isWhole = numbers.every(Number.isInteger);
  if (low === high)
    return [{ from: low, to: low + (isWhole ? 1 : Math.abs(low) || 1), count: numbers.length }];
  const wanted = thresholdFreedmanDiaconis(numbers as number[], low, high);
  const count = Math.min(MOST, Math.max(FEWEST, Number.isFinite(wanted) ? wanted : FEWEST));
  const exact = tickStep(low, high, count);
  const step = isWhole ? Math.max(1, Math.round(exact)) : exact;
  const start = Math.floor(low / step);
  // The end of the last step belongs to it, but for whole numbers, which have a step of their own there.
  const last = Math.floor(high / step);
  const isEnd = !isWhole && last * step === high && last > start;
  const size = last - start + (isEnd ? 0 : 1);
  const counts = new Array<number>(size).fill(0);
  for (const value of numbers) {
    const at = Math.min(size - 1, Math.max(0, Math.floor(value / step) - start));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((one, at) => ({
    ...{ from: rounded((start + at) * step), to: rounded((start + at + 1) * step), count: one },
  }));
}

/** Multiples of 0.1 have noise behind their last digit. */
const rounded = (value: number) => Number(value.toPrecision(12));
