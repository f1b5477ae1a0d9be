import { setImmediate } from 'node:timers/promises';
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBResult,
  type DuckDBType,
  StatementType,
} from '@duckdb/node-api';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { distinctNames, notFiniteNotes } from '#src/sql/cells.ts';
import { ResultCaps } from '#src/sql/result-caps.ts';
import { columnType, toCell } from './cells.ts';
import { keepStatement, takeStatement } from './kept-statements.ts';
import type { NativeMemory } from './native-memory.ts';
import type { QueryItem, QueryTask } from './protocol.ts';

/** Cells that are converted in one go; the process answers nothing else meanwhile (about 10 ms). */
const CELLS_IN_SLICE = 20_000;
/** Bytes of JSON in one message. */
const BYTES_IN_ITEM = 256 * 1024;

type Query = Extract<QueryTask, { type: 'query' }>;

/**
 * Runs one SELECT and gives its columns, then rows as they come, then the end. Stops at `maxRows` or `maxBytes` and
 * then says that the result is cut; a first row beyond `maxBytes` is an error (`too_large`).
 */
export async function* runQuery(
  connection: DuckDBConnection,
  task: Query,
  memory: NativeMemory,
): AsyncGenerator<QueryItem> {
  const watch = new EngineWatch();
  const prepared = await watch.time(takeStatement(connection, task.sql));
  let ended = false;
  try {
    if (prepared.statementType !== StatementType.SELECT)
      throw new SourceError('query', 'Only SELECT statements can run.');
    const result = await watch.time(prepared.stream());
    const types = result.columnTypes();
    const names = distinctNames(result.columnNames());
    yield {
      kind: 'columns',
      columns: types.map((type, index) => ({
        name: names[index]!,
        type: columnType(type),
        nativeType: type.toString(),
      })),
    };
    const rows = new RowWriter(types, task);
    yield* rowsOf(result, rows, { watch, memory });
    ended = !rows.truncated;
    yield { kind: 'end', truncated: rows.truncated, engineMs: watch.ms, notes: rows.notes() };
  } finally {
    if (ended) keepStatement(connection, task.sql, prepared);
    else prepared.destroySync();
  }
}

async function* rowsOf(
  result: DuckDBResult,
  rows: RowWriter,
  { watch, memory }: { readonly watch: EngineWatch; readonly memory: NativeMemory },
): AsyncGenerator<QueryItem> {
  for (let more = true; more && !rows.truncated; memory.free())
    // A chunk stands in a generator of its own, so that nothing of it is held while the next one is made.
    more = yield* rowsOfChunk(await watch.time(result.fetchChunk()), rows, memory);
}

/** Gives whether it had rows. */
async function* rowsOfChunk(
  chunk: DuckDBDataChunk | null,
  rows: RowWriter,
  memory: NativeMemory,
): AsyncGenerator<QueryItem, boolean> {
  if (chunk === null || chunk.rowCount === 0) return false;
  try {
    for (let from = 0; from < chunk.rowCount; ) {
      const { texts, next } = rows.slice(chunk, from);
      if (texts.length > 0) yield { kind: 'rows', texts };
      if (rows.truncated) return true;
      from = next;
      if (from < chunk.rowCount) await setImmediate();
    }
    return true;
  } finally {
    memory.letGo(chunk.rowCount * rows.bytesOfRow);
  }
}

/** Sums the time in which the engine was at work (milliseconds), without waits for the reader. */
class EngineWatch {
  ms = 0;

  async time<T>(work: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work;
    } finally {
      this.ms += performance.now() - started;
    }
  }
}

/** Writes rows as JSON text until a cap is reached. */
class RowWriter {
  readonly #types: readonly DuckDBType[];
  readonly #caps: ResultCaps;
  #notFinite = 0;
  #bytes = 0;
  #rows = 0;

  constructor(
    types: readonly DuckDBType[],
    caps: Pick<Query, 'maxRows' | 'maxBytes' | 'maxRowBytes'>,
  ) {
    this.#types = types;
    this.#caps = new ResultCaps(caps);
  }

  get truncated(): boolean {
    return this.#caps.truncated;
  }

  /** Of the rows so far, on average. */
  get bytesOfRow(): number {
    return this.#bytes / Math.max(1, this.#rows);
  }

  /** The rows from `from` on that fit in one message, each as JSON text. `next` is the row after them. */
  slice(chunk: DuckDBDataChunk, from: number): { texts: readonly string[]; next: number } {
    const most = Math.max(1, Math.floor(CELLS_IN_SLICE / this.#types.length));
    const until = Math.min(chunk.rowCount, from + most);
    const vectors = this.#types.map((_, column) => chunk.getColumnVector(column));
    const texts: string[] = [];
    let bytes = 0;
    let row = from;
    for (; row < until && bytes < BYTES_IN_ITEM; row++) {
      if (!this.#caps.hasRoom()) break;
      const cells = vectors.map(
        (vector, column): CellValue =>
          toCell(vector.getItem(row), this.#types[column]!, () => {
            this.#notFinite += 1;
          }),
      );
      const text = JSON.stringify(cells);
      const size = Buffer.byteLength(text) + 1;
      this.#bytes += size;
      this.#rows += 1;
      if (!this.#caps.take(size)) break;
      texts.push(text);
      bytes += size;
    }
    return { texts, next: row };
  }

  notes(): string[] {
    return notFiniteNotes(this.#notFinite);
  }
}
