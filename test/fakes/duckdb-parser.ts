import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckdbParser } from '#plugins/sources/duckdb/dialect/index.ts';

/** A real DuckDB in the test's own process: its parser for the dialect, and a place to run what the guard lets out. */
export interface TestDuckdb extends DuckdbParser {
  /** Runs statements one after another and gives the rows of the last as plain values. */
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  columnNames(sql: string): Promise<readonly string[]>;
  close(): void;
}

export async function openTestDuckdb(): Promise<TestDuckdb> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  // A statement of its own for each call: a shared one would take the text of another call that runs meanwhile.
  const call = async (sql: string, text: string) => {
    const [row] = await (await connection.run(sql, [text])).getRows();
    return String(row?.[0]);
  };
  const serialize = (sql: string) => call('SELECT json_serialize_sql($1::VARCHAR)', sql);
  return {
    serialize,
    write: async (tree) => {
      const sql = await call('SELECT json_deserialize_sql($1::JSON)', tree);
      return { sql, tree: await serialize(sql) };
    },
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    columnNames: async (sql) => (await connection.runAndReadAll(sql)).columnNames(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
