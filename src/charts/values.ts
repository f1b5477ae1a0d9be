import type { Cell } from './types.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as a number to draw; null where it is none, or none that a scale can hold (NaN, infinities). */
export function numberOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return null;
  if (typeof cell === 'string' && !NUMBER.test(cell)) return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

const TIME =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const QUARTER = /^(\d{4})[- ]?Q([1-4])$/i;
const WEEK = /^(\d{4})-?W(\d{2})$/i;

/**
 * A cell as milliseconds of UTC; null where it is no time. Years may be numbers, periods may be written short
 * (`2025`, `2025-03`, `2025-Q1`, `2025-W10`). Zones are left as they are written: what is drawn is the wall clock.
 */
export function timeOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return null;
  const text = String(cell).trim();
  const quarter = QUARTER.exec(text);
  if (quarter) return Date.UTC(Number(quarter[1]), 3 * Number(quarter[2]) - 3, 1);
  const week = WEEK.exec(text);
  if (week) return isoWeek(Number(week[1]), Number(week[2]));
  const found = TIME.exec(text);
  if (!found) return null;
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part))) as [number, ...number[]];
  const date = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24;
  return isReal ? date.getTime() : null;
}

const DAY_MS = 86_400_000;

/** Monday of a week of ISO 8601: week 1 holds the fourth of January. */
function isoWeek(year: number, week: number): number | null {
  if (week < 1 || week > 53) return null;
  const fourth = new Date(Date.UTC(year, 0, 4));
  const sinceMonday = (fourth.getUTCDay() + 6) % 7;
  return fourth.getTime() + (7 * (week - 1) - sinceMonday) * DAY_MS;
}

/** What stands for an empty name in a picture's marks. */
export const EMPTY = '(empty)';

/** A name as a key: what is compared, counted and ordered. */
export const keyOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? EMPTY : String(cell);

/** Distinct cells in the order of the answer, the empty one last. */
export function distinctOf(cells: readonly (Cell | undefined)[]): readonly Cell[] {
  const found = new Map<string, Cell>();
  let hasNull = false;
  for (const cell of cells) {
    if (cell === null || cell === undefined) hasNull = true;
    else if (!found.has(String(cell))) found.set(String(cell), cell);
  }
  return [...found.values(), ...(hasNull ? [null] : [])];
}

/** Cells of an ordinal in their own order: numbers by size, texts as they came, the empty one last. */
export function naturalOrder(cells: readonly Cell[]): readonly Cell[] {
  const isAllNumbers = cells.every((cell) => cell === null || numberOf(cell) !== null);
  if (!isAllNumbers) return cells;
  return cells.toSorted((a, b) => (a === null ? 1 : b === null ? -1 : Number(a) - Number(b)));
}
