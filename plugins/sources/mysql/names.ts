import type { PhysicalName } from '#src/plugin-api/catalog.ts';

/** A name of any content as a quoted SQL identifier. */
export function identifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A text as an SQL literal; backslashes escape, as the pinned `sql_mode` has it. */
export function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Full name of a table; MySQL calls its databases schemas too. */
export function tableName({ schema, table }: PhysicalName): string {
  return schema === null ? identifier(table) : `${identifier(schema)}.${identifier(table)}`;
}

const SOURCE = '`source`';

/** FROM of one table; its columns are named by `columnOf`. */
export function rowsFrom(physical: PhysicalName): string {
  return `${tableName(physical)} AS ${SOURCE}`;
}

/**
 * A column of `rowsFrom`. It is qualified, since MySQL reads a bare name in ORDER BY and HAVING as that of a result
 * column, if there is one.
 */
export function columnOf(name: string): string {
  return `${SOURCE}.${identifier(name)}`;
}
