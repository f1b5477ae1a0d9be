import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';

/** Digits that every JSON number keeps (IEEE 754 double, DBL_DIG). */
const EXACT_DIGITS = 15;
const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_SECOND = 1_000_000_000n;
/** Instants that a JavaScript Date can hold (ECMA-262, time range), in milliseconds. */
const MAX_DATE_MS = 8_640_000_000_000_000n;

type Json = CellValue | readonly Json[] | { readonly [key: string]: Json };

/** Told of each number that JSON has no way to write. */
export type NotFinite = () => void;

/** How the pipeline calls a DuckDB type. */
export function columnType(type: DuckDBType): ColumnType {
  switch (type.typeId) {
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return 'integer';
    case DuckDBTypeId.DECIMAL:
      return 'decimal';
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return 'float';
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.ENUM:
    case DuckDBTypeId.UUID:
      return type.alias === 'JSON' ? 'json' : 'text';
    case DuckDBTypeId.DATE:
      return 'date';
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return 'timestamp';
    case DuckDBTypeId.TIME:
    case DuckDBTypeId.TIME_TZ:
    case DuckDBTypeId.TIME_NS:
      return 'time';
    case DuckDBTypeId.BOOLEAN:
      return 'boolean';
    case DuckDBTypeId.BLOB:
      return 'binary';
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
      return 'json';
    default:
      return 'other';
  }
}

/**
 * A DuckDB value as a cell that JSON carries without loss: integers beyond ±2^53 and decimals of more than 15
 * significant digits as text, dates as ISO 8601 without a zone (instants in UTC), binary as base64, nested values as
 * JSON text. NaN and infinities become null and are told.
 */
export function toCell(value: DuckDBValue, type: DuckDBType, notFinite: NotFinite): CellValue {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return type.typeId === DuckDBTypeId.FLOAT ? single(value, notFinite) : double(value, notFinite);
  if (typeof value === 'bigint') return integer(value);
  const json = toJson(value, notFinite);
  return json !== null && typeof json === 'object' ? JSON.stringify(json) : json;
}

function toJson(value: DuckDBValue, notFinite: NotFinite): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return double(value, notFinite);
  if (typeof value === 'bigint') return integer(value);
  if (value instanceof DuckDBDecimalValue) return decimal(value);
  if (value instanceof DuckDBDateValue)
    return value.isFinite ? value.toString() : infinite(notFinite);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return value.isFinite ? instant(value.micros * 1_000n) : infinite(notFinite);
  if (value instanceof DuckDBTimestampSecondsValue)
    return value.isFinite ? instant(value.seconds * NANOS_PER_SECOND) : infinite(notFinite);
  if (value instanceof DuckDBTimestampMillisecondsValue)
    return value.isFinite ? instant(value.millis * NANOS_PER_MILLI) : infinite(notFinite);
  if (value instanceof DuckDBTimestampNanosecondsValue)
    return value.isFinite ? instant(value.nanos) : infinite(notFinite);
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue)
    return value.items.map((item) => toJson(item, notFinite));
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(
      Object.entries(value.entries).map(([key, item]) => [key, toJson(item, notFinite)]),
    );
  if (value instanceof DuckDBMapValue)
    return value.entries.map(({ key, value: item }) => ({
      key: toJson(key, notFinite),
      value: toJson(item, notFinite),
    }));
  if (value instanceof DuckDBUnionValue) return toJson(value.value, notFinite);
  return value.toString();
}

function double(value: number, notFinite: NotFinite): number | null {
  return Number.isFinite(value) ? value : infinite(notFinite);
}

/** The shortest number that reads back as the same 32-bit float: 0.1, not 0.10000000149011612. */
function single(value: number, notFinite: NotFinite): number | null {
  if (!Number.isFinite(value)) return infinite(notFinite);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function integer(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

function decimal(value: DuckDBDecimalValue): number | string {
  const text = value.toString();
  const significant = text.replace(/(\.\d*?)0+$/, '$1').replace(/^-?0*\.?0*/, '');
  const digits = significant.replace('.', '').length;
  return digits <= EXACT_DIGITS ? Number(text) : text;
}

/** `2024-03-01T10:15:00`, with as many decimals of a second as are not zero; years out of range as DuckDB writes them. */
function instant(nanos: bigint): string {
  let seconds = nanos / NANOS_PER_SECOND;
  let rest = nanos % NANOS_PER_SECOND;
  if (rest < 0n) {
    rest += NANOS_PER_SECOND;
    seconds -= 1n;
  }
  const ms = seconds * 1_000n;
  if (ms > MAX_DATE_MS || ms < -MAX_DATE_MS)
    return new DuckDBTimestampValue(nanos / 1_000n).toString().replace(' ', 'T');
  const whole = new Date(Number(ms)).toISOString().slice(0, -5);
  if (rest === 0n) return whole;
  return `${whole}.${rest.toString().padStart(9, '0').replace(/0+$/, '')}`;
}

function infinite(notFinite: NotFinite): null {
  notFinite();
  return null;
}

/** Keeps equal column names apart, compared without case: `total`, `total_2`, `total_3`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const given = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; given.has(unique.toLowerCase()); n++) {
      const candidate = `${name}_${n}`;
      if (!taken.has(candidate.toLowerCase())) unique = candidate;
    }
    given.add(unique.toLowerCase());
    return unique;
  });
}
