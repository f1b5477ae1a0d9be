import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { decimalCell, integerCell } from '#src/sql/cells.ts';
import { OIDS } from './column-types.ts';

/** Told of each value that has no finite form. */
type NotFinite = () => void;

/** Makes a cell of a text as PostgreSQL writes it. */
export type CellOf = (text: string, notFinite: NotFinite) => CellValue;

/**
 * Cells of a type, by its identifier, without loss: integers beyond ±2^53 and decimals of more than 15 significant
 * digits as text, dates as ISO 8601 without a zone (instants in UTC), bytea as base64; NaN and infinities become null
 * and are told. All other types stay as PostgreSQL writes them.
 */
export function cellOf(oid: number): CellOf {
  switch (oid) {
    case OIDS.boolean:
      return (text) => text === 't';
    case OIDS.smallint:
    case OIDS.integer:
    case OIDS.bigint:
    case OIDS.oid:
      return integerCell;
    case OIDS.real:
    case OIDS.double:
      return float;
    case OIDS.numeric:
      return (text, notFinite) => (hasValue(text) ? decimalCell(text) : infinite(notFinite));
    case OIDS.bytea:
      return (text) => Buffer.from(text.slice(2), 'hex').toString('base64');
    case OIDS.date:
      return (text, notFinite) => (hasValue(text) ? text : infinite(notFinite));
    case OIDS.timestamp:
      return (text, notFinite) => (hasValue(text) ? text.replace(' ', 'T') : infinite(notFinite));
    case OIDS.timestamptz:
      return (text, notFinite) =>
        hasValue(text) ? text.replace(' ', 'T').replace('+00', '') : infinite(notFinite);
    default:
      return (text) => text;
  }
}

/** Cells of a column by how it is used, for values that are measured as text. */
export function cellOfType(type: ColumnType): CellOf {
  switch (type) {
    case 'boolean':
      // `true` by `::text`, `t` in the server's statistics.
      return (text) => text.startsWith('t');
    case 'integer':
      return cellOf(OIDS.bigint);
    case 'decimal':
      return cellOf(OIDS.numeric);
    case 'float':
      return cellOf(OIDS.double);
    case 'date':
      return cellOf(OIDS.date);
    case 'timestamp':
      return cellOf(OIDS.timestamptz);
    default:
      return (text) => text;
  }
}

function float(text: string, notFinite: NotFinite): CellValue {
  const number = Number(text);
  return Number.isFinite(number) ? number : infinite(notFinite);
}

/** Whether it is none of `NaN`, `Infinity`, `-infinity`, which numbers and dates can be. */
function hasValue(text: string): boolean {
  return !/^(NaN|-?infinity)$/i.test(text);
}

function infinite(notFinite: NotFinite): null {
  notFinite();
  return null;
}
