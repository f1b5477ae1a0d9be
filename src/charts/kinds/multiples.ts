import { axisRoom, drawTicks, drawValueAxis, extentOf, timeTicks, valueAxis } from '../axis.ts';
import { tickTexts, timeText } from '../format.ts';
import { group, hint, label } from '../nodes.ts';
import { timeTable } from '../series.ts';
import type { Drawn, Sheet } from '../sheet.ts';
import { fitted, valueWidth } from '../text.ts';
import type { ChartNode } from '../types.ts';
import { dot, drawSeries, marksOf, pointTargets, timeScale } from './line.ts';

const PANEL = 132;
const HEAD = 24;
const FOOT = 24;
const GAP = 20;

/** One small line a category, all on one scale, so that their heights can be compared. */
export function drawMultiples(sheet: Sheet): Drawn {
  const { width, lang, paint, words } = sheet;
  const { series, times, grain, values, open } = timeTable(sheet);
  const columns = width >= 680 ? 3 : 2;
  const extent = extentOf(
    series.flatMap(({ points }) => points.map(({ value }) => value)),
    true,
  );
  const first = valueAxis(extent, [PANEL - FOOT, HEAD + 6], lang, 2);
  const left = axisRoom(first.texts);
  const panel = (width - left - 12 - GAP * (columns - 1)) / columns;
  const rows = Math.ceil(series.length / columns);
  const span = [times[0] ?? 0, times.at(-1) ?? 0] as const;
  const nodes = series.map(({ name, points }, at): ChartNode => {
    const column = at % columns;
    const row = Math.floor(at / columns);
    const x0 = left + column * (panel + GAP);
    const top = row * PANEL;
    const axis = valueAxis(extent, [top + PANEL - FOOT, top + HEAD + 6], lang, 2);
    const x = timeScale(times, { left: x0 + 2, right: x0 + panel - 6, top, bottom: top + PANEL });
    const y = axis.scale;
    const last = points.findLast(({ value }) => value !== null);
    const full = last ? values.text.full(last.cell) : '';
    // The name needs its half of the panel; a number is never cut.
    const said = valueWidth(full) > 0.45 * panel ? values.text.short(last?.value ?? 0) : full;
    const room = panel - valueWidth(said) - 14;
    const isLowest = at + columns >= series.length;
    const ticks = isLowest ? timeTicks(span, grain, x, lang) : [];
    // Texts of a panel's axis stay within it: its neighbour begins where it ends.
    const start = column === 0 ? 0 : x0 - GAP / 2;
    const inside = { paint, left: start, width: Math.min(width, x0 + panel + GAP / 2) };
    return group([
      hint(`${name ?? ''}: ${said}`),
      ...drawValueAxis(
        { paint },
        column === 0 ? axis : { ...axis, texts: axis.texts.map(() => '') },
        { left: x0, right: x0 + panel },
      ),
      ...drawSeries({ paint }, points, { x, y }, 'c1'),
      ...(last
        ? [dot(x(last.at), y(last.value ?? 0), paint('c1'), paint(last.isOpen ? 'surface' : 'c1'))]
        : []),
      ...pointTargets(sheet, { grain, values, series: [{ name, points }] }, (point) => ({
        x: x(point.at),
        y: y(point.value ?? 0),
      })),
      label(x0, top + 15, fitted(name ?? '', room), { fill: paint('text'), weight: 550 }),
      label(x0 + panel - 2, top + 15, said, { anchor: 'end', fill: paint('text-2') }),
      ...drawTicks(
        inside,
        ticks.map((tick) => ({ x: x(tick.at), text: tick.text })),
        top + PANEL - 6,
      ),
    ]);
  });
  const notes = [
    ...open
      .filter((one) => times.includes(one))
      .map((one) => words.notComplete(timeText(one, grain, lang))),
    ...(first.leavesZero ? [words.axisFrom(tickTexts([first.domain[0]], lang)[0] ?? '')] : []),
  ];
  return {
    height: rows * PANEL + 4,
    nodes,
    marks: series.flatMap(marksOf),
    domain: first.domain,
    notes,
  };
}
