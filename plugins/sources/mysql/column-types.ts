import type { ColumnType } from '#src/plugin-api/catalog.ts';

/** `DATA_TYPE` of `information_schema.COLUMNS`, lower case. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ...named('integer', 'tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year', 'bit'),
  ...named('decimal', 'decimal', 'numeric'),
  ...named('float', 'float', 'double', 'real'),
  ...named('text', 'char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'enum', 'set'),
  ...named('text', 'uuid', 'inet4', 'inet6'),
  ...named('date', 'date'),
  ...named('timestamp', 'datetime', 'timestamp'),
  ...named('time', 'time'),
  ...named('json', 'json'),
  ...named('binary', 'binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'),
]);

function named(type: ColumnType, ...names: readonly string[]): [string, ColumnType][] {
  return names.map((name) => [name, type]);
}

/** The type of a declared column, as results of it have it. `columnType` is `COLUMN_TYPE`, e.g. `tinyint(1)`. */
export function declaredType(dataType: string, columnType: string): ColumnType {
  // MySQL keeps (1) after TINYINT where it dropped all other widths: it means BOOLEAN.
  if (/^(tinyint|bit)\(1\)$/i.test(columnType)) return 'boolean';
  return TYPES.get(dataType.toLowerCase()) ?? 'other';
}

/** Types whose values equal each other without a conversion that takes `abc` for 0. */
export function comparisonFamily(type: ColumnType): string {
  if (type === 'integer' || type === 'decimal' || type === 'float' || type === 'boolean')
    return 'number';
  return type === 'date' || type === 'timestamp' ? 'day' : type;
}

/** Whether ranges, counts and frequent values of such columns mean something. */
export function isMeasured(type: ColumnType): boolean {
  return type !== 'json' && type !== 'binary' && type !== 'other';
}
