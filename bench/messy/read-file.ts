import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { parseApart } from '../../workers/ingest/parse-apart.ts';
import { parseFile } from '../../workers/ingest/parse-file.ts';
import type { ParseTask } from '../../workers/protocol.ts';

/** A table as a reader of files gives it. */
export interface ReadTable {
  readonly header: readonly string[];
  /** `text` for everything that is no number, day, time or truth value. */
  readonly types: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Cells that are no value of their column, as written: by row, then by column. */
  readonly asWritten: readonly (readonly (string | null)[])[];
  readonly derived: 'unpivot' | 'union' | null;
}

export interface ReadResult {
  readonly tables: readonly ReadTable[];
  readonly notes: readonly string[];
}

/** Reads a file of this name and these bytes; throws what it is refused with. */
export type Reader = (filename: string, bytes: Buffer) => Promise<ReadResult>;

const LIMITS: ParseTask['limits'] = {
  maxTables: 100,
  maxColumns: 1_000,
  maxRows: 1_000_000,
  maxCellBytes: 1024 * 1024,
  maxUnzippedBytes: 1024 * 1024 * 1024,
  maxZipRatio: 200,
  maxZipEntries: 10_000,
  maxHeldWorkbookBytes: 64 * 1024 * 1024,
  maxJsonDepth: 100,
  readerMemoryMb: 1024,
};

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-messy-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const plumbline: Reader = (filename, bytes) =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'upload');
    writeFileSync(file, bytes);
    const task = { path: file, filename, spillFolder: folder, mapping: {}, limits: LIMITS };
    const first = await parseFile(task);
    const result = first.kind === 'apart' ? await parseApart(first.task) : first;
    if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
    const tables = result.tables.map((table): ReadTable => {
      const shown = table.columns.flatMap(({ name }, at) =>
        // What a cell said that is no value of its column stands beside it; the truth does not list it.
        name.endsWith('_as_written') ? [] : [at],
      );
      const rows = spilled(readFileSync(table.path, 'utf8'));
      return {
        header: shown.map((at) => table.columns[at]!.name),
        types: shown.map((at) => table.columns[at]!.type),
        rows: rows.map((row) => shown.map((at) => row[at] ?? null)),
        asWritten: rows.map((row) =>
          shown.map((at) => {
            const written = `${table.columns[at]!.name}_as_written`;
            return row[table.columns.findIndex(({ name }) => name === written)] ?? null;
          }),
        ),
        derived:
          (table as { derived?: { kind: 'unpivot' | 'union' } | null }).derived?.kind ?? null,
      };
    });
    return { tables, notes: result.notes.map(({ note }) => note) };
  });

/** csv-parse with defaults, the first row as the header. */
export const csvParse: Reader = async (_filename, bytes) => {
  const [header = [], ...rows] = parse(bytes) as string[][];
  return {
    tables: [{ header, types: header.map(() => 'text'), rows, asWritten: [], derived: null }],
    notes: [],
  };
};

const DUCKDB_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:BIG|HUGE|SMALL|TINY)?INT|^INTEGER/, 'integer'],
  [/^DECIMAL|^DOUBLE|^FLOAT/, 'decimal'],
  [/^DATE/, 'date'],
  [/^TIMESTAMP/, 'timestamp'],
  [/^TIME/, 'time'],
  [/^BOOLEAN/, 'boolean'],
];

/** DuckDB's `read_csv` with what its sniffer finds. */
export const duckdb: Reader = (filename, bytes) =>
  inFolder(async (folder) => {
    const file = path.join(folder, filename.replaceAll("'", ''));
    writeFileSync(file, bytes);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    try {
      const found = await connection.runAndReadAll(`SELECT * FROM read_csv('${file}')`);
      const types = found.columnTypes().map((type) => {
        const name = type.toString();
        return DUCKDB_TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? 'text';
      });
      const rows = found
        .getRows()
        .map((row) => row.map((cell) => (cell === null ? null : String(cell))));
      return {
        tables: [{ header: found.columnNames(), types, rows, asWritten: [], derived: null }],
        notes: [],
      };
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });

/** The rows of a spill file: a quoted cell is a value, an empty one none. */
function spilled(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = text[at] === '"';
    let end = at;
    if (quoted) {
      end = text.indexOf('"', at + 1);
      while (text[end + 1] === '"') end = text.indexOf('"', end + 2);
    }
    row.push(quoted ? text.slice(at + 1, end).replaceAll('""', '"') : null);
    const next = quoted ? end + 1 : end;
    if (text[next] === '\n') {
      rows.push(row);
      row = [];
    }
    at = next + 1;
  }
  return rows;
}
