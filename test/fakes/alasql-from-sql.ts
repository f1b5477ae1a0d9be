import { DuckDBInstance } from '@duckdb/node-api';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import type { TestTable } from '../fixtures/alasql/tables.ts';
import { catalogOf, guarded, openAlasqlForTests } from './alasql.ts';
import { answerOf } from './data-source.ts';

/**
 * The AlaSQL engine with tables that SQL made: CREATE and INSERT run in DuckDB, and what is there at the first SELECT
 * is copied into an engine file.
 */
export async function openAlasqlFromSql(): Promise<{
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const test = await openAlasqlForTests();
  const json = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  let catalog: Catalog | null = null;
  return {
    rows: async (sql) => {
      if (/^\s*(create|insert)\b/i.test(sql)) return json(sql);
      catalog ??= await catalogOf(test, await tablesOf(json));
      const result = await guarded(test, catalog, sql);
      if (!result.ok) throw new Error(`${result.refusal.text}\n${sql}`);
      return (await answerOf(test.engine, result.guarded)).rows;
    },
    close: async () => {
      await test.close();
      connection.closeSync();
      instance.closeSync();
    },
  };
}

type Read = (sql: string) => Promise<readonly (readonly unknown[])[]>;

async function tablesOf(read: Read): Promise<TestTable[]> {
  const columns = await read(
    `SELECT table_name, column_name, data_type, numeric_precision, numeric_scale
     FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index`,
  );
  const tables: TestTable[] = [];
  for (const [name, list] of Map.groupBy(columns, ([table]) => String(table))) {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const rows = await read(`SELECT * FROM ${quoted}`);
    const spilled = list.map(spillColumn);
    tables.push({
      name,
      columns: spilled,
      rows: rows.map((row) => row.map((cell, at) => cellOf(cell, spilled[at]!))),
    });
  }
  return tables;
}

function spillColumn(row: readonly unknown[]): SpillColumn {
  const [, name, type, precision, scale] = row;
  const common = { name: String(name) };
  switch (String(type).replace(/\(.*/, '')) {
    case 'INTEGER':
    case 'BIGINT':
      return { ...common, type: 'integer' };
    case 'DECIMAL':
      return { ...common, type: 'decimal', precision: Number(precision), scale: Number(scale) };
    case 'DOUBLE':
      return { ...common, type: 'float' };
    case 'DATE':
      return { ...common, type: 'date' };
    case 'TIMESTAMP':
      return { ...common, type: 'timestamp' };
    case 'BOOLEAN':
      return { ...common, type: 'boolean' };
    default:
      return { ...common, type: 'text' };
  }
}

function cellOf(cell: unknown, { type }: SpillColumn): string | null {
  if (cell === null) return null;
  return type === 'timestamp' ? String(cell).replace(' ', 'T') : String(cell);
}
