import type { Asker } from '#src/places.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { askerOf } from '#src/sql/enter-source.ts';
import { mostOfRow, ResultCaps } from '#src/sql/result-caps.ts';
import { causeWithin } from '#src/sql/server/cause-within.ts';
import { inTurn } from '#src/sql/server/in-turn.ts';
import { TimeLimit } from '#src/sql/time-limit.ts';
import { type CellNotes, cellReader, noteTexts, resultColumns } from './cells.ts';
import { asDriverError, isLost } from './driver-errors.ts';
import { sourceError } from './failures.ts';
import type { Lease, Leases } from './leases.ts';
import { RECURSION_STEPS } from './pins.ts';
import type { RowStream } from './row-stream.ts';
import { isIncomplete, SHOW_WARNINGS, warningNotes } from './warnings.ts';

/** How long a statement whose rest nobody wants may take to end by itself (milliseconds). */
const DRAIN_MS = 20;

const ENDLESS = `A recursive WITH exceeded ${RECURSION_STEPS.toLocaleString('en')} steps. Add a condition that ends it.`;

/** Runs guarded SELECTs in one read-only transaction. Fails with `SourceError`. */
export function queries(
  leases: Leases,
  sqls: readonly GuardedSql[],
  options: QueryOptions,
): AsyncGenerator<ResultChunk, void, void>[] {
  const limit = new TimeLimit(options);
  let running: Running | null = null;
  const asker = askerOf(sqls[0], options);
  return inTurn(sqls.length, limit, {
    async *read(index) {
      const { sql } = sqls[index]!;
      try {
        if (running && index > 0) await running.start(sql, mostOfRow(options));
        else running = await started(leases, limit, sql, { ...options, asker });
        return yield* running.rows(options);
      } catch (error) {
        throw sourceError(causeWithin(limit, error));
      }
    },
    end: () => void running?.end(),
  });
}

/** The statement under way; on another connection where the first turned out to be lost before it heard of it. */
async function started(
  leases: Leases,
  limit: TimeLimit,
  sql: string,
  options: QueryOptions & { readonly asker: Asker },
): Promise<Running> {
  const { timeoutMs, maxRows, asker } = options;
  // One row more than is given shows whether there are more.
  const limits = { timeoutMs, maxRows: maxRows + 1 };
  for (;;) {
    const lease = await leases.take(limit, limits, asker);
    const running = new Running(limit, lease);
    try {
      await running.start(sql, mostOfRow(options));
      return running;
    } catch (error) {
      void running.end();
      if (limit.signal.aborted || !lease.isReused || !isLost(asDriverError(error))) throw error;
      leases.dropIdle();
    }
  }
}

/** Statements on their connection, one after the other. */
class Running {
  readonly #limit: TimeLimit;
  readonly #lease: Lease;
  #stream: RowStream | null = null;
  #ended = false;
  #engineMs = 0;
  /** A reader that has stopped reading must not hold the server beyond its time. */
  readonly #abort = () => this.#stop();

  constructor(limit: TimeLimit, lease: Lease) {
    this.#limit = limit;
    this.#lease = lease;
    limit.signal.addEventListener('abort', this.#abort, { once: true });
  }

  async start(sql: string, maxRowBytes: number): Promise<void> {
    this.#engineMs = 0;
    this.#stream = await this.#timed(this.#lease.session.select(sql, maxRowBytes));
  }

  /** The result of the statement; gives whether it was read to its end. */
  async *rows(options: QueryOptions): AsyncGenerator<ResultChunk, boolean, void> {
    const stream = this.#stream!;
    const fields = await this.#timed(stream.fields);
    yield { kind: 'columns', columns: resultColumns(fields) };
    const caps = new ResultCaps(options);
    const notes: CellNotes = { zeroDates: 0 };
    const read = cellReader(fields, notes);
    for (;;) {
      const raw = await this.#timed(stream.next());
      if (raw === null) break;
      const rows = fitting(raw, read, caps);
      if (rows.length > 0) yield { kind: 'rows', rows };
      if (caps.truncated) break;
    }
    const { truncated } = caps;
    if (truncated) await drained(stream);
    const isWarned = stream.warnings > 0 && this.#lease.session.atRest;
    const texts = [...noteTexts(notes), ...(isWarned ? await this.#warnings() : [])];
    yield { kind: 'end', truncated, engineMs: this.#engineMs, notes: texts };
    return !truncated;
  }

  async #warnings(): Promise<readonly string[]> {
    const rows = await this.#timed(this.#lease.session.rows(SHOW_WARNINGS));
    const numbers = rows.map(([, number]) => Number(number));
    if (isIncomplete(numbers)) throw new SourceError('too_large', ENDLESS);
    return warningNotes(numbers);
  }

  /** Gives the connection back when the statement is over, or ends both. The caller does not wait for it. */
  async end(): Promise<void> {
    this.#limit.signal.removeEventListener('abort', this.#abort);
    if (this.#stream !== null) await drained(this.#stream);
    if (this.#ended) return;
    if (!this.#lease.session.atRest) return this.#stop();
    this.#ended = true;
    await this.#lease.giveBack();
  }

  #stop(): void {
    if (!this.#ended) void this.#lease.stop();
    this.#ended = true;
  }

  async #timed<T>(work: Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await this.#limit.race(work);
    } finally {
      this.#engineMs += performance.now() - started;
    }
  }
}

/** Lets a statement end by itself that has next to nothing left to say. */
async function drained(stream: RowStream): Promise<void> {
  stream.discard();
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([stream.settled, late]);
  clearTimeout(timer);
}

/** The rows as cells, as far as they fit. */
function fitting(
  raw: readonly (readonly unknown[])[],
  read: (row: readonly unknown[]) => CellValue[],
  caps: ResultCaps,
): CellValue[][] {
  const rows = raw.map(read);
  // One text of all rows is made faster than one of each.
  if (caps.takeAll(rows.length, Buffer.byteLength(JSON.stringify(rows)))) return rows;
  const end = rows.findIndex((row) => !caps.take(Buffer.byteLength(JSON.stringify(row)) + 1));
  return end < 0 ? rows : rows.slice(0, end);
}
