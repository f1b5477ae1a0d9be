import { timeText } from '../format.ts';
import { group, label } from '../nodes.ts';
import { columnNamed, type Drawn, namesOf, type Sheet, valuesNamed } from '../sheet.ts';
import { fitted } from '../text.ts';
import type { Colour } from '../theme.ts';
import type { Cell } from '../types.ts';
import { distinctOf, keyOf, numberOf, timeOf } from '../values.ts';
import { type Bar, barMarks, layBars, nullLast, shortOf } from './bars.ts';

const HEAD = 22;

interface Change {
  readonly key: Cell;
  readonly value: number | null;
}

/** What each member adds to a change: to both sides of zero, with its sign. */
export function drawDiverging(sheet: Sheet): Drawn {
  const { data, words, paint, lang } = sheet;
  const { chart } = data;
  const keys = columnNamed(data, chart.x);
  const values = valuesNamed(sheet, chart.y[0] ?? null);
  const name = namesOf(sheet, keys);
  const changes = nullLast(chart.series === null ? ownChanges(sheet) : changesOfTimes(sheet));
  const bars = changes.map(({ key, value }): Bar => {
    const text = value === null ? words.empty : values.text.signed(value);
    const colour: Colour = key === null ? 'c-rest' : value !== null && value < 0 ? 'c2' : 'c1';
    return { key, name: name(key), value, text, short: shortOf(value, values.text), colour };
  });
  const layout = layBars(sheet, bars);
  const times = chart.series === null ? [] : timesOf(sheet);
  if (times.length !== 2) return { ...layout, marks: barMarks(bars), notes: [] };
  const { info } = columnNamed(data, chart.series);
  const [from = '', to = ''] = times.map((cell) => timeText(timeOf(cell) ?? 0, info.grain, lang));
  const said = fitted(`${values.title}: ${words.span(from, to)}`, sheet.width - 16);
  const head = label(8, 15, said, { fill: paint('text-2') });
  return {
    height: layout.height + HEAD,
    nodes: [head, group(layout.nodes, { transform: `translate(0 ${HEAD})` })],
    marks: barMarks(bars),
    domain: layout.domain,
    notes: [],
  };
}

function ownChanges(sheet: Sheet): readonly Change[] {
  const keys = columnNamed(sheet.data, sheet.data.chart.x);
  const { numbers } = valuesNamed(sheet, sheet.data.chart.y[0] ?? null);
  return keys.cells.map((key, row) => ({ key, value: numbers[row] ?? null }));
}

const timesOf = ({ data }: Sheet): readonly Cell[] =>
  distinctOf(columnNamed(data, data.chart.series).cells).toSorted(
    (a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0),
  );

/** Of two times the second less the first; a member that lacks one of them has no change. */
function changesOfTimes(sheet: Sheet): readonly Change[] {
  const { data } = sheet;
  const keys = columnNamed(data, data.chart.x);
  const times = columnNamed(data, data.chart.series);
  const values = valuesNamed(sheet, data.chart.y[0] ?? null);
  const [from, to] = timesOf(sheet).map((cell) => timeOf(cell));
  const decimals = Math.max(...values.cells.map(decimalsOf));
  return distinctOf(keys.cells).map((key) => {
    const at = (time: number | null | undefined) => {
      const row = keys.cells.findIndex(
        (cell, index) => keyOf(cell) === keyOf(key) && timeOf(times.cells[index]) === time,
      );
      return row < 0 ? null : (values.numbers[row] ?? null);
    };
    const [before, after] = [at(from), at(to)];
    if (before === null || after === null) return { key, value: null };
    return { key, value: Number((after - before).toFixed(decimals)) };
  });
}

/** Decimals of a cell: a difference has no more of them. */
function decimalsOf(cell: Cell): number {
  const value = numberOf(cell);
  if (value === null) return 0;
  const text = typeof cell === 'string' ? cell : String(Number(value.toPrecision(12)));
  return Math.min(12, /\.(\d+)$/.exec(text)?.[1]?.length ?? 0);
}
