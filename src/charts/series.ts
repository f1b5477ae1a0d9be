import { everyPeriod } from './periods.ts';
import { columnNamed, namesOf, type Sheet, type Values, valuesNamed } from './sheet.ts';
import type { Cell, Grain } from './types.ts';
import { distinctOf, keyOf, timeOf } from './values.ts';

export interface TimePoint {
  readonly at: number;
  /** Null: a gap. */
  readonly value: number | null;
  /** The value as the answer has it, with all its digits. */
  readonly cell: Cell;
  /** The period is not over, or not wholly in the data. */
  readonly isOpen: boolean;
}

export interface TimeSeries {
  readonly name: string | null;
  readonly points: readonly TimePoint[];
}

export interface TimeTable {
  readonly grain: Grain | null;
  /** Milliseconds of UTC, in order, missing periods between them included. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** Of the first column of values. */
  readonly values: Values;
  /** Periods that are not complete. */
  readonly open: readonly number[];
}

/** Values over time: one series, one a measure, or one a member of the column `series`. */
export function timeTable(sheet: Sheet): TimeTable {
  const { chart } = sheet.data;
  const time = columnNamed(sheet.data, chart.x);
  const measures = chart.y.map((name) => valuesNamed(sheet, name));
  const [values] = measures;
  if (!values) throw new TypeError('A chart over time has a column of values.');
  const at = time.cells.map(timeOf);
  const found = [...new Set(at.flatMap((one) => one ?? []))].sort((a, b) => a - b);
  const { grain } = time.info;
  const times = everyPeriod(grain, found);
  const open = (chart.incomplete ?? []).flatMap((one) => timeOf(one) ?? []);
  const group = chart.series === null ? null : columnNamed(sheet.data, chart.series);
  const build = (name: string | null, { numbers, cells }: Values, rows: readonly number[]) => {
    const byTime = new Map(rows.map((row) => [at[row] ?? Number.NaN, row]));
    const points = times.map((one): TimePoint => {
      const row = byTime.get(one);
      const isOpen = open.includes(one);
      if (row !== undefined)
        return { at: one, value: numbers[row] ?? null, cell: cells[row] ?? null, isOpen };
      const value = chart.missing === 'zero' && !isOpen ? 0 : null;
      return { at: one, value, cell: value, isOpen };
    });
    return { name, points };
  };
  const all = time.cells.map((_, row) => row);
  if (!group) {
    const named = (one: Values) => (measures.length > 1 ? one.title : null);
    const series = measures.map((one) => build(named(one), one, all));
    return { grain, times, series, values, open };
  }
  const name = namesOf(sheet, group);
  const series = distinctOf(group.cells).map((member) => {
    const rows = all.filter((row) => keyOf(group.cells[row]) === keyOf(member));
    return build(name(member), values, rows);
  });
  return { grain, times, series, values, open };
}
