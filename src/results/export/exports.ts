import { AppError, type AppErrorOptions } from '#src/errors.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { csvPieces } from '#src/results/export/csv.ts';
import { jsonPieces } from '#src/results/export/json.ts';
import { parquetPieces } from '#src/results/export/parquet.ts';
import { xlsxPieces } from '#src/results/export/xlsx.ts';
import {
  EXPORT_TYPES,
  type ExportFormat,
  type ExportRow,
  type ExportSource,
} from '#src/results/export-format.ts';
import type { KeptResult, ResultExports, ResultReader, ResultSpool } from '#src/results/types.ts';

export interface ExportsDeps {
  readonly spool: Pick<ResultSpool, 'find'>;
  /** Runs the SQL of an answer again, on the data that it was asked of and under the filters of the reader. */
  readonly rerun: (
    result: KeptResult,
    reader: ResultReader,
    signal: AbortSignal,
  ) => AsyncIterable<ResultChunk>;
  /** Folder for files in between. */
  readonly folder: string;
  readonly concurrent: number;
  readonly parquetMemoryMb: number;
  readonly maxBytes: number;
  readonly processTag: string;
}

type Pieces = AsyncGenerator<string | Buffer, void, void>;

/** Seconds after which a place is likely free. */
const RETRY_S = 5;

/**
 * Results as files, in pieces as the reader takes them. Rows come from what was kept of the answer; where that was cut
 * at its caps, the SQL is run again.
 */
export function createExports(deps: ExportsDeps): ResultExports {
  let running = 0;
  return {
    async open(token, reader, format, signal) {
      const result = await deps.spool.find(token, reader);
      const pieces = inPlace(write(deps, result, reader, format, signal));
      // Whatever fails before the first piece still has a status.
      const first = await pieces.next();
      return { ...aboutOf(result, format), first: first.value ?? null, rest: pieces };
    },
  };

  async function* inPlace(pieces: Pieces): Pieces {
    if (running >= deps.concurrent)
      throw new AppError(
        'unavailable',
        'Too many results are being exported. Try again in a few seconds.',
        { retryAfter: RETRY_S },
      );
    running++;
    try {
      yield* pieces;
    } catch (error) {
      throw error instanceof SourceError ? failureOf(error) : error;
    } finally {
      running--;
    }
  }
}

function aboutOf({ createdAt }: KeptResult, format: ExportFormat) {
  const stamp = createdAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const type = EXPORT_TYPES[format];
  const isText = format === 'csv' || format === 'json';
  return {
    contentType: isText ? `${type}; charset=utf-8` : type,
    fileName: `result-${stamp}.${format}`,
  };
}

async function* write(
  deps: ExportsDeps,
  result: KeptResult,
  reader: ResultReader,
  format: ExportFormat,
  signal: AbortSignal,
): Pieces {
  if (!result.complete)
    return yield* piecesOf(
      await sourceOf(deps.rerun(result, reader, signal)),
      deps,
      format,
      signal,
    );
  const unpin = await result.pin();
  try {
    const { columns, file } = result;
    yield* piecesOf({ columns, batches: result.batches(signal), file }, deps, format, signal);
  } finally {
    unpin();
  }
}

function piecesOf(
  source: ExportSource,
  { folder, maxBytes, parquetMemoryMb: memoryMb, processTag }: ExportsDeps,
  format: ExportFormat,
  signal: AbortSignal,
): Pieces {
  switch (format) {
    case 'csv':
      return csvPieces(source);
    case 'json':
      return jsonPieces(source);
    case 'xlsx':
      return xlsxPieces(source);
    case 'parquet':
      return parquetPieces(source, { folder, maxBytes, memoryMb, processTag, signal });
  }
}

async function sourceOf(chunks: AsyncIterable<ResultChunk>): Promise<ExportSource> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done || first.value.kind !== 'columns')
    throw new TypeError('a result must begin with its columns');
  async function* batches(): AsyncGenerator<readonly ExportRow[]> {
    try {
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) return;
        if (value.kind === 'rows') yield value.rows;
        if (value.kind === 'end' && value.truncated) throw tooLarge();
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { columns: first.value.columns, batches: batches() };
}

const tooLarge = () =>
  new AppError(
    'unprocessable',
    'The result is too large to export (results.max_export_rows, results.max_export_bytes). Ask for a shorter period or fewer columns.',
  );

/** What an engine says can print values of rows: a reader is told only what kind of failure it was. */
function failureOf(error: SourceError): AppError {
  const options: AppErrorOptions = { cause: error };
  switch (error.kind) {
    case 'timeout':
    case 'too_large':
      return new AppError(
        'unprocessable',
        'Running the query again took too much time or memory. Ask for a shorter period or fewer columns.',
        options,
      );
    case 'query':
    case 'changed':
      return new AppError(
        'conflict',
        'The query no longer runs on the current data. Ask the question again.',
        options,
      );
    default:
      return new AppError('unavailable', "The data can't be read right now. Try again.", {
        ...options,
        retryAfter: RETRY_S,
      });
  }
}
