import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { isNumber, plainNumber } from '#src/sql/number-text.ts';

/** Digits that DuckDB's DECIMAL holds, and those that a column has at least so that most exports look alike. */
const MAX_PRECISION = 38;
const USUAL_PRECISION = 18;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

const SHAPES: Readonly<Partial<Record<ColumnType, RegExp>>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/,
};
const SQL_TYPES: Readonly<Partial<Record<ColumnType, string>>> = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  boolean: 'BOOLEAN',
  binary: 'BLOB',
};

/** Finds the narrowest type of DuckDB that holds all cells of a column exactly; text where none does. */
export class ParquetType {
  readonly #type: ColumnType;
  #fits = true;
  #int64 = true;
  #wholeDigits = 1;
  #scale = 0;

  constructor(type: ColumnType) {
    this.#type = type;
  }

  /** Takes a cell into account and gives it back. */
  take(cell: CellValue): CellValue {
    if (cell !== null && this.#fits) this.#fits = this.#see(cell);
    return cell;
  }

  get sql(): string {
    if (!this.#fits) return 'VARCHAR';
    if (this.#type === 'decimal' || (this.#type === 'integer' && !this.#int64)) {
      const digits = this.#wholeDigits + this.#scale;
      if (digits > MAX_PRECISION) return 'VARCHAR';
      return `DECIMAL(${Math.max(digits, USUAL_PRECISION)}, ${this.#scale})`;
    }
    return SQL_TYPES[this.#type] ?? 'VARCHAR';
  }

  #see(cell: string | number | boolean): boolean {
    switch (this.#type) {
      case 'integer':
      case 'decimal':
        return this.#seeDigits(cell);
      case 'float':
        return typeof cell === 'number';
      case 'boolean':
        return typeof cell === 'boolean';
      default: {
        const shape = SHAPES[this.#type];
        return typeof cell === 'string' && (shape === undefined || shape.test(cell));
      }
    }
  }

  #seeDigits(cell: string | number | boolean): boolean {
    if (!isNumber(cell, this.#type)) return false;
    const [, whole, fraction = ''] = /^[+-]?0*(\d*)(?:\.(\d+))?$/.exec(plainNumber(cell)) ?? [];
    if (whole === undefined) return false;
    if (this.#type === 'integer') {
      if (fraction !== '') return false;
      if (typeof cell === 'string') {
        const value = BigInt(cell);
        this.#int64 &&= value >= INT64_MIN && value <= INT64_MAX;
      }
    }
    this.#wholeDigits = Math.max(this.#wholeDigits, whole.length);
    this.#scale = Math.max(this.#scale, fraction.length);
    return true;
  }
}
