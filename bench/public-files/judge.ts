import type { ParsedTable, ParseNote } from '../../workers/protocol.ts';
import type { Expected } from './made.ts';

/** A table as the reader gives it, with its rows. */
export type ReadTable = ParsedTable & { readonly rows: readonly (readonly (string | null)[])[] };

export type Verdict = 'right' | 'right with a note' | 'wrong with a note' | 'wrong without a note';

/** What is wrong of a file, and whether a note says so; nothing is, where it is right. */
export interface Judged {
  readonly verdict: Verdict;
  readonly why: string | null;
}

/** Compares what a file became with what is right of it. */
export function judge(
  tables: readonly ReadTable[],
  notes: readonly ParseNote[],
  expected: Expected,
): Judged {
  const fault = faultIn(tables, expected);
  if (fault === null)
    return { verdict: notes.length > 0 ? 'right with a note' : 'right', why: null };
  const says = notes.some(({ column }) =>
    fault.column === null ? column === undefined : column === fault.column,
  );
  return { verdict: says ? 'wrong with a note' : 'wrong without a note', why: fault.why };
}

interface Fault {
  readonly why: string;
  readonly column: string | null;
}

function faultIn(tables: readonly ReadTable[], expected: Expected): Fault | null {
  const asked = tables.filter(({ coveredBy }) => coveredBy === undefined);
  const wanted = expected.tables ?? 1;
  if (asked.length !== wanted)
    return { why: `${asked.length} tables instead of ${wanted}`, column: null };
  const table = asked.at(-1)!;
  const own = table.columns.flatMap((column, at) => {
    const { asWrittenOf, unit } = table.columnDetails[at]!;
    return asWrittenOf === null ? [{ ...column, at, unit }] : [];
  });
  const found = own.map(
    ({ name, type, unit }) => `${name}:${type}${unit === null ? '' : `/${unit}`}`,
  );
  const other = expected.columns.findIndex((column, at) => found[at] !== column);
  if (other >= 0 || found.length !== expected.columns.length)
    return {
      why: `${found[other] ?? found.length} instead of ${expected.columns[other] ?? expected.columns.length}`,
      column:
        own[other]?.name === expected.columns[other]?.split(':')[0]
          ? (own[other]?.name ?? null)
          : null,
    };
  if (table.rowCount !== expected.rows)
    return { why: `${table.rowCount} rows instead of ${expected.rows}`, column: null };
  const rows = table.rows.filter((row) => !isTotal(table, row));
  const cellsOf = (name: string) =>
    rows.map((row) => row[own.find((one) => one.name === name)!.at]!);
  for (const [column, sum] of Object.entries(expected.sums)) {
    const read = cellsOf(column).reduce((all, cell) => all + Number(cell ?? 0), 0);
    if (Math.abs(read - sum) > 1e-6)
      return { why: `${column} sums to ${read}, not ${sum}`, column };
  }
  for (const [column, days] of Object.entries(expected.days)) {
    const read = cellsOf(column)
      .filter((cell) => cell !== null)
      .sort();
    if (read[0] !== days[0] || read.at(-1) !== days[1])
      return { why: `${column} is ${read[0]} to ${read.at(-1)}, not ${days.join(' to ')}`, column };
  }
  for (const [column, text] of Object.entries(expected.texts))
    if (!cellsOf(column).includes(text)) return { why: `${column} has no "${text}"`, column };
  return null;
}

const isTotal = ({ totalRows, columns }: ReadTable, row: readonly (string | null)[]): boolean =>
  (totalRows ?? []).some(({ column, values }) =>
    values.includes(row[columns.findIndex(({ name }) => name === column)] ?? null),
  );
