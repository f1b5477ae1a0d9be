import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';

const NUMERIC: ReadonlySet<ColumnType> = new Set(['integer', 'decimal', 'float']);
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether the cell is a number of its column, also one that came as text because it is too long for JSON. */
export function isNumber(cell: CellValue, type: ColumnType): cell is number | string {
  if (typeof cell === 'number') return true;
  return typeof cell === 'string' && NUMERIC.has(type) && NUMBER.test(cell);
}

/** A number without an exponent: `1e-7` → `0.0000001`. */
export function plainNumber(cell: number | string): string {
  const text = String(cell);
  const parts = /^([+-]?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(text);
  if (!parts) return text;
  const [, sign, whole, fraction = '', exponent] = parts;
  const digits = whole + fraction;
  const point = whole!.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
