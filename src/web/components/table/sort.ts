import type { Cell } from '#src/charts/types.ts';

/** A column by its place, and the way. */
export interface Sorting {
  readonly column: number;
  readonly direction: 'down' | 'up';
}

/** None, down, up, none. */
export function nextSorting(now: Sorting | null, column: number): Sorting | null {
  if (now?.column !== column) return { column, direction: 'down' };
  return now.direction === 'down' ? { column, direction: 'up' } : null;
}

/** As the address has it: `-2` is the second column downwards, `2` upwards. */
export const sortingText = ({ column, direction }: Sorting): string =>
  `${direction === 'down' ? '-' : ''}${column + 1}`;

export function sortingOf(text: string | undefined, columns: number): Sorting | null {
  const number = /^-?[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 0;
  const column = Math.abs(number) - 1;
  if (column < 0 || column >= columns) return null;
  return { column, direction: number < 0 ? 'down' : 'up' };
}

/** Places of the rows in their order; nulls last both ways, equal ones as they came. */
export function sortedPlaces(
  rows: readonly (readonly Cell[])[],
  { column, direction }: Sorting,
  lang: string,
): readonly number[] {
  const { compare } = new Intl.Collator(lang, { numeric: true });
  const sign = direction === 'down' ? -1 : 1;
  const cellOf = (place: number): Cell => rows[place]?.[column] ?? null;
  return rows
    .map((_row, place) => place)
    .sort((a, b) => {
      const [one, other] = [cellOf(a), cellOf(b)];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return sign * compareCells(one, other, compare) || a - b;
    });
}

function compareCells(
  one: Exclude<Cell, null>,
  other: Exclude<Cell, null>,
  compare: (a: string, b: string) => number,
): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [exactOf(one), exactOf(other)];
  if (a !== null && b !== null) return a < b ? -1 : a > b ? 1 : 0;
  return compare(String(one), String(other));
}

/** Integers beyond the exact ones of JavaScript come as texts: their order has to hold, too. */
function exactOf(cell: Exclude<Cell, null>): bigint | number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return null;
  if (/^-?\d+$/.test(cell)) return BigInt(cell);
  return /^-?\d+\.\d+$/.test(cell) ? Number(cell) : null;
}
