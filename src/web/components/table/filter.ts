import type { Cell } from '#src/charts/types.ts';

export type FilterKind =
  | 'equal'
  | 'not_equal'
  | 'at_least'
  | 'at_most'
  | 'contains'
  | 'empty'
  | 'not_empty';

/** What the rows in a table have to meet in one column, by its place. */
export interface TableFilter {
  readonly column: number;
  readonly is: FilterKind;
  /** As it was typed; null where none is wanted. */
  readonly value: string | null;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Typed text as the value that it stands for: a number where it is one. */
export const filterValue = (text: string): string | number =>
  NUMBER.test(text.trim()) && Number.isSafeInteger(Math.trunc(Number(text))) ? Number(text) : text;

/** Whether a row meets all filters, as the service judges the rows of long results. */
export const meets = (row: readonly Cell[], filters: readonly TableFilter[]): boolean =>
  filters.every(({ column, is, value }) => isMet(row[column] ?? null, is, value ?? ''));

function isMet(cell: Cell, is: FilterKind, text: string): boolean {
  if (is === 'empty') return cell === null;
  if (is === 'not_empty') return cell !== null;
  if (cell === null) return false;
  if (is === 'contains') return String(cell).toLowerCase().includes(text.toLowerCase());
  const order = compared(cell, text);
  if (is === 'equal') return order === 0;
  if (is === 'not_equal') return order !== 0;
  return is === 'at_least' ? order >= 0 : order <= 0;
}

/** Numbers by size, whatever they were written like; all else by its text. */
function compared(cell: Exclude<Cell, null>, text: string): number {
  const written = String(cell);
  if (NUMBER.test(written) && NUMBER.test(text.trim())) return Number(written) - Number(text);
  return written < text ? -1 : Number(written > text);
}
