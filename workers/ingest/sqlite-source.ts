import { closeSync, copyFileSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expandedColumns } from '#workers/ingest/computed-columns.ts';
import { ConvertedTable } from '#workers/ingest/converted-table.ts';
import { openConverted } from '#workers/ingest/csv-source.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import type { OpenSheet, SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { ApartTask, ParseNote } from '#workers/protocol.ts';

/** Processor time that computed columns may take (milliseconds): their expressions are code of whoever made the file. */
const COMPUTING_MS = 1_000;
const COMPUTING_MS_A_ROW = 0.2;
/** Expressions of computed columns that one statement may have, each with those of the columns that it names. */
const MOST_EXPRESSIONS = 5_000;
/** What stands for a text that is longer than a cell may be; binary values are told as empty ones. */
const LONG = "x'01'";
const BINARY = "x''";
/** `hidden` of `table_xinfo`: a column that is computed when it is read. */
const COMPUTED = 2;
/** Names that a note lists. */
const LISTED = 20;
/** Where a database says how it is written and read (https://sqlite.org/fileformat.html, 1.3.3): 2 is a log beside it. */
const WRITE_VERSION_AT = 18;
const WITH_LOG = 2;

interface Listed {
  readonly schema: string;
  readonly name: string;
  readonly type: 'table' | 'view' | 'shadow' | 'virtual';
}

/**
 * Opens a SQLite database: each ordinary table is one. Views, triggers and virtual tables are left out, as they are code
 * of whoever made the file; its pages are checked before anything is read.
 */
export function openSqlite(task: ApartTask): SheetBook {
  try {
    const { database, hadLog } = opened(task);
    const listed = tablesOf(database);
    const tables = listed.filter(({ type }) => type === 'table').map(({ name }) => name);
    if (hadLog && !tables.some((name) => hasRows(database, name)))
      throw new Refusal(
        'upload_no_data',
        'The database has no rows: its changes are still in its write-ahead log (-wal). Close the program that uses it, or run "PRAGMA wal_checkpoint(TRUNCATE)", and upload it again.',
      );
    if (tables.length === 0)
      throw new Refusal('upload_no_data', 'No data to import: the database has no tables.');
    const asItIs = tables.length === 1 && task.spillFormats?.includes('delimited') === true;
    return {
      sheets: tables.map((name, at) => sheetOf(database, name, at, task, asItIs)),
      notes: [...logNote(task, hadLog), ...leftOut(task, database, listed)],
      sheetsAre: 'tables',
      namesTables: true,
      unites: false,
      close: () => database.close(),
    };
  } catch (error) {
    throw asRefusal(error);
  }
}

const hasRows = (database: Database.Database, table: string) =>
  database.prepare(`SELECT 1 FROM ${identifier(table)} LIMIT 1`).get() !== undefined;

const logNote = ({ filename }: ApartTask, hadLog: boolean): ParseNote[] =>
  hadLog
    ? [
        {
          sheet_name: filename,
          note: 'The database uses a write-ahead log (-wal), and changes in that log aren\'t in the upload. Close the program that uses it, or run "PRAGMA wal_checkpoint(TRUNCATE)", and upload it again to be sure',
        },
      ]
    : [];

function opened(task: ApartTask): { database: Database.Database; hadLog: boolean } {
  const { file, hadLog } = withoutLog(task);
  const database = new Database(file, { readonly: true, fileMustExist: true });
  for (const setting of [
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'mmap_size = 0',
    'query_only = ON',
    'temp_store = MEMORY',
  ])
    database.pragma(setting);
  database.defaultSafeIntegers(true);
  const found = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw damaged(String(found));
  return { database, hadLog };
}

/** A database with a log cannot be read alone where nothing may be written: a copy that says it has none can. */
function withoutLog({ path: file, spillFolder }: ApartTask): { file: string; hadLog: boolean } {
  const versions = Buffer.alloc(2);
  const source = openSync(file, 'r');
  try {
    readSync(source, versions, 0, 2, WRITE_VERSION_AT);
  } finally {
    closeSync(source);
  }
  if (versions[0] !== WITH_LOG && versions[1] !== WITH_LOG) return { file, hadLog: false };
  const copy = path.join(spillFolder, 'without-log');
  copyFileSync(file, copy);
  const target = openSync(copy, 'r+');
  try {
    writeSync(target, Buffer.of(1, 1), 0, 2, WRITE_VERSION_AT);
  } finally {
    closeSync(target);
  }
  return { file: copy, hadLog: true };
}

function tablesOf(database: Database.Database): Listed[] {
  const all = database.pragma('table_list') as Listed[];
  return all
    .filter(({ schema, name }) => schema === 'main' && !/^sqlite_/i.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function leftOut(
  { filename }: ApartTask,
  database: Database.Database,
  listed: readonly Listed[],
): ParseNote[] {
  const names = (type: Listed['type'], what: string) => {
    const found = listed.filter((one) => one.type === type).map(({ name }) => `"${excerpt(name)}"`);
    const more = found.length > LISTED ? ` and ${found.length - LISTED} more` : '';
    return found.length === 0 ? [] : [`${what} ${found.slice(0, LISTED).join(', ')}${more}`];
  };
  const triggers = Number(
    database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'").pluck().get(),
  );
  const all = [
    ...names('view', 'views'),
    ...names('virtual', 'virtual tables'),
    ...(triggers > 0 ? [`${triggers} triggers`] : []),
  ];
  return all.length === 0
    ? []
    : [
        {
          sheet_name: filename,
          note: `Only regular tables are imported; left out: ${all.join('; ')}`,
        },
      ];
}

function sheetOf(
  database: Database.Database,
  name: string,
  at: number,
  task: ApartTask,
  asItIs: boolean,
): OpenSheet {
  return {
    name,
    hidden: false,
    hasCells: true,
    open: async () => {
      try {
        const table = new ConvertedTable(
          path.join(task.spillFolder, `records-${at + 1}.csv`),
          { name, from: task.path },
          task.limits,
        );
        try {
          const blobs = copyRows(database, name, table, task.limits.maxCellBytes);
          await table.end();
          return openConverted(table.path, name, task.limits, {
            asItIs,
            namesColumns: true,
            notes: blobs === 0 ? [] : [{ note: `${blobs} binary values imported as empty` }],
          });
        } finally {
          table.close();
        }
      } catch (error) {
        throw asRefusal(error);
      }
    },
    close: () => {},
  };
}

interface ColumnInfo {
  readonly name: string;
  readonly hidden: bigint;
}

/** Writes the rows of a table; gives how many values of it are binary. */
function copyRows(
  database: Database.Database,
  name: string,
  table: ConvertedTable,
  maxCellBytes: number,
): number {
  const columns = database.pragma(`table_xinfo(${identifier(name)})`) as ColumnInfo[];
  const computed = columns.filter(({ hidden }) => Number(hidden) === COMPUTED);
  refuseTangled(database, name, computed);
  for (const column of columns) table.column(column.name || 'column');
  const values = columns.map((column) => bounded(identifier(column.name), maxCellBytes));
  const statement = database.prepare(`SELECT ${values.join()} FROM ${identifier(name)}`).raw();
  const began = process.cpuUsage();
  let blobs = 0;
  for (const row of statement.iterate() as IterableIterator<unknown[]>) {
    table.add(
      row.map((value, at) => {
        if (value === null || value === '') return null;
        if (!Buffer.isBuffer(value)) return String(value);
        if (value.length > 0) throw longCell(columns[at]?.name ?? '', maxCellBytes);
        blobs++;
        return null;
      }),
    );
    if (computed.length > 0 && tookLong(began, table.rows)) throw slowColumns(name);
  }
  return blobs;
}

function refuseTangled(
  database: Database.Database,
  table: string,
  computed: readonly ColumnInfo[],
): void {
  if (computed.length < 2) return;
  const names = new Set(computed.map(({ name }) => name.toLowerCase()));
  const sql = database
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .pluck()
    .get(table);
  if (expandedColumns(String(sql), names) > MOST_EXPRESSIONS) throw slowColumns(table);
}

/** The value of a column where it is one that a cell can have; neither the bytes of another nor its length are read. */
const bounded = (column: string, maxBytes: number) =>
  `CASE typeof(${column}) WHEN 'blob' THEN ${BINARY} WHEN 'text' THEN iif(octet_length(${column}) > ${maxBytes}, ${LONG}, ${column}) ELSE ${column} END`;

function tookLong(began: NodeJS.CpuUsage, rows: number): boolean {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 > COMPUTING_MS + COMPUTING_MS_A_ROW * rows;
}

const longCell = (column: string, maxBytes: number) =>
  new Refusal(
    'upload_too_complex',
    `A value in the column "${excerpt(column)}" is longer than ${maxBytes} bytes. Shorten it, or leave the column out.`,
  );

const slowColumns = (table: string) =>
  new Refusal(
    'upload_too_complex',
    `The computed columns of "${excerpt(table)}" take too long. Export the table as CSV.`,
  );

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

const damaged = (why: string) =>
  new Refusal(
    'upload_unreadable',
    `The database is damaged or cut off (${excerpt(why)}). Run "PRAGMA integrity_check" on it, or export its tables as CSV.`,
  );

function asRefusal(error: unknown): unknown {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (error instanceof Refusal || typeof code !== 'string' || !code.startsWith('SQLITE_'))
    return error;
  // The disk is none of the file's fault.
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_FULL') return error;
  if (code === 'SQLITE_NOMEM' || code === 'SQLITE_TOOBIG')
    return new Refusal(
      'upload_too_complex',
      'Reading the database needs more memory than is allowed. Export its tables as CSV.',
    );
  return damaged(message);
}
