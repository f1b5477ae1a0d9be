import { randomUUID } from 'node:crypto';
import {
  type DuckDBConnection,
  DuckDBPendingResultState,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';

/**
 * A function of one text that gives a text, called without libuv's threads: waking them takes longer than a parse
 * (docs/guard.md). Node's binding gives rows only through them, but the text of an error at once, so the result is
 * raised as one, behind a mark that nobody outside this object knows. What does not come that way is read as a row.
 */
export class TextCall {
  readonly #connection: DuckDBConnection;
  readonly #expression: string;
  readonly #raising: DuckDBPreparedStatement;
  readonly #mark: string;
  #raises = true;

  private constructor(
    connection: DuckDBConnection,
    expression: string,
    raising: DuckDBPreparedStatement,
    mark: string,
  ) {
    this.#connection = connection;
    this.#expression = expression;
    this.#raising = raising;
    this.#mark = mark;
  }

  /** `expression` is SQL over `$1`. A DuckDB that gives another text for `known` as an error than as a row gives rows. */
  static async open(
    connection: DuckDBConnection,
    expression: string,
    known: string,
  ): Promise<TextCall> {
    const mark = randomUUID();
    const raising = await connection.prepare(`SELECT error('${mark}' || (${expression}))`);
    const call = new TextCall(connection, expression, raising, mark);
    call.#raises = call.#raised(known) === (await call.#row(known));
    return call;
  }

  /** What a call holds is given back when the event loop turns. */
  async run(text: string): Promise<string> {
    return (this.#raises ? this.#raised(text) : null) ?? this.#row(text);
  }

  /** Null: nothing was raised, or something else was. */
  #raised(text: string): string | null {
    try {
      this.#raising.bindVarchar(1, text);
      const pending = this.#raising.start();
      while (pending.runTask() === DuckDBPendingResultState.RESULT_NOT_READY);
      return null;
    } catch (error) {
      const told = error instanceof Error ? error.message : '';
      const at = told.indexOf(this.#mark);
      return at < 0 ? null : told.slice(at + this.#mark.length);
    }
  }

  async #row(text: string): Promise<string> {
    const result = await this.#connection.runAndReadAll(`SELECT ${this.#expression}`, [text]);
    return String(result.getRows()[0]![0]);
  }
}
