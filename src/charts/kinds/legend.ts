import { el, group, hint, label } from '../nodes.ts';
import type { Sheet } from '../sheet.ts';
import { fitted, widthOf } from '../text.ts';
import { seriesColour } from '../theme.ts';
import type { ChartNode } from '../types.ts';

const ROW = 20;
const SWATCH = 16;
const GAP = 18;

/** Names of series with their colours, in as many rows as they need. */
export function drawLegend(
  { width, paint }: Pick<Sheet, 'width' | 'paint'>,
  names: readonly string[],
): { readonly height: number; readonly nodes: readonly ChartNode[] } {
  const most = Math.min(220, width - 16 - SWATCH);
  let x = 8;
  let row = 0;
  const nodes = names.map((name, at): ChartNode => {
    const text = fitted(name, most);
    const needed = SWATCH + widthOf(text);
    if (x > 8 && x + needed > width - 8) {
      x = 8;
      row++;
    }
    const left = x;
    x += needed + GAP;
    const top = 6 + row * ROW;
    return group([
      hint(name),
      el('rect', { x: left, y: top, width: 10, height: 10, rx: 2, fill: paint(seriesColour(at)) }),
      label(left + SWATCH, top + 9, text, { fill: paint('text-2') }),
    ]);
  });
  return { height: 6 + (row + 1) * ROW, nodes };
}
