import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import { decimalCell, distinctNames, integerCell, shortestSingle } from '#src/sql/cells.ts';

/** A column of a result as the protocol describes it ("Protocol::ColumnDefinition41"). */
export interface Field {
  readonly name: string;
  readonly columnType: number;
  /** Longest value (bytes, or digits of a number). */
  readonly columnLength: number;
  /** 63: bytes, not text. */
  readonly characterSet: number;
  readonly flags: number;
  readonly decimals: number;
  /** MariaDB: `uuid`, `inet6`, `point`, … */
  readonly extendedTypeName?: string;
  /** MariaDB: `json`. */
  readonly extendedFormat?: string;
}

/** What the values of a result were not able to say as cells. */
export interface CellNotes {
  zeroDates: number;
}

const BINARY = 63;
const UNSIGNED = 32;
const ENUM = 256;
const SET = 2_048;

/** Type numbers of the protocol: the type here and the name that is shown. */
const TYPES: ReadonlyMap<number, readonly [ColumnType, string]> = new Map([
  [0, ['decimal', 'DECIMAL']],
  [1, ['integer', 'TINYINT']],
  [2, ['integer', 'SMALLINT']],
  [3, ['integer', 'INT']],
  [4, ['float', 'FLOAT']],
  [5, ['float', 'DOUBLE']],
  [6, ['other', 'NULL']],
  [7, ['timestamp', 'TIMESTAMP']],
  [8, ['integer', 'BIGINT']],
  [9, ['integer', 'MEDIUMINT']],
  [10, ['date', 'DATE']],
  [11, ['time', 'TIME']],
  [12, ['timestamp', 'DATETIME']],
  [13, ['integer', 'YEAR']],
  [14, ['date', 'DATE']],
  [16, ['integer', 'BIT']],
  [242, ['other', 'VECTOR']],
  [245, ['json', 'JSON']],
  [246, ['decimal', 'DECIMAL']],
  [255, ['other', 'GEOMETRY']],
]);

/** `TINYINT(1)` is how BOOLEAN is declared, and `BIT(1)` how others write it. */
function isBoolean({ columnType, columnLength, flags }: Field): boolean {
  return columnLength === 1 && (columnType === 16 || (columnType === 1 && !(flags & UNSIGNED)));
}

function columnType(field: Field): ColumnType {
  if (field.extendedFormat === 'json') return 'json';
  if (isBoolean(field)) return 'boolean';
  const known = TYPES.get(field.columnType);
  if (known) return known[0];
  return field.characterSet === BINARY && !(field.flags & (ENUM | SET)) ? 'binary' : 'text';
}

export function resultColumns(fields: readonly Field[]): ResultColumn[] {
  const names = distinctNames(fields.map((field) => field.name));
  return fields.map((field, index) => ({
    name: names[index]!,
    type: columnType(field),
    nativeType: nativeType(field),
  }));
}

function nativeType(field: Field): string {
  const { flags, decimals } = field;
  if (field.extendedTypeName) return field.extendedTypeName.toUpperCase();
  if (field.extendedFormat) return field.extendedFormat.toUpperCase();
  if (flags & ENUM) return 'ENUM';
  if (flags & SET) return 'SET';
  const known = TYPES.get(field.columnType);
  if (!known) return field.characterSet === BINARY ? 'VARBINARY' : 'VARCHAR';
  const [type, name] = known;
  const unsigned = flags & UNSIGNED && type === 'integer' && name !== 'YEAR' && name !== 'BIT';
  if (isBoolean(field) || name === 'BIT') return `${name}(${field.columnLength})`;
  if (type === 'decimal') return `${name}(${digits(field)},${decimals})`;
  return unsigned ? `${name} UNSIGNED` : name;
}

/** The protocol counts sign and point among the digits. */
function digits({ columnLength, decimals, flags }: Field): number {
  return columnLength - (decimals > 0 ? 1 : 0) - (flags & UNSIGNED ? 0 : 1);
}

type ToCell = (value: unknown, notes: CellNotes) => CellValue;

/** Turns rows as the driver gives them (its strings of numbers and dates, its buffers) into cells. */
export function cellReader(
  fields: readonly Field[],
  notes: CellNotes = { zeroDates: 0 },
): (row: readonly unknown[]) => CellValue[] {
  const converters = fields.map(converterOf);
  return (row) => {
    const cells: CellValue[] = new Array(row.length);
    for (let index = 0; index < row.length; index += 1) {
      const value = row[index];
      cells[index] =
        value === null || value === undefined ? null : converters[index]!(value, notes);
    }
    return cells;
  };
}

/**
 * Integers beyond ±2^53 and decimals of more than 15 digits stay text; dates become ISO 8601 without a zone; bytes
 * become base64 (shapes as the server stores them: number of the reference system, then WKB).
 */
function converterOf(field: Field): ToCell {
  const type = columnType(field);
  if (field.columnType === 16) return type === 'boolean' ? bitFlag : bits;
  switch (type) {
    case 'boolean':
      return flag;
    case 'integer':
      return (value) => (typeof value === 'number' ? value : integerCell(String(value)));
    case 'decimal':
      return (value) => decimalCell(String(value));
    case 'float':
      return field.columnType === 4 ? (value) => shortestSingle(Number(value)) : Number;
    case 'date':
    case 'timestamp':
      return isoDate;
    case 'time':
      return (value) => withoutTrailingZeros(String(value));
    default:
      return (value) => {
        if (typeof value === 'string') return value;
        return Buffer.isBuffer(value) ? value.toString('base64') : JSON.stringify(value);
      };
  }
}

/** A flag that holds another number keeps it. */
function flag(value: unknown): CellValue {
  const number = Number(value);
  return number === 0 || number === 1 ? number === 1 : number;
}

function bitFlag(value: unknown): CellValue {
  return bits(value) === 1;
}

function bits(value: unknown): CellValue {
  return integerCell(BigInt(`0x${(value as Buffer).toString('hex') || '0'}`));
}

/** `2024-01-31 10:00:00.500000` → `2024-01-31T10:00:00.5`; what is no day (`0000-00-00`, `2024-00-00`) is empty. */
function isoDate(value: unknown, notes: CellNotes): CellValue {
  const text = String(value);
  if (text.startsWith('-00', 4) || text.startsWith('-00', 7)) {
    notes.zeroDates += 1;
    return null;
  }
  return withoutTrailingZeros(text.replace(' ', 'T'));
}

function withoutTrailingZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function noteTexts({ zeroDates }: CellNotes): string[] {
  if (zeroDates === 0) return [];
  const what = 'zero or incomplete (such as 0000-00-00)';
  return zeroDates === 1
    ? [`One date is ${what}, so it's shown as an empty cell.`]
    : [`${zeroDates} dates are ${what}, so they're shown as empty cells.`];
}
