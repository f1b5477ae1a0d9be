import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** All engine files below a folder in one in-process DuckDB, their tables under their own names. */
export async function openEngineFiles(folder: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.duckdb'),
  );
  for (const [i, file] of files.entries()) {
    await connection.run(`ATTACH '${path.join(folder, file)}' AS f${i} (READ_ONLY)`);
    const tables = await connection.runAndReadAll(
      `SELECT table_name FROM duckdb_tables() WHERE database_name = 'f${i}'`,
    );
    for (const [table] of tables.getRowsJson())
      await connection.run(`CREATE VIEW "${table}" AS SELECT * FROM f${i}.main."${table}"`);
  }
  return connection;
}
