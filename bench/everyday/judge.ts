export type Cell = string | number | boolean | null;
type Rows = readonly (readonly Cell[])[];

/** Whether rows hold what is expected: as many, and a column for each expected one; both orders do not matter. */
export function holds(rows: Rows, expected: Rows): boolean {
  if (rows.length !== expected.length) return false;
  if (expected.length === 0) return true;
  return columnsFor(rows, expected, 0, []);
}

/** Finds a column for each expected one, so that the rows of these are the expected ones. */
function columnsFor(rows: Rows, expected: Rows, at: number, taken: readonly number[]): boolean {
  if (at === expected[0]!.length)
    return same(
      rows.map((row) => taken.map((column) => row[column]!)),
      expected,
    );
  return rows[0]!.some(
    (_, column) =>
      !taken.includes(column) &&
      same(
        rows.map((row) => [row[column]!]),
        expected.map((row) => [row[at]!]),
      ) &&
      columnsFor(rows, expected, at + 1, [...taken, column]),
  );
}

function same(rows: Rows, expected: Rows): boolean {
  const texts = rows.map(textOf).sort();
  const wanted = expected.map(textOf).sort();
  return texts.every((text, index) => text === wanted[index]);
}

const textOf = (row: readonly Cell[]) => row.map(cellText).join('\u0000');

/** One spelling for what means the same: nine significant digits of a fraction, a month by its first day. */
function cellText(cell: Cell): string {
  const text = String(cell ?? '').trim();
  if (text !== '' && Number.isFinite(Number(text))) {
    const number = Number(text);
    return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(9)));
  }
  const day = /^(\d{4}-\d{2})(?:-(\d{2}))?(?:[T ]00:00:00.*)?$/.exec(text);
  return day ? `${day[1]}-${day[2] ?? '01'}` : text;
}
