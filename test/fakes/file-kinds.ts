import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { type BookType, utils, write } from 'xlsx';
import yazl from 'yazl';

/** Writes the same rows as files of each kind that is read; the first row has the names of the columns. */

type Cell = string | number | boolean | null;
export type Rows = readonly (readonly Cell[])[];

export interface FileKindSample {
  /** How an upload of it is called. */
  readonly filename: string;
  /** What the mapping calls its table. */
  readonly sheet: string;
  write(rows: Rows): Promise<string | Buffer> | string | Buffer;
}

const csv = (rows: Rows, delimiter = ',') =>
  rows
    .map((row) =>
      row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(delimiter),
    )
    .join('\r\n');

const workbook =
  (bookType: BookType) =>
  (rows: Rows): Buffer => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as Cell[][]), 'Sheet1');
    return write(book, { type: 'buffer', bookType }) as Buffer;
  };

function records(rows: Rows): string[] {
  const [header = [], ...rest] = rows;
  return rest.map(
    (row) =>
      `{${header.map((name, at) => `${JSON.stringify(name)}:${JSON.stringify(row[at] ?? null)}`).join(',')}}`,
  );
}

/** A zip archive of these files. */
export function zipped(
  files: Readonly<Record<string, string | Buffer>>,
  compress = true,
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as string), name, { compress });
  zip.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    zip.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
}

async function inFolder<T>(run: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kinds-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The bytes of a SQLite database that these statements make. */
export const sqliteOf = (...statements: readonly string[]): Promise<Buffer> =>
  inFolder((folder) => {
    const file = path.join(folder, 'made.sqlite');
    // A file of somebody else may have any schema.
    const database = new Database(file).unsafeMode();
    for (const statement of statements) database.exec(statement);
    database.close();
    return readFileSync(file);
  });

/** The bytes of a Parquet file of what a query gives. */
export const parquetOf = (query: string): Promise<Buffer> =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'made.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet)`);
    connection.disconnectSync();
    instance.closeSync();
    return readFileSync(file);
  });

const quoted = (name: Cell) => `"${String(name).replaceAll('"', '""')}"`;
const valued = (cell: Cell, bits: boolean) =>
  cell === null
    ? 'NULL'
    : typeof cell === 'string'
      ? `'${cell.replaceAll("'", "''")}'`
      : typeof cell === 'boolean' && bits
        ? `'${cell}'`
        : String(cell);

/** The type that DuckDB gives a column of such cells. */
function typeOf(cells: readonly Cell[]): string {
  const filled = cells.filter((cell) => cell !== null);
  if (filled.some((cell) => typeof cell === 'string') || filled.length === 0) return 'VARCHAR';
  if (filled.every((cell) => typeof cell === 'boolean')) return 'BOOLEAN';
  if (filled.some((cell) => typeof cell === 'boolean')) return 'VARCHAR';
  return filled.every(Number.isInteger) ? 'BIGINT' : 'DOUBLE';
}

export const KINDS: readonly FileKindSample[] = [
  { filename: 'data.csv', sheet: 'data.csv', write: (rows) => csv(rows) },
  { filename: 'data.tsv', sheet: 'data.tsv', write: (rows) => csv(rows, '\t') },
  { filename: 'data.txt', sheet: 'data.txt', write: (rows) => csv(rows, '|') },
  { filename: 'data.csv.gz', sheet: 'data.csv.gz', write: (rows) => gzipSync(csv(rows)) },
  { filename: 'data.tsv.gz', sheet: 'data.tsv.gz', write: (rows) => gzipSync(csv(rows, '\t')) },
  {
    filename: 'any.zip',
    sheet: 'folder/data.csv',
    write: (rows) => zipped({ 'folder/data.csv': csv(rows) }),
  },
  { filename: 'data.xlsx', sheet: 'Sheet1', write: workbook('xlsx') },
  { filename: 'data.xlsm', sheet: 'Sheet1', write: workbook('xlsm') },
  { filename: 'data.xlsb', sheet: 'Sheet1', write: workbook('xlsb') },
  { filename: 'data.xls', sheet: 'Sheet1', write: workbook('biff8') },
  { filename: 'data.ods', sheet: 'Sheet1', write: workbook('ods') },
  {
    filename: 'data.json',
    sheet: 'data.json',
    write: (rows) => `[\n${records(rows).join(',\n')}\n]`,
  },
  { filename: 'data.jsonl', sheet: 'data.jsonl', write: (rows) => records(rows).join('\n') },
  {
    filename: 'data.parquet',
    sheet: 'data.parquet',
    write: ([header = [], ...rows]) =>
      parquetOf(
        `SELECT * FROM (VALUES ${rows
          .map((row) => `(${header.map((_, at) => valued(row[at] ?? null, false)).join(', ')})`)
          .join(', ')}) AS t(${header.map(quoted).join(', ')})`.replace(
          '*',
          header
            .map(
              (name, at) =>
                `${quoted(name)}::${typeOf(rows.map((row) => row[at] ?? null))} AS ${quoted(name)}`,
            )
            .join(', '),
        ),
      ),
  },
  {
    filename: 'any.sqlite',
    sheet: 'data',
    write: ([header = [], ...rows]) =>
      sqliteOf(
        `CREATE TABLE data (${header.map(quoted).join(', ')})`,
        ...rows.map(
          (row) =>
            `INSERT INTO data VALUES (${header.map((_, at) => valued(row[at] ?? null, true)).join(', ')})`,
        ),
      ),
  },
];
