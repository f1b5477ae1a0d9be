import { type Cell, cellOf, cellOrder, sameCell } from './cells.ts';

/**
 * `match`: the same rows, in the same order where the reference has one. `order_differs`: the same rows in another
 * order. `extra_columns`: the reference's columns with the same rows, and more columns. Only `match` is right.
 */
export type Comparison = 'match' | 'order_differs' | 'extra_columns' | 'mismatch';

export type Row = readonly unknown[];
type Cells = readonly Cell[];

/** Rows that a right statement gives. */
export interface Reference {
  readonly rows: readonly Row[];
  /** Whether the outermost query orders them. */
  readonly ordered: boolean;
  /** What each row is ordered by; rows that tie may change places. Null where it is not known. */
  readonly keys: readonly Row[] | null;
  /** Where a limit cuts through a tie: the rows before it, and all that tie with the last. */
  readonly tie: { readonly before: readonly Row[]; readonly tied: readonly Row[] } | null;
}

/** Of a column: assignments that are tried at the most, where many columns hold the same values. */
const ASSIGNMENTS = 3_000;
/** Rows that are compared each with each, where sorting them side by side was not enough. */
const PAIRWISE_ROWS = 2_000;
/** Columns whose orders are all tried at a tie. */
const PERMUTED_COLUMNS = 5;

/** Compares rows with the reference's. Columns may stand in any order, and their names do not count. */
export function compareRows(rows: readonly Row[], reference: Reference): Comparison {
  const found = rows.map((row) => row.map(cellOf));
  const wanted = reference.rows.map((row) => row.map(cellOf));
  const keys = reference.keys?.map((row) => row.map(cellOf)) ?? null;
  const [first] = found;
  const [wantedFirst] = wanted;
  if (!first && !wantedFirst) return 'match';
  if (!first || !wantedFirst || found.length !== wanted.length) return 'mismatch';
  if (found.some((row) => row.length !== first.length)) return 'mismatch';
  let sameRows = false;
  if (first.length === wantedFirst.length)
    for (const columns of assignments(found, wanted)) {
      const arranged = arrange(found, columns);
      if (reference.ordered && sameOrder(arranged, wanted, keys)) return 'match';
      if (!sameBag(arranged, wanted)) continue;
      if (!reference.ordered) return 'match';
      sameRows = true;
    }
  if (sameRows) return 'order_differs';
  if (reference.tie && fitsTie(found, wantedFirst.length, reference.tie)) return 'match';
  if (first.length > wantedFirst.length)
    for (const columns of assignments(found, wanted))
      if (sameBag(arrange(found, columns), wanted)) return 'extra_columns';
  return 'mismatch';
}

/** Whether two bags of rows are the same. */
export function sameBag(a: readonly Cells[], b: readonly Cells[]): boolean {
  if (a.length !== b.length) return false;
  const [left, right] = [a.toSorted(rowOrder), b.toSorted(rowOrder)];
  if (left.every((row, at) => sameRow(row, right[at] ?? []))) return true;
  // Numbers that are nearly equal may be sorted apart by the cells behind them.
  return a.length <= PAIRWISE_ROWS && without(right, left) !== null;
}

const sameRow = (a: Cells, b: Cells) =>
  a.length === b.length && a.every((cell, at) => sameCell(cell, b[at] ?? ''));

function rowOrder(a: Cells, b: Cells): number {
  for (const [at, cell] of a.entries()) {
    const order = cellOrder(cell, b[at] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** What is left of a bag when rows are taken out of it; null where one is not in it. */
function without(bag: readonly Cells[], rows: readonly Cells[]): readonly Cells[] | null {
  const left = [...bag];
  for (const row of rows) {
    const at = left.findIndex((each) => sameRow(each, row));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

const arrange = (rows: readonly Cells[], columns: readonly number[]): readonly Cells[] =>
  rows.map((row) => columns.map((column) => row[column] ?? ''));

/** The same order, where rows with the same keys may change places. */
function sameOrder(
  rows: readonly Cells[],
  wanted: readonly Cells[],
  keys: readonly Cells[] | null,
): boolean {
  for (let from = 0; from < wanted.length; ) {
    let to = from + 1;
    while (keys && to < wanted.length && sameRow(keys[to] ?? [], keys[from] ?? [])) to += 1;
    if (!sameBag(rows.slice(from, to), wanted.slice(from, to))) return false;
    from = to;
  }
  return rows.length === wanted.length;
}

/** For each wanted column a column that holds the same values, in all ways there are. */
function* assignments(
  rows: readonly Cells[],
  wanted: readonly Cells[],
): Generator<readonly number[]> {
  const found = columnsOf(rows);
  const fitting = columnsOf(wanted).map((cells, at) =>
    found
      .flatMap((own, column) =>
        own.every((cell, row) => sameCell(cell, cells[row] ?? '')) ? [column] : [],
      )
      .sort((a, b) => Number(a !== at) - Number(b !== at)),
  );
  let left = ASSIGNMENTS;
  function* choose(chosen: readonly number[]): Generator<readonly number[]> {
    const columns = fitting[chosen.length];
    if (!columns) {
      left -= 1;
      yield chosen;
      return;
    }
    for (const column of columns)
      if (left > 0 && !chosen.includes(column)) yield* choose([...chosen, column]);
  }
  yield* choose([]);
}

/** The cells of each column, sorted. */
const columnsOf = (rows: readonly Cells[]): readonly Cells[] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? '').sort(cellOrder));

/** Whether the rows are those before the tie and, for the rest, any of those that tie. */
function fitsTie(
  rows: readonly Cells[],
  width: number,
  { before, tied }: NonNullable<Reference['tie']>,
): boolean {
  if (rows[0]?.length !== width || width > PERMUTED_COLUMNS) return false;
  const sure = before.map((row) => row.map(cellOf));
  const open = tied.map((row) => row.map(cellOf));
  for (const columns of permutations(width)) {
    const rest = without(arrange(rows, columns), sure);
    if (rest && without(open, rest)) return true;
  }
  return false;
}

function* permutations(size: number, chosen: readonly number[] = []): Generator<readonly number[]> {
  if (chosen.length === size) yield chosen;
  else
    for (let next = 0; next < size; next += 1)
      if (!chosen.includes(next)) yield* permutations(size, [...chosen, next]);
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Compares all cells of a result with a list of answers, as sets of questions over one web table have them. */
export function compareAnswer(rows: readonly Row[], answer: readonly unknown[]): Comparison {
  const wanted = answer.map((one) => [answerCell(one)]);
  const found = rows.map((row) => row.map(answerCell));
  if (
    sameBag(
      found.flat().map((cell) => [cell]),
      wanted,
    )
  )
    return 'match';
  const width = found[0]?.length ?? 0;
  for (let column = 0; width > 1 && column < width; column += 1)
    if (
      sameBag(
        found.map((row) => [row[column] ?? '']),
        wanted,
      )
    )
      return 'extra_columns';
  const distinct = [...new Set(found.flat())].map((cell) => [cell]);
  return width === 1 && found.length > 1 && sameBag(distinct, wanted)
    ? 'extra_columns'
    : 'mismatch';
}

/** Answers are written by people: without capitals, quotes, a last full stop, and `1,000` is a number. */
function answerCell(value: unknown): Cell {
  const cell = cellOf(value);
  if (typeof cell !== 'string') return cell;
  if (GROUPED.test(cell)) return cellOf(cell.replaceAll(',', ''));
  const plain = cell.replaceAll(/\s+/g, ' ').trim();
  return cellOf(
    plain
      .replaceAll(/^["“”']+|["“”']+$/g, '')
      .replace(/\.+$/, '')
      .toLowerCase(),
  );
}
