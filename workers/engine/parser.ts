import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { WrittenSql } from './protocol.ts';
import { TextCall } from './text-call.ts';

/** DuckDB's own parser on a connection that sees no data. */
export interface SqlParser {
  /** JSON text of the syntax tree, or of an error object where there is none (`json_serialize_sql`). */
  serialize(sql: string): Promise<string>;
  /** SQL text of such a tree (`json_deserialize_sql`), and the tree read from that text again. */
  write(json: string): Promise<WrittenSql>;
}

/** A statement that both calls are tried on when they are opened. */
const KNOWN_SQL = "SELECT 'ä', 1";

export async function openParser(): Promise<SqlParser> {
  const connection = await connect();
  const tree = 'json_serialize_sql($1::VARCHAR)::VARCHAR';
  const text = 'json_deserialize_sql($1::JSON)::VARCHAR';
  const serialize = await TextCall.open(connection, tree, KNOWN_SQL);
  const deserialize = await TextCall.open(connection, text, await serialize.run(KNOWN_SQL));
  return {
    serialize: (sql) => serialize.run(sql),
    async write(json) {
      const sql = await deserialize.run(json);
      return { sql, tree: await serialize.run(sql) };
    },
  };
}

async function connect(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: '128MiB',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    enable_external_access: 'false',
    lock_configuration: 'true',
  });
  return instance.connect();
}
