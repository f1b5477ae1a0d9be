import type { TraceTable } from '#src/ask/trace/types.ts';
import { canonical, parseExact } from '#src/sql/exact.ts';

/** A number that a text may say, and what it is. */
export interface Candidate {
  readonly value: number;
  readonly exact: string | null;
  readonly kind:
    | 'cell'
    | 'sum'
    | 'mean'
    | 'count'
    | 'share'
    | 'ratio'
    | 'growth'
    | 'difference'
    | 'part';
  /** The rows that it is said of; null: of all. The first of a pair is what is compared. */
  readonly rows: readonly number[] | null;
  readonly column: number | null;
  /** Pairs of rows that do not follow each other are allowed only where both are named. */
  readonly near?: boolean;
}

interface Column {
  readonly index: number;
  readonly cells: readonly (number | null)[];
  readonly texts: readonly (string | null)[];
}

/** Rows up to which pairs are computed: beyond it their number says that some pair fits almost anything. */
const MAX_PAIRED_ROWS = 50;

/** All that the shown rows give: cells, sums, means, counts, shares, and what two cells give. */
export function candidatesOf(table: TraceTable): readonly Candidate[] {
  const columns = measures(table);
  return [
    ...cells(table),
    ...counts(table),
    ...columns.flatMap((column) => [...aggregates(column), ...shares(column), ...pairs(column)]),
    ...rowRatios(columns),
  ];
}

function measures({ styles, rows }: TraceTable): readonly Column[] {
  return styles.flatMap((style, index) => {
    if (!style.quantity) return [];
    const texts = rows.map((row) => (row[index] == null ? null : String(row[index])));
    const numbers = texts.map((text) => (text !== null && parseExact(text) ? Number(text) : null));
    return [{ index, cells: numbers, texts }];
  });
}

/** Every number of every cell, measures and others. */
function cells({ styles, rows }: TraceTable): readonly Candidate[] {
  return rows.flatMap((row, at) =>
    row.flatMap((cell, column): Candidate[] => {
      const exact = cell === null || typeof cell === 'boolean' ? null : parseExact(String(cell));
      if (!exact || styles[column]?.type === 'date') return [];
      return [{ value: Number(cell), exact: canonical(exact), kind: 'cell', rows: [at], column }];
    }),
  );
}

function counts({ rows, totalRows }: TraceTable): readonly Candidate[] {
  return [rows.length, totalRows].map((value) => ({
    value,
    exact: String(value),
    kind: 'count',
    rows: null,
    column: null,
  }));
}

const known = ({ cells: all }: Column) => all.filter((cell) => cell !== null);

function aggregates(column: Column): readonly Candidate[] {
  const values = known(column);
  if (values.length < 2) return [];
  const sum = values.reduce((a, b) => a + b, 0);
  const whole = { exact: null, rows: null, column: column.index } as const;
  const sorted = values.toSorted((a, b) => a - b);
  return [
    { ...whole, value: sum, kind: 'sum' },
    { ...whole, value: sum / values.length, kind: 'mean' },
    { ...whole, value: sorted.at(-1)! - sorted[0]!, kind: 'difference' },
  ];
}

/** Shares of the total, where all parts have one sign. */
function shares(column: Column): readonly Candidate[] {
  const values = known(column);
  const sum = values.reduce((a, b) => a + b, 0);
  if (values.length < 2 || sum === 0 || values.some((value) => value * sum < 0)) return [];
  return column.cells.flatMap((cell, row): Candidate[] =>
    cell === null
      ? []
      : [{ value: cell / sum, exact: null, kind: 'share', rows: [row], column: column.index }],
  );
}

/** Difference, ratio, growth and sum of two cells of a column. */
function pairs({ index, cells: all }: Column): readonly Candidate[] {
  if (all.length > MAX_PAIRED_ROWS) return [];
  const sum = all.reduce<number>((total, cell) => total + (cell ?? 0), 0);
  return all.flatMap((a, i) =>
    all.flatMap((b, j): Candidate[] => {
      if (i === j || a === null || b === null) return [];
      const pair = { exact: null, rows: [i, j], column: index, near: Math.abs(i - j) === 1 };
      const both: Candidate[] = [
        { ...pair, value: a - b, kind: 'difference' },
        { ...pair, value: a + b, kind: 'part' },
      ];
      if (sum !== 0) both.push({ ...pair, value: (a + b) / sum, kind: 'share' });
      if (b === 0) return both;
      const growth = (a - b) / Math.abs(b);
      return [
        ...both,
        { ...pair, value: a / b, kind: 'ratio' },
        { ...pair, value: growth, kind: 'growth' },
      ];
    }),
  );
}

/** Ratios of two measures of a row: a margin, an average price. */
function rowRatios(columns: readonly Column[]): readonly Candidate[] {
  return columns.flatMap((a) =>
    columns.flatMap((b) =>
      a === b
        ? []
        : a.cells.flatMap((cell, row): Candidate[] => {
            const other = b.cells[row] ?? null;
            if (cell === null || other === null || other === 0) return [];
            return [{ value: cell / other, exact: null, kind: 'ratio', rows: [row], column: null }];
          }),
    ),
  );
}
