import { setImmediate } from 'node:timers/promises';
import type { FieldDef } from 'pg';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { QueryOptions, ResultChunk, ResultColumn } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { distinctNames, notFiniteNotes } from '#src/sql/cells.ts';
import { askerOf } from '#src/sql/enter-source.ts';
import { ResultCaps } from '#src/sql/result-caps.ts';
import { inTurn } from '#src/sql/server/in-turn.ts';
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

/**
 * Runs guarded SELECTs in one transaction: of each its columns, rows as they are asked for, the end. Fails with
 * `SourceError`.
 */
export function runQueries(
  { connections, types }: QueryDeps,
  sqls: readonly GuardedSql[],
  options: QueryOptions,
): AsyncGenerator<ResultChunk, void, void>[] {
  const limit = new TimeLimit(options);
  const asker = askerOf(sqls[0], options);
  let open: Reading | null = null;
  let isCut = false;
  /** The columns of a result; the first starts them all. */
  const columnsOf = async (index: number) => {
    if (open && index > 0) {
      open.advance();
      return { columns: await limit.race(open.columns()), reading: open };
    }
    const statements = sqls.map(({ sql }) => ({ sql }));
    const begun = await connections.begin(statements, limit, { ...options, asker });
    open = begun.reading;
    return begun;
  };
  return inTurn(sqls.length, limit, {
    async *read(index) {
      const { columns, reading } = await columnsOf(index);
      const rows = new CellRows(options);
      yield* resultOf(columns, await limit.race(types.of(columns, limit.signal)));
      rows.expect(columns);
      while (!rows.truncated) {
        const some = await limit.race(reading.next());
        if (some === null) break;
        yield* rows.of(some);
      }
      isCut = rows.truncated;
      yield { kind: 'end', truncated: isCut, engineMs: reading.engineMs, notes: rows.notes() };
      return !isCut;
    },
    end: () => open?.leave(isCut),
  });
}

function* resultOf(
  columns: readonly FieldDef[],
  types: readonly Omit<ResultColumn, 'name'>[],
): Generator<ResultChunk, void, void> {
  const names = distinctNames(columns.map(({ name }) => name));
  yield {
    kind: 'columns',
    columns: types.map((type, index) => ({ name: names[index]!, ...type })),
  };
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
