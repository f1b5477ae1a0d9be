import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CsvReader } from '#workers/ingest/csv-reader.ts';
import { parseApart } from '#workers/ingest/parse-apart.ts';
import { parseFile } from '#workers/ingest/parse-file.ts';
import type { ParsedTable, ParseLimits, ParseNote, ParseTask } from '#workers/protocol.ts';

export const LIMITS: ParseLimits = {
  maxTables: 10,
  maxColumns: 100,
  maxRows: 10_000,
  maxCellBytes: 64 * 1024,
  maxUnzippedBytes: 64 * 1024 * 1024,
  maxZipRatio: 200,
  maxZipEntries: 10_000,
  maxHeldWorkbookBytes: 64 * 1024 * 1024,
  maxJsonDepth: 100,
  readerMemoryMb: 512,
};

export interface Parsed {
  readonly tables: readonly (ParsedTable & { readonly rows: (string | null)[][] })[];
  readonly notes: readonly ParseNote[];
  readonly texts: readonly string[];
}

export type ParseOptions = Partial<Pick<ParseTask, 'filename' | 'mapping'>> & {
  readonly limits?: Partial<ParseLimits>;
};

async function parse(bytes: string | Uint8Array, options: ParseOptions, filename: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-parse-'));
  try {
    const file = path.join(folder, 'upload');
    writeFileSync(file, bytes);
    const task: ParseTask = {
      path: file,
      filename,
      spillFolder: folder,
      mapping: {},
      ...options,
      limits: { ...LIMITS, ...options.limits },
    };
    const first = await parseFile(task);
    const result = first.kind === 'apart' ? await parseApart(first.task) : first;
    if (result.kind === 'refused') return result;
    const tables = result.tables.map(withRows);
    return { ...result, tables, texts: result.notes.map((note) => note.note) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parses a CSV or workbook and gives what was spilled; throws the text of a refusal. */
export async function parsed(
  bytes: string | Uint8Array,
  options: ParseOptions = {},
): Promise<Parsed> {
  const result = await parse(bytes, options, options.filename ?? 'data.csv');
  if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
  return result;
}

/** The code and text that a file is refused with. */
export async function refused(
  bytes: string | Uint8Array,
  options: ParseOptions = {},
): Promise<{ readonly code: string; readonly message: string }> {
  const result = await parse(bytes, options, options.filename ?? 'data.csv');
  if (result.kind !== 'refused') throw new Error('The file was not refused.');
  return result;
}

/** The table with what was spilled of it, which becomes rows where a test looks at them. */
function withRows(table: ParsedTable): Parsed['tables'][number] {
  const bytes = readFileSync(table.path);
  let rows: (string | null)[][] | null = null;
  return {
    ...table,
    get rows() {
      rows ??= spilledRows(bytes.toString());
      return rows;
    },
  };
}

/** Reads a spilled text: a quoted cell is a value, an empty one is NULL. */
function spilledRows(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < text.length; ) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at + 1) : at;
    row.push(isQuoted ? text.slice(at + 1, end).replaceAll('""', '"') : null);
    // Behind the closing quote, where there is one, a comma or the end of the row follows.
    const next = isQuoted ? end + 1 : end;
    if (text[next] === '\n') {
      rows.push(row);
      row = [];
    }
    at = next + 1;
  }
  return rows;
}

/** The quote that ends a cell; a pattern over cells of megabytes would run out of stack. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** The records of a CSV text, given to the reader in pieces of `size` characters. */
export function readCsv(text: string, size: number, delimiter = ','): string[][] {
  const records: string[][] = [];
  const reader = new CsvReader(
    { delimiter, maxCellChars: 1_000_000, maxColumns: 1_000 },
    (cells) => {
      records.push([...cells]);
    },
  );
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return records;
}
