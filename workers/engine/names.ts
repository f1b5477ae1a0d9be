import type { PhysicalName } from '#src/plugin-api/catalog.ts';

/** A name of any content as a quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal (DuckDB reads no backslash escapes in it). */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Full name of a table. */
export function tableName(physical: PhysicalName): string {
  return [physical.database, physical.schema ?? 'main', physical.table]
    .filter((part) => part !== null)
    .map(identifier)
    .join('.');
}

const SOURCE = '"source"';

/** FROM of one table; its columns are named by `columnOf`. */
export function rowsFrom(physical: PhysicalName): string {
  return `${tableName(physical)} AS ${SOURCE}`;
}

/**
 * A column of `rowsFrom`. It is qualified, since a bare name in GROUP BY or WHERE could be that of a result column, and
 * the alias of a result column that of a column.
 */
export function columnOf(name: string): string {
  return `${SOURCE}.${identifier(name)}`;
}
