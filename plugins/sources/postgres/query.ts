import { setImmediate } from 'node:timers/promises';
import type { FieldDef } from 'pg';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { distinctNames, notFiniteNotes } from '#src/sql/cells.ts';
import { ResultCaps } from '#src/sql/result-caps.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { type CellOf, cellOf } from './cells.ts';
import type { TypeNames } from './column-types.ts';
import type { Connections } from './connections.ts';
import type { RawRow } from './flight.ts';
import type { Reading } from './reading.ts';

/** Cells that are converted in one go; the process answers nothing else meanwhile (a few milliseconds). */
const CELLS_IN_SLICE = 20_000;

export interface QueryDeps {
  readonly connections: Connections;
  readonly types: TypeNames;
}

/** Runs one guarded SELECT: columns, rows as they are asked for, the end. Fails with `SourceError`. */
export async function* runQuery(
  { connections, types }: QueryDeps,
  { sql }: GuardedSql,
  options: QueryOptions,
): AsyncGenerator<ResultChunk> {
  const limit = new TimeLimit(options);
  let open: Reading | null = null;
  const rows = new CellRows(options);
  try {
    const { columns, reading } = await connections.begin({ sql }, limit, options);
    open = reading;
    const named = await limit.race(types.of(columns, limit.signal));
    const names = distinctNames(columns.map(({ name }) => name));
    yield {
      kind: 'columns',
      columns: named.map((type, index) => ({ name: names[index]!, ...type })),
    };
    rows.expect(columns);
    while (!rows.truncated) {
      const some = await limit.race(reading.next());
      if (some === null) break;
      yield* rows.of(some);
    }
    const { truncated } = rows;
    yield { kind: 'end', truncated, engineMs: reading.engineMs, notes: rows.notes() };
  } finally {
    limit.clear();
    open?.leave(rows.truncated);
  }
}

/** Turns rows into cells until a cap is reached. */
class CellRows {
  readonly #caps: ResultCaps;
  #cells: readonly CellOf[] = [];
  #notFinite = 0;

  constructor(options: QueryOptions) {
    this.#caps = new ResultCaps(options);
  }

  get truncated(): boolean {
    return this.#caps.truncated;
  }

  expect(columns: readonly FieldDef[]): void {
    this.#cells = columns.map(({ dataTypeID }) => cellOf(dataTypeID));
  }

  async *of(raw: readonly RawRow[]): AsyncGenerator<ResultChunk> {
    const size = Math.max(1, Math.floor(CELLS_IN_SLICE / Math.max(1, this.#cells.length)));
    for (let from = 0; from < raw.length && !this.truncated; from += size) {
      if (from > 0) await setImmediate();
      const rows = this.#slice(raw.slice(from, from + size));
      if (rows.length > 0) yield { kind: 'rows', rows };
    }
  }

  notes(): string[] {
    return notFiniteNotes(this.#notFinite);
  }

  #slice(raw: readonly RawRow[]): CellValue[][] {
    const rows = raw.map((texts) => this.#row(texts));
    // One text of all rows is made faster than one of each.
    if (this.#caps.takeAll(rows.length, Buffer.byteLength(JSON.stringify(rows)))) return rows;
    const fits = (row: CellValue[]) =>
      this.#caps.hasRoom() && this.#caps.take(Buffer.byteLength(JSON.stringify(row)) + 1);
    const end = rows.findIndex((row) => !fits(row));
    return end < 0 ? rows : rows.slice(0, end);
  }

  #row(texts: RawRow): CellValue[] {
    const row: CellValue[] = new Array(texts.length);
    for (let column = 0; column < texts.length; column += 1) {
      const text = texts[column]!;
      row[column] = text === null ? null : this.#cells[column]!(text, this.#tell);
    }
    return row;
  }

  readonly #tell = () => {
    this.#notFinite += 1;
  };
}
