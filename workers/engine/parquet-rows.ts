import { closeSync, openSync, writeSync } from 'node:fs';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import { plainNumber } from '#src/sql/number-text.ts';
import { jsonLines } from './json-lines.ts';
import type { ParquetTask } from './parquet-protocol.ts';
import { ParquetType } from './parquet-types.ts';

/** Rows on their way into a Parquet file. */
export interface CsvRows {
  /** No header, LF line ends, every non-null cell quoted, NULL an empty unquoted field. */
  readonly csv: string;
  /** Bytes. */
  readonly longestLine: number;
  /** Of each column, the type of DuckDB that holds all its cells exactly. */
  readonly types: readonly string[];
}

/** Bytes of JSON that are taken at once: what they become is garbage before the heap has to grow for it. */
const BLOCK_BYTES = 32 * 1024;

/**
 * Writes the rows of a task as CSV, which tells NULL from an empty text and keeps every digit, and finds the types of
 * their columns on the way. Null where that takes more than `maxBytes`.
 */
export async function rowsAsCsv(task: ParquetTask): Promise<CsvRows | null> {
  const csv = `${task.folder}/rows.csv`;
  const types = task.columns.map(({ type }) => new ParquetType(type));
  const file = openSync(csv, 'wx', 0o600);
  let bytes = 0;
  let longestLine = 0;
  try {
    for await (const rows of jsonLines(task.rows, { blockBytes: BLOCK_BYTES })) {
      let piece = '';
      for (const row of rows) {
        const line = lineOf(row, types);
        longestLine = Math.max(longestLine, Buffer.byteLength(line));
        piece += line;
      }
      bytes += Buffer.byteLength(piece);
      if (bytes > task.maxBytes) return null;
      writeAll(file, piece);
    }
  } finally {
    closeSync(file);
  }
  return { csv, longestLine, types: types.map(({ sql }) => sql) };
}

function lineOf(row: readonly CellValue[], types: readonly ParquetType[]): string {
  let line = '';
  for (let column = 0; column < types.length; column++) {
    if (column > 0) line += ',';
    line += quoted(types[column]!.take(row[column]!));
  }
  return `${line}\n`;
}

function quoted(cell: CellValue): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`;
  return `"${typeof cell === 'number' ? plainNumber(cell) : cell}"`;
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
