import { numberText, timeText } from '../format.ts';
import { group, hint, label } from '../nodes.ts';
import { columnNamed, type Drawn, measureTitle, type Sheet, valuesNamed } from '../sheet.ts';
import { fitted, valueWidth } from '../text.ts';
import { timeOf } from '../values.ts';

const BIG = 34;

/** Two periods: the change from one to the other, over what it is a change of. */
export function drawChange(sheet: Sheet): Drawn {
  const { data, width, paint, lang, words } = sheet;
  const time = columnNamed(data, data.chart.x);
  const values = valuesNamed(sheet, data.chart.y[0] ?? null);
  const order = time.cells
    .map((cell, row) => ({ at: timeOf(cell) ?? 0, row }))
    .sort((a, b) => a.at - b.at);
  const [first, last] = [order[0], order.at(-1)];
  const before = values.numbers[first?.row ?? 0] ?? null;
  const after = values.numbers[last?.row ?? 0] ?? null;
  const change = before === null || after === null ? null : after - before;
  const percent =
    change !== null && before !== null && before > 0 && values.info.unit !== '%'
      ? (100 * change) / before
      : null;
  const rounded = percent === null ? null : Number(percent.toFixed(1));
  const inPercent = numberText([0.1], { unit: '%' }, lang);
  const own = change === null ? words.empty : values.text.signed(change);
  const big = rounded === null ? own : signedPercent(rounded, inPercent.full(Math.abs(rounded)));
  const said = (one: typeof first) => {
    const cell = values.cells[one?.row ?? 0] ?? null;
    return `${values.text.full(cell) || words.empty} (${timeText(one?.at ?? 0, time.info.grain, lang)})`;
  };
  const from = `${said(first)} → ${said(last)}`;
  const room = width - 16;
  const size = Math.max(12, Math.min(BIG, (BIG * room) / Math.max(1, valueWidth(big, BIG))));
  const lines = [from, ...(rounded === null ? [] : [own])];
  const nodes = [
    group([
      hint(`${big}: ${from}`),
      label(8, BIG + 4, big, { fill: paint('text'), weight: 640, size }),
      ...lines.map((line, at) =>
        label(8, BIG + 26 + 18 * at, fitted(line, room), { fill: paint('text-2') }),
      ),
      label(8, BIG + 26 + 18 * lines.length, fitted(measureTitle(values), room), {
        fill: paint('text-3'),
      }),
    ]),
  ];
  return {
    height: BIG + 36 + 18 * lines.length,
    nodes,
    marks: [{ shape: 'number', x: values.info.name, y: change, series: null }],
    domain: null,
    notes: [],
  };
}

const signedPercent = (value: number, text: string) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${text}`;
