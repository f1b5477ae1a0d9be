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
  const serialize = new Calls(await prepared(connection, 'json_serialize_sql', 'VARCHAR'));
  const deserialize = new Calls(await prepared(connection, 'json_deserialize_sql', 'JSON'));
  return {
    serialize: (sql) => serialize.call(sql),
    async write(json) {
      const sql = await deserialize.call(json);
      return { sql, tree: await serialize.call(sql) };
    },
  };
}

/** Statements that call a function of one text for one text, and for two. */
async function prepared(
  connection: DuckDBConnection,
  name: string,
  type: string,
): Promise<readonly [DuckDBPreparedStatement, DuckDBPreparedStatement]> {
  const call = (parameter: number) => `${name}($${parameter}::${type})::VARCHAR`;
  return [
    await connection.prepare(`SELECT ${call(1)}`),
    await connection.prepare(`SELECT ${call(1)}, ${call(2)}`),
  ];
}

interface Waiting {
  readonly text: string;
  readonly result: PromiseWithResolvers<string>;
}

/**
 * Calls of one function, in turns, since a prepared statement holds one set of parameters. Two that wait are one
 * statement: most of a call is DuckDB's work for any statement (two together take 1.4 times as long as one).
 */
class Calls {
  readonly #one: DuckDBPreparedStatement;
  readonly #two: DuckDBPreparedStatement;
  readonly #waiting: Waiting[] = [];
  #isBusy = false;

  constructor([one, two]: readonly [DuckDBPreparedStatement, DuckDBPreparedStatement]) {
    this.#one = one;
    this.#two = two;
  }

  call(text: string): Promise<string> {
    const result = Promise.withResolvers<string>();
    this.#waiting.push({ text, result });
    if (!this.#isBusy) void this.#work();
    return result.promise;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    // What came in the same message of the channel goes together.
    await null;
    while (this.#waiting.length > 0) {
      const [first, second] = this.#waiting.splice(0, 2);
      if (second) await this.#runBoth(first!, second);
      else await this.#runAlone(first!);
    }
    this.#isBusy = false;
  }

  async #runAlone({ text, result }: Waiting): Promise<void> {
    try {
      const [found] = await run(this.#one, [text]);
      result.resolve(found!);
    } catch (error) {
      result.reject(error);
    }
  }

  /** One that fails takes nothing from the other. */
  async #runBoth(first: Waiting, second: Waiting): Promise<void> {
    try {
      const [one, two] = await run(this.#two, [first.text, second.text]);
      first.result.resolve(one!);
      second.result.resolve(two!);
    } catch {
      await this.#runAlone(first);
      await this.#runAlone(second);
    }
  }
}

async function run(
  statement: DuckDBPreparedStatement,
  texts: readonly string[],
): Promise<readonly string[]> {
  for (const [index, text] of texts.entries()) statement.bindVarchar(index + 1, text);
  const result = await statement.run();
  // The one row is there: reading it without waiting saves a way through libuv's threads.
  const row = result.getChunk(0);
  return texts.map((_, index) => String(row.getColumnVector(index).getItem(0)));
}
