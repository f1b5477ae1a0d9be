import { everyPeriod } from './periods.ts';
import type { Cell, ColumnInfo } from './types.ts';
import { distinctOf, numberOf, timeOf } from './values.ts';

/** A result as charts are chosen for it. */
export interface ChartTable {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
}

/** How much of a kind can still be told apart. */
export const MOST = {
  numbers: 6,
  columns: 7,
  bars: 30,
  top: 20,
  ordinals: 60,
  lines: 6,
  multiples: 12,
  parts: 6,
  groups: 12,
  stacks: 6,
  heatRows: 30,
  heatColumns: 12,
  dots: 5_000,
  points: 5_000,
} as const;
/** A column as sentences name it. */
export const said = ({ name }: ColumnInfo) => name.replaceAll('_', ' ');

const cellsOf = ({ columns, rows }: ChartTable, column: ColumnInfo): readonly Cell[] => {
  const at = columns.indexOf(column);
  return rows.map((row) => row[at] ?? null);
};

/** The members of a column, each once, in the order of the rows. */
export const distinctIn = (table: ChartTable, column: ColumnInfo) =>
  distinctOf(cellsOf(table, column));

/** The numbers of a column, without what is none. */
export const valuesOf = (table: ChartTable, column: ColumnInfo): readonly number[] =>
  cellsOf(table, column).flatMap((cell) => numberOf(cell) ?? []);

/** Whether the values can be parts of one whole: they add up, none is missing or negative, and they can be told apart. */
export function areParts(table: ChartTable, key: ColumnInfo, measure: ColumnInfo): boolean {
  const values = valuesOf(table, measure);
  return (
    key.kind === 'category' &&
    measure.additive === true &&
    table.rows.length <= MOST.parts &&
    values.length === table.rows.length &&
    values.every((value) => value >= 0) &&
    values.some((value) => value > 0)
  );
}

/** How many periods a time goes over, those without a row included; infinite where it has none of one length. */
export function periodsIn(table: ChartTable, time: ColumnInfo): number {
  const found = distinctIn(table, time).flatMap((cell) => timeOf(cell) ?? []);
  const inOrder = found.toSorted((a, b) => a - b);
  const all = everyPeriod(time.grain, inOrder);
  return all === inOrder ? Number.POSITIVE_INFINITY : all.length;
}
