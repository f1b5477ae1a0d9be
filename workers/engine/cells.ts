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
import { decimalCell, integerCell, shortestSingle } from '#src/sql/cells.ts';

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
    return double(type.typeId === DuckDBTypeId.FLOAT ? shortestSingle(value) : value, notFinite);
  if (typeof value === 'bigint') return integerCell(value);
  const json = toJson(value, notFinite);
  return json !== null && typeof json === 'object' ? JSON.stringify(json) : json;
}

function toJson(value: DuckDBValue, notFinite: NotFinite): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return double(value, notFinite);
  if (typeof value === 'bigint') return integerCell(value);
  if (value instanceof DuckDBDecimalValue) return decimalCell(value.toString());
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
