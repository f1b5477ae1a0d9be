import { columnNamed, namesOf, type Sheet, type Values, valuesNamed } from '../sheet.ts';
import type { Cell } from '../types.ts';
import { distinctOf, keyOf, naturalOrder } from '../values.ts';

export interface CrossCell {
  readonly value: number | null;
  /** With all its digits; null where there is no such row, too. */
  readonly cell: Cell;
  /** Its row of the result; -1 where there is none. */
  readonly row: number;
}

/** Values by two keys: rows of categories, and what parts each of them. */
export interface Cross {
  readonly keys: readonly { readonly key: Cell; readonly name: string }[];
  readonly series: readonly string[];
  readonly values: readonly Values[];
  readonly at: (key: number, series: number) => CrossCell;
  /** How the values of a series are written. */
  readonly text: (series: number) => Values['text'];
}

/** The result by `x`, parted by the column `series` or, where there is none, by its measures. */
export function crossOf(sheet: Sheet): Cross {
  const { data } = sheet;
  const { chart } = data;
  const keys = columnNamed(data, chart.x);
  const values = chart.y.map((name) => valuesNamed(sheet, name));
  const name = namesOf(sheet, keys);
  const order = ordered(keys.cells, keys.info.kind);
  const named = order.map((key) => ({ key, name: name(key) }));
  if (chart.series === null) {
    const rows = new Map(keys.cells.map((cell, row) => [keyOf(cell), row]));
    const at = (key: number, series: number): CrossCell => {
      const row = rows.get(keyOf(order[key])) ?? -1;
      const one = values[series];
      return { value: one?.numbers[row] ?? null, cell: one?.cells[row] ?? null, row };
    };
    const text = (series: number) => textOf(values, series);
    return { keys: named, series: values.map(({ title }) => title), values, at, text };
  }
  const parts = columnNamed(data, chart.series);
  const partName = namesOf(sheet, parts);
  const members = ordered(parts.cells, parts.info.kind);
  const pair = (a: Cell | undefined, b: Cell | undefined) => JSON.stringify([keyOf(a), keyOf(b)]);
  const rows = new Map(keys.cells.map((cell, row) => [pair(cell, parts.cells[row]), row]));
  const at = (key: number, series: number): CrossCell => {
    const row = rows.get(pair(order[key], members[series])) ?? -1;
    const [one] = values;
    return { value: one?.numbers[row] ?? null, cell: one?.cells[row] ?? null, row };
  };
  const text = () => textOf(values, 0);
  return { keys: named, series: members.map(partName), values, at, text };
}

function textOf(values: readonly Values[], at: number): Values['text'] {
  const found = values[at];
  if (!found) throw new TypeError('The chart has no column of values.');
  return found.text;
}

function ordered(cells: readonly Cell[], kind: string): readonly Cell[] {
  const distinct = distinctOf(cells);
  return kind === 'ordinal' || kind === 'time' ? naturalOrder(distinct) : distinct;
}
