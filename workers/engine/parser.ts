import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';
import type { WrittenSql } from './protocol.ts';

/** DuckDB's own parser on a connection that sees no data. */
export interface SqlParser {
  /** JSON text of the syntax tree, or of an error object where there is none (`json_serialize_sql`). */
  serialize(sql: string): Promise<string>;
  /** SQL text of such a tree (`json_deserialize_sql`), and the tree read from that text again. */
  write(json: string): Promise<WrittenSql>;
}

export async function openParser(): Promise<SqlParser> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: '128MiB',
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    enable_external_access: 'false',
    lock_configuration: 'true',
  });
  const connection = await instance.connect();
  const serialize = queued(await prepared(connection, 'json_serialize_sql($1::VARCHAR)'));
  const deserialize = queued(await prepared(connection, 'json_deserialize_sql($1::JSON)'));
  return {
    serialize,
    async write(json) {
      const sql = await deserialize(json);
      return { sql, tree: await serialize(sql) };
    },
  };
}

function prepared(connection: DuckDBConnection, call: string): Promise<DuckDBPreparedStatement> {
  return connection.prepare(`SELECT ${call}::VARCHAR`);
}

/** A prepared statement holds one set of parameters, so calls take turns. */
function queued(statement: DuckDBPreparedStatement): (text: string) => Promise<string> {
  let last: Promise<unknown> = Promise.resolve();
  return (text) => {
    const run = async () => {
      statement.bindVarchar(1, text);
      const result = await statement.run();
      // The one row is there: reading it without waiting saves a way through libuv's threads.
      return String(result.getChunk(0).getColumnVector(0).getItem(0));
    };
    const result = last.then(run, run);
    last = result;
    return result;
  };
}
