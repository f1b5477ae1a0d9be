import type { Room } from '#src/byte-budget.ts';
import type { Attachment, CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultChunk, ResultColumn } from '#src/plugin-api/data-source.ts';
import type { Principal } from '#src/principal.ts';
import type { ExportColumn, ExportFormat, ExportRow } from '#src/results/export-format.ts';
import type { CutCell, InlineLimits } from '#src/sql/inline-rows.ts';
import type { AnswerOrigin } from '#src/store/closings.ts';

/** Where and when the work on a result began: what is closed meanwhile is not kept. */
type ResultOrigin = Pick<AnswerOrigin, 'since' | 'sessionId'>;

/** Whose a kept result is: only readers of the same tenant, workspace, end user and row policy get pages of it. */
interface ResultOwner {
  readonly clientId: string;
  readonly workspaceId: string;
  readonly endUserId: string | null;
  readonly policyHash: string;
}

export interface CollectOptions {
  readonly owner: ResultOwner;
  readonly origin: ResultOrigin;
  readonly generationId: string;
  /** The files that the SQL ran on; null where the rows are not those of the SQL alone. */
  readonly attachments: readonly Attachment[] | null;
  /** The SQL as it was shown. */
  readonly sql: string;
  /** What the answer itself carries; a longer result is kept and gets a token. */
  readonly inline: InlineLimits;
  /** The memory that what the answer carries counts against. */
  readonly room: Pick<Room, 'tryExtend' | 'extend'>;
  readonly signal: AbortSignal;
}

/** A result after the engine gave all of it, or as much as is kept. */
export interface CollectedResult {
  readonly columns: readonly ResultColumn[];
  /** The first rows, as many as are inline. */
  readonly rows: readonly (readonly CellValue[])[];
  /** Those of their cells that are cut. */
  readonly cutCells: readonly CutCell[];
  readonly totalRows: number;
  /** False where a cap cut the result: there are more than `totalRows` rows. */
  readonly totalRowsExact: boolean;
  /** Whether there is more than `rows` holds: rows, or the rest of cells. */
  readonly truncated: boolean;
  /** Set where the result is truncated. */
  readonly token: string | null;
  /** Milliseconds that the engine itself took. */
  readonly engineMs: number;
  /** What the engine changed in the cells, as sentences (e.g. infinity became null). */
  readonly notes: readonly string[];
}

/** The rows of an answer, for the time that results are kept. */
export interface AnswerRows {
  readonly traceId: string;
  readonly owner: ResultOwner;
  readonly origin: ResultOrigin;
  readonly generationId: string;
  readonly sql: string;
  readonly columns: readonly ExportColumn[];
  /** All rows, where the answer carried them whole; else the token under which they are kept already. */
  readonly rows: readonly (readonly CellValue[])[] | { readonly token: string };
  /** The groups of a total. */
  readonly breakdown: readonly (readonly CellValue[])[] | null;
}

/** The rows of an answer as they are found again. */
export interface RecalledRows {
  readonly columns: readonly string[];
  /** The first ones; null where none of them was asked for or fits. */
  readonly rows: readonly (readonly CellValue[])[] | null;
  readonly totalRows: number;
  readonly totalRowsExact: boolean;
  readonly breakdown: readonly (readonly CellValue[])[] | null;
  /** Of `rows` as JSON text. */
  readonly bytes: number;
  /** When they are forgotten, as `timestamp` writes it. */
  readonly until: string;
}

export interface ResultReader {
  readonly principal: Principal;
  /** The tenant of the path. */
  readonly clientId: string;
}

export interface ResultPage {
  readonly columns: readonly string[];
  /** Each as the JSON text of its cells, read as they are asked for; they end at the bytes that a page may have. */
  readonly rows: AsyncIterable<Buffer>;
  readonly total_rows: number;
  /** Only where it is not exact: there are more rows than were kept. */
  readonly total_rows_exact?: false;
  readonly offset: number;
}

/** A kept result with its rows still on the disk. */
export interface KeptResult {
  readonly owner: ResultOwner;
  readonly columns: readonly ExportColumn[];
  /** False where a cap cut it: there are more rows than `batches` gives. */
  readonly complete: boolean;
  /** The SQL of the answer, as it was shown. */
  readonly sql: string;
  /** Of the files that the SQL ran on (`dataVersion`). */
  readonly dataVersion: string;
  /** Instant of the answer, as `timestamp` writes it. */
  readonly createdAt: string;
  /** The file of its rows: one in each line, as a JSON array of cells; absent where the store holds them. */
  readonly file?: string;
  /** Has its rows here until the returned function is called. */
  pin(): Promise<() => void>;
  batches(signal: AbortSignal): AsyncIterable<readonly ExportRow[]>;
}

/** A result as a file that is being written. */
export interface ResultExport {
  readonly contentType: string;
  readonly fileName: string;
  /** Null: the file is empty. */
  readonly first: string | Buffer | null;
  /** What follows; ending it early ends the work behind it. */
  readonly rest: AsyncGenerator<string | Buffer, void, void>;
}

export interface ResultExports {
  /**
   * Begins an export. Fails with `result_not_found` (as pages do), `conflict` where the data has changed since and the
   * rows that were kept are not all, `unprocessable` where the format or the limits do not hold it, `unavailable`.
   */
  open(
    token: string,
    reader: ResultReader,
    format: ExportFormat,
    signal: AbortSignal,
  ): Promise<ResultExport>;
}

/** What the pipeline and the routes need of kept results. */
export interface ResultSpool {
  /**
   * Takes the chunks of a query to their end or to the caps of `results.*`. Small results stay in memory and write
   * nothing. Fails as the chunks fail; then nothing is kept.
   */
  collect(chunks: AsyncIterable<ResultChunk>, options: CollectOptions): Promise<CollectedResult>;
  /**
   * Rows `offset` … `offset + limit - 1`, fewer where they have more bytes than a page may have, one at least;
   * `result_not_found` where the token (or trace id) is unknown, expired or foreign.
   */
  page(token: string, reader: ResultReader, offset: number, limit: number): Promise<ResultPage>;
  /**
   * Keeps the rows of an answer under its trace id, for as long as results are kept: `page` and `find` take it in the
   * place of a token, and `recall` finds them. Behind the answer, but where other gateways may be asked for them: then it
   * resolves when they find them. What cannot be kept is gone, and logged.
   */
  remember(answer: AnswerRows): Promise<void>;
  /**
   * The rows of an answer of the reader's, at most `most.rows` of them and `most.bytes` as JSON text (none where the
   * first is longer); null where they are not kept, or are another's.
   */
  recall(
    traceId: string,
    reader: ResultReader,
    most: { readonly rows: number; readonly bytes: number },
  ): Promise<RecalledRows | null>;
  /** The kept result itself; fails as `page` does. */
  find(token: string, reader: ResultReader): Promise<KeptResult>;
  /**
   * Removes results past their time, and spool files that no result names and nothing can be writing any more: those
   * older than an hour, or written before `unfinishedBefore`. Gives the number removed.
   */
  sweep(unfinishedBefore?: Date): Promise<number>;
  /** Removes all results of workspaces. */
  forget(workspaceIds: readonly string[]): Promise<void>;
}
