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
  /** The period is not over, or not wholly in the data, or the value is an estimate. */
  readonly isOpen: boolean;
  /** The ends of the range of an estimate; null for what is none. */
  readonly range: readonly [low: number, high: number] | null;
  /** Its row of the result; null where it has none. */
  readonly row: number | null;
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
  if (!values) throw new TypeError('A chart over time needs a column of values.');
  const at = time.cells.map(timeOf);
  const found = [...new Set(at.flatMap((one) => one ?? []))].sort((a, b) => a - b);
  const { grain } = time.info;
  const times = everyPeriod(grain, found);
  const open = (chart.incomplete ?? []).flatMap((one) => timeOf(one) ?? []);
  const group = chart.series === null ? null : columnNamed(sheet.data, chart.series);
  const { estimated } = chart;
  const ends = estimated && [estimated.low, estimated.high].map((one) => valuesNamed(sheet, one));
  const rangeOf = (row: number): TimePoint['range'] => {
    const [low, high] = (ends ?? []).map(({ numbers }) => numbers[row] ?? null);
    return low == null || high == null ? null : [low, high];
  };
  const build = (
    name: string | null,
    { numbers, cells, info }: Values,
    rows: readonly number[],
  ) => {
    const isEstimate = info.name === estimated?.column;
    const byTime = new Map(rows.map((row) => [at[row] ?? Number.NaN, row]));
    const points = times.map((one): TimePoint => {
      const row = byTime.get(one);
      const isOpen = open.includes(one) || isEstimate;
      if (row !== undefined) {
        const range = isEstimate ? rangeOf(row) : null;
        return {
          at: one,
          value: numbers[row] ?? null,
          cell: cells[row] ?? null,
          isOpen,
          range,
          row,
        };
      }
      const value = chart.missing === 'zero' && !isOpen ? 0 : null;
      return { at: one, value, cell: value, isOpen, range: null, row: null };
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
