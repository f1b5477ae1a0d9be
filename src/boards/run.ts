import type { Config } from '#config/schema.ts';
import type { BoardReader, SavedResult } from '#src/boards/types.ts';
import { type ByteBudget, Room } from '#src/byte-budget.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { CollectedResult, ResultSpool } from '#src/results/types.ts';
import type { GuardResult } from '#src/sql/guard.ts';
import type { RowLimits } from '#src/sql/guard-policy.ts';
import type { Closings } from '#src/store/closings.ts';

export interface RunDeps {
  readonly clock: Clock;
  readonly config: Pick<Config, 'boards' | 'ask' | 'results'>;
  /** Judges a statement for the rows that the reader sees, as it is kept: whoever may have changed it there. */
  readonly judge: (
    reader: BoardReader,
    catalog: Catalog,
    sql: string,
    signal: AbortSignal,
    limits?: RowLimits,
  ) => Promise<GuardResult>;
  readonly sourceOf: (catalog: Catalog) => Promise<Pick<DataSource, 'query'>>;
  readonly pin: (
    workspaceId: string,
  ) => Promise<{ readonly catalog: Catalog; release(): void } | null>;
  readonly results: Pick<ResultSpool, 'collect'>;
  readonly closings: Pick<Closings, 'begin'>;
  /** What the columns of a statement's rows are and how they are drawn. */
  readonly chartOf: (
    reader: BoardReader,
    catalog: Catalog,
    facts: QueryFacts,
    result: CollectedResult,
  ) => Pick<SavedResult, 'columns_info' | 'chart'>;
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
}

/** A statement as it is kept, and the names that its answer gave to the columns. */
interface KeptStatement {
  readonly sql: string;
  readonly columns: readonly string[];
  /** What it is narrowed to, once it is known what it reads; a failure where it can't be. */
  readonly narrow?: (
    facts: QueryFacts,
    catalog: Catalog,
  ) => { readonly limits: RowLimits } | { readonly failure: string };
}

export type Run =
  | { readonly result: SavedResult; readonly generationId: string }
  | { readonly failure: string };

/**
 * Runs a kept statement on the data of now. What the guard refuses and what the engine cannot do is a `failure` in
 * words for people; fails only as the service itself does (`unavailable`, or the signal's reason).
 */
export async function runSaved(
  deps: RunDeps,
  reader: BoardReader,
  kept: KeptStatement,
  signal: AbortSignal,
): Promise<Run> {
  const { clientId, workspaceId } = reader.workspace;
  const since = deps.closings.begin();
  const pinned = await deps.pin(workspaceId);
  if (!pinned) return { failure: 'The workspace has no data right now.' };
  const room = await Room.open(deps.answers, clientId, { signal }).catch((error: unknown) => {
    pinned.release();
    throw error;
  });
  try {
    const { catalog } = pinned;
    const read = await deps.judge(reader, catalog, kept.sql, signal);
    const narrowed = read.ok ? kept.narrow?.(read.facts, catalog) : undefined;
    if (narrowed && 'failure' in narrowed) return narrowed;
    const judged = narrowed
      ? await deps.judge(reader, catalog, kept.sql, signal, narrowed.limits)
      : read;
    if (!judged.ok) return { failure: `The SQL wasn't run: ${judged.refusal.text}` };
    const source = await deps.sourceOf(catalog);
    const { guarded } = judged;
    const { ask, boards, results } = deps.config;
    const { endUserId, policy } = reader.principal;
    const chunks = source.query(guarded, {
      maxRows: results.max_spool_rows,
      maxBytes: results.max_spool_bytes,
      maxRowBytes: results.max_row_bytes,
      timeoutMs: ask.timeout_ms,
      signal,
      asker: { workspaceId, endUserId },
    });
    const made = await deps.results.collect(named(chunks, kept.columns), {
      owner: { clientId, workspaceId, endUserId, policyHash: policy.hash },
      origin: { since, sessionId: null },
      generationId: guarded.generationId,
      attachments: guarded.attachments,
      sql: kept.sql,
      inline: {
        rows: boards.max_rows,
        bytes: boards.max_result_bytes,
        cellChars: ask.max_cell_chars,
      },
      room,
      signal,
    });
    return {
      generationId: guarded.generationId,
      result: {
        columns: made.columns.map(({ name }) => name),
        rows: made.rows,
        total_rows: made.totalRows,
        total_rows_exact: made.totalRowsExact,
        truncated: made.truncated,
        result_token: made.token,
        ...deps.chartOf(reader, catalog, judged.facts, made),
        as_of: timestamp(deps.clock.now()),
      },
    };
  } catch (error) {
    return { failure: failureOf(error, signal) };
  } finally {
    room.close();
    pinned.release();
  }
}

/** What an engine says can print values of rows: a reader is told only what kind of failure it was. */
function failureOf(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (error instanceof AppError && error.code !== 'unavailable') return error.message;
  if (!(error instanceof SourceError)) throw error;
  switch (error.kind) {
    case 'timeout':
      return 'The SQL took longer than ask.timeout_ms.';
    case 'too_large':
      return 'The result is too large.';
    case 'query':
    case 'changed':
      return 'The SQL no longer runs on the current data.';
    default:
      return "The data can't be read right now. Try again in a moment.";
  }
}

/** The columns under the names that the answer gave them. */
async function* named(
  chunks: AsyncIterable<ResultChunk>,
  names: readonly string[],
): AsyncGenerator<ResultChunk> {
  for await (const chunk of chunks)
    yield chunk.kind === 'columns' && names.length === chunk.columns.length
      ? { ...chunk, columns: chunk.columns.map((one, at) => ({ ...one, name: names[at]! })) }
      : chunk;
}
