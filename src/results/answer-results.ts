import type { Logger } from 'pino';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { type AnswerOrigin, type Closed, closingsOf, isOf } from '#src/store/closings.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import { insertLate } from '#src/store/late-rows.ts';
import type { ResultRow, Store } from '#src/store/schema.ts';

type Row = readonly CellValue[];

/** What a row of `results` holds itself, as JSON. */
export interface StoredRows {
  /** All rows; absent where they are in the spool file. */
  readonly rows?: readonly Row[];
  /** The groups of a total. */
  readonly breakdown?: readonly Row[];
}

export const storedOf = ({ rows }: ResultRow): StoredRows =>
  rows === null ? {} : (JSON.parse(rows) as StoredRows);
export const storedRows = (row: ResultRow): readonly Row[] => storedOf(row).rows ?? [];

/** Trace ids and tokens have the same place in addresses; a token is 43 characters of base64url. */
export const isTraceId = (token: string): boolean => /^tr_[0-9a-f]{24}$/.test(token);

/** Results that are written in one go. */
const BATCH = 100;
/** Bytes of results that may wait for the store; more are not kept. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

export interface AnswerResultsOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly flushMs: number;
  /** What was revoked while it waited is not written: results whose workspace does not show their data any more. */
  readonly onlyShown: boolean;
}

interface Waiting {
  readonly row: ResultRow;
  readonly origin: AnswerOrigin;
}

/** Results by the answers that they are of: those of short ones are written to the store many at once, behind the answers. */
export class AnswerResults {
  readonly #options: AnswerResultsOptions;
  readonly #waiting = new Map<string, Waiting>();
  #waitingBytes = 0;
  /** Results that are written in other ways, by the trace ids of their answers. */
  readonly #coming = new Map<
    string,
    { readonly done: Promise<void>; readonly origin: AnswerOrigin }
  >();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;

  constructor(options: AnswerResultsOptions) {
    this.#options = options;
  }

  /**
   * Has a result written soon, and found at once; not where what it shows was closed while it was made. Resolves when it
   * is found on all gateways.
   */
  async add(row: ResultRow, origin: AnswerOrigin): Promise<void> {
    if (closingsOf(this.#options.store).isClosed(origin)) return;
    const bytes = bytesOf(row);
    if (row.trace_id === null || this.#waitingBytes + bytes > MAX_WAITING_BYTES) return;
    this.#waiting.set(row.trace_id, { row, origin });
    this.#waitingBytes += bytes;
    if (gatewayOf(this.#options.store).isShared) return this.flush();
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.flushMs).unref();
  }

  /** Has `find` wait for work after which the store names the answer; resolves when all gateways find it. */
  async await(traceId: string, origin: AnswerOrigin, work: Promise<void>): Promise<void> {
    const done = work
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error, trace: traceId }, "rows of an answer weren't stored");
      })
      .finally(() => this.#coming.delete(traceId));
    this.#coming.set(traceId, { done, origin });
    if (gatewayOf(this.#options.store).isShared) await done;
  }

  async find(traceId: string): Promise<ResultRow | undefined> {
    await this.#coming.get(traceId)?.done;
    const waiting = this.#waiting.get(traceId);
    if (waiting) return waiting.row;
    return this.#options.store
      .selectFrom('results')
      .selectAll()
      .where('trace_id', '=', traceId)
      .executeTakeFirst();
  }

  /**
   * Has what was closed neither written nor found. Resolves when none of it is being written, with the trace ids of what
   * may have been.
   */
  async drop(closed: Closed): Promise<readonly string[]> {
    const waiting = [...this.#waiting].filter(([, { origin }]) => isOf(closed, origin));
    const coming = [...this.#coming].filter(([, { origin }]) => isOf(closed, origin));
    for (const [traceId, { row }] of waiting) this.#forget(traceId, row);
    await Promise.all([this.#writing, ...coming.map(([, { done }]) => done)]);
    return [...waiting, ...coming].map(([traceId]) => traceId);
  }

  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#coming.values()].map(({ done }) => done));
    await this.flush();
  }

  async #writeAll(): Promise<void> {
    const { store, log, onlyShown } = this.#options;
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, BATCH).map(({ row }) => row);
      await insertLate(store, 'results', batch, { onlyShown }).catch((error: unknown) => {
        log.warn({ err: error, answers: batch.length }, "rows of answers weren't stored");
      });
      for (const row of batch) this.#forget(row.trace_id!, row);
    }
  }

  #forget(traceId: string, row: ResultRow): void {
    if (this.#waiting.delete(traceId)) this.#waitingBytes -= bytesOf(row);
  }
}

const bytesOf = ({ rows, sql, columns }: ResultRow) =>
  (rows?.length ?? 0) + sql.length + columns.length;
