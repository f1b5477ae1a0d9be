import { numberText } from '../format.ts';
import { el, label, markOf } from '../nodes.ts';
import { columnNamed, type Drawn, namesOf, type Sheet, valuesNamed } from '../sheet.ts';
import { fitted, valueWidth } from '../text.ts';
import { seriesColour } from '../theme.ts';
import { keyOf } from '../values.ts';
import { nullLast } from './bars.ts';

const BAR = 36;
const ROW = 26;

/** One bar of a hundred per cent, its parts named below it with value and share. */
export function drawShare(sheet: Sheet): Drawn {
  const { data, width, paint, lang } = sheet;
  const keys = columnNamed(data, data.chart.x);
  const values = valuesNamed(sheet, data.chart.y[0] ?? null);
  const name = namesOf(sheet, keys);
  const percent = numberText([0.1], { unit: '%' }, lang);
  const whole = values.numbers.reduce<number>((sum, value) => sum + (value ?? 0), 0) || 1;
  const parts = nullLast(keys.cells.map((key, row) => ({ key, row }))).map(({ key, row }) => {
    const value = values.numbers[row] ?? 0;
    const share = (100 * value) / whole;
    const text = values.text.full(values.cells[row] ?? null);
    const said = shareText(share, percent.full);
    return { key, row, value, share, name: name(key), text, percent: said };
  });
  const room = width - 16;
  const rooms = {
    percent: Math.max(...parts.map((one) => valueWidth(one.percent))) + 4,
    value: Math.max(...parts.map(({ text }) => valueWidth(text))) + 16,
  };
  const nameRoom = Math.max(40, Math.min(260, room - 18 - rooms.percent - rooms.value));
  let left = 8;
  const nodes = parts.map((part, at) => {
    const size = (part.share / 100) * room;
    const start = left;
    left += size;
    const top = BAR + 22 + at * ROW;
    const colour = part.key === null ? 'c-rest' : seriesColour(at);
    return markOf(`${part.name}: ${part.text} (${part.percent})`, part.row, [
      el('rect', {
        ...{ x: start, y: 6, width: Math.max(0, size), height: BAR },
        ...{ fill: paint(colour), stroke: paint('surface'), 'stroke-width': 1.5 },
      }),
      el('rect', { x: 8, y: top, width: 10, height: 10, rx: 2, fill: paint(colour) }),
      label(26, top + 9, fitted(part.name, nameRoom), {
        fill: paint(part.key === null ? 'text-3' : 'text'),
      }),
      label(26 + nameRoom + rooms.percent, top + 9, part.percent, {
        ...{ anchor: 'end', fill: paint('text'), weight: 550 },
      }),
      label(26 + nameRoom + rooms.percent + rooms.value, top + 9, part.text, {
        ...{ anchor: 'end', fill: paint('text-2') },
      }),
    ]);
  });
  return {
    height: BAR + 22 + parts.length * ROW,
    nodes,
    marks: parts.map(({ key, value }) => ({ shape: 'bar', x: keyOf(key), y: value, series: null })),
    domain: [0, 100],
    notes: [],
  };
}

/** A part is not called nothing or all where it is neither. */
function shareText(share: number, full: (value: number) => string): string {
  const rounded = Number(share.toFixed(1));
  if (rounded === 0 && share > 0) return `< ${full(0.1)}`;
  return rounded === 100 && share < 100 ? `> ${full(99.9)}` : full(rounded);
}
