import type { CellValue } from '#src/plugin-api/catalog.ts';

type Row = readonly CellValue[];

/** Digits by which numbers are compared: engines differ in the last ones of sums of floats. */
const DIGITS = 9;
/** Ways to lay expected columns onto those of the answer that are tried. */
const MAX_TRIES = 5_000;

/**
 * Whether an answer has the expected rows: the same number of them, and for each expected column one of its own with
 * its values. The answer may show more columns. Rows count as often as they come; their order counts where `ordered`.
 */
export function sameRows(
  expected: readonly Row[],
  answered: readonly Row[],
  ordered: boolean,
): boolean {
  if (expected.length !== answered.length) return false;
  if (expected.length === 0) return true;
  const wanted = textsOf(expected);
  const given = textsOf(answered);
  const width = wanted[0]!.length;
  const goal = keyOf(wanted, [...Array(width).keys()], ordered);
  // Columns whose values, each for itself, could be the expected ones.
  const choices = wanted[0]!.map((_, column) => {
    const values = keyOf(wanted, [column], ordered);
    return given[0]!.flatMap((__, other) =>
      keyOf(given, [other], ordered) === values ? [other] : [],
    );
  });
  let tries = 0;
  const lay = (chosen: readonly number[]): boolean => {
    if (chosen.length === width)
      return tries++ < MAX_TRIES && keyOf(given, chosen, ordered) === goal;
    return (choices[chosen.length] ?? []).some(
      (column) => tries < MAX_TRIES && !chosen.includes(column) && lay([...chosen, column]),
    );
  };
  return lay([]);
}

const textsOf = (rows: readonly Row[]) => rows.map((row) => row.map(textOf));

/** Numbers as numbers, whether they came as text or not; instants at midnight as days. */
function textOf(cell: CellValue): string {
  if (cell === null) return 'null';
  if (typeof cell === 'boolean') return String(cell);
  const text = String(cell).trim();
  if (text !== '' && Number.isFinite(Number(text)))
    return `#${Number(Number(text).toPrecision(DIGITS))}`;
  return `"${text.replace(/[T ]00:00:00(\.0+)?Z?$/, '')}`;
}

function keyOf(rows: readonly (readonly string[])[], columns: readonly number[], ordered: boolean) {
  const keys = rows.map((row) => JSON.stringify(columns.map((column) => row[column])));
  return JSON.stringify(ordered ? keys : keys.sort());
}
