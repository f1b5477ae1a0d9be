import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { toCell } from './cells.ts';

/** Rows of one of our own statements as cells. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<CellValue[][]> {
  const result = await connection.run(sql);
  const types = result.columnTypes();
  const rows = await result.getRows();
  return rows.map((row) => row.map((value, column) => toCell(value, types[column]!, () => {})));
}
