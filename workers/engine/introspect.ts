import type { DuckDBConnection } from '@duckdb/node-api';
import type { Attachment, PhysicalName } from '#src/plugin-api/catalog.ts';
import type { SourceColumn, SourceTable } from '#src/plugin-api/data-source.ts';
import { columnType } from './cells.ts';
import { literal, tableName } from './names.ts';
import { rowsOf } from './rows.ts';

/**
 * The place of a row in its table (https://duckdb.org/docs/stable/sql/statements/select#row-ids). Loaders keep the order
 * of the file (`preserve_insertion_order`), and nothing is deleted from an engine file.
 */
const ROW_ORDER = 'rowid';

/** Tables of the attached engine files, in the order in which they were made; keys are not declared in them. */
export async function introspect(
  connection: DuckDBConnection,
  attachments: readonly Attachment[],
): Promise<SourceTable[]> {
  if (attachments.length === 0) return [];
  const names = attachments.map((file) => literal(file.name)).join(', ');
  const tables = await rowsOf(
    connection,
    `SELECT database_name, schema_name, table_name, comment FROM duckdb_tables()
     WHERE database_name IN (${names}) AND NOT internal ORDER BY database_name, table_name`,
  );
  const found: SourceTable[] = [];
  for (const [database, schema, table, comment] of tables) {
    const physical = { database: String(database), schema: String(schema), table: String(table) };
    const columns = await columnsOf(connection, physical);
    found.push({
      physical,
      columns,
      rowCount: await rowCount(connection, physical),
      primaryKey: null,
      foreignKeys: [],
      comment: comment === null || comment === undefined ? null : String(comment),
      isView: false,
      // A column of that name would be read in its place.
      ...(!columns.some(({ name }) => name.toLowerCase() === ROW_ORDER) && { rowOrder: ROW_ORDER }),
    });
  }
  return found;
}

async function columnsOf(
  connection: DuckDBConnection,
  physical: PhysicalName,
): Promise<SourceColumn[]> {
  const prepared = await connection.prepare(`SELECT * FROM ${tableName(physical)}`);
  try {
    return Array.from({ length: prepared.columnCount }, (_, index) => {
      const type = prepared.columnType(index);
      return {
        name: prepared.columnName(index),
        type: columnType(type),
        nativeType: type.toString(),
        nullable: true,
        comment: null,
      };
    });
  } finally {
    prepared.destroySync();
  }
}

async function rowCount(connection: DuckDBConnection, physical: PhysicalName): Promise<number> {
  const [row] = await rowsOf(connection, `SELECT count(*) FROM ${tableName(physical)}`);
  return Number(row![0]);
}
