import { group, hint, label } from '../nodes.ts';
import { type Drawn, measureTitle, type Sheet, valuesNamed } from '../sheet.ts';
import { fitted, valueWidth, widthOf } from '../text.ts';

const BIG = 34;
const LESS = 24;
const GAP = 24;

/** One number large, or several side by side, each over its name. */
export function drawNumber(sheet: Sheet): Drawn {
  const { data, width, paint, words } = sheet;
  const numbers = data.chart.y.map((name) => {
    const values = valuesNamed(sheet, name);
    const value = values.numbers[0] ?? null;
    const text = value === null ? words.empty : values.text.full(values.cells[0] ?? null);
    return { name, value, text, title: measureTitle(values) };
  });
  const widest = Math.max(
    ...numbers.map(({ text, title }) =>
      Math.max(widthOf(text, LESS), Math.min(160, widthOf(title))),
    ),
  );
  const fits = Math.max(1, Math.floor((width - 16 + GAP) / (widest + GAP)));
  const columns = Math.min(numbers.length, fits);
  const room = (width - 16 - GAP * (columns - 1)) / columns;
  const most = numbers.length === 1 ? BIG : LESS;
  const row = most + 36;
  const nodes = numbers.map(({ text, title, value }, at) => {
    const x = 8 + (at % columns) * (room + GAP);
    const y = Math.floor(at / columns) * row + most + 6;
    // A number is never cut: it is made smaller instead.
    const size = Math.max(9, Math.min(most, (most * room) / Math.max(1, valueWidth(text, most))));
    return group([
      hint(`${title}: ${text}`),
      label(x, y, text, { fill: paint(value === null ? 'text-3' : 'text'), weight: 640, size }),
      label(x, y + 20, fitted(title, room), { fill: paint('text-2') }),
    ]);
  });
  return {
    height: Math.ceil(numbers.length / columns) * row + 4,
    nodes,
    marks: numbers.map(({ name, value }) => ({ shape: 'number', x: name, y: value, series: null })),
    domain: null,
    notes: [],
  };
}
