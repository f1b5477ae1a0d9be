import { statSync } from 'node:fs';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { identifier, literal } from '#workers/engine/names.ts';
import { rowsOf } from '#workers/engine/rows.ts';
import { openConverted } from '#workers/ingest/csv-source.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { damaged, parquetParts } from '#workers/ingest/parquet-footer.ts';
import { toldBytes } from '#workers/ingest/progress.ts';
import type { SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { tooManyRows } from '#workers/ingest/survey-rows.ts';
import { mostConverted } from '#workers/ingest/xlsx/zip.ts';
import type { ApartTask } from '#workers/protocol.ts';

/** Share of the memory of the process that DuckDB may take. */
const DUCKDB_SHARE = 0.25;
/** Time between two looks at what was written (milliseconds). */
const LOOK_EVERY_MS = 25;
/** Elements of the schema that a column may have: it, and what is in its objects and lists. */
const ELEMENTS_A_COLUMN = 5;
/** Writers make one for some thousand rows or more. */
const MOST_ROW_GROUPS = 5_000;
/** Columns that a note lists. */
const LISTED = 20;
/** Lists and maps within each other: DuckDB takes twice as long to write them with each level (22 of them: 3.6 s a row). */
const MOST_LISTS = 12;
/** What the statement says of a cell that is longer than allowed. */
const LONG_CELL = /\[plumbline: a long cell in (".*")\]/s;

interface ParquetColumn {
  readonly name: string;
  readonly type: string;
}

/** Opens a Parquet file: DuckDB writes its rows as a CSV, which is read like any other table. */
export async function openParquet(task: ApartTask): Promise<SheetBook> {
  const { filename, limits, spillFormats } = task;
  const target = path.join(task.spillFolder, 'records-1.csv');
  const notes = await converted(task, target);
  toldBytes(statSync(task.path).size);
  return {
    sheets: [
      {
        name: filename,
        hidden: false,
        hasCells: true,
        open: () =>
          openConverted(target, filename, limits, {
            asItIs: spillFormats?.includes('delimited') === true,
            namesColumns: true,
            notes,
          }),
        close: () => {},
      },
    ],
    notes: [],
    sheetsAre: 'tables',
    namesTables: false,
    unites: false,
    close: () => {},
  };
}

async function converted(task: ApartTask, target: string): Promise<ReturnType<RowSource['notes']>> {
  requireUsualParts(task);
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${Math.floor(task.limits.readerMemoryMb * DUCKDB_SHARE)}MiB`,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    for (const setting of [
      "TimeZone = 'UTC'",
      `allowed_directories = [${literal(task.spillFolder)}]`,
      `allowed_paths = [${literal(task.path)}]`,
      'enable_external_access = false',
      'lock_configuration = true',
    ])
      await connection.run(`SET ${setting}`);
    return await copy(connection, task, target);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

/** DuckDB takes about a millisecond for each column of the schema and each group of rows before there is a row. */
function requireUsualParts({ path: file, limits: { maxColumns } }: ApartTask): void {
  const { schemaElements, rowGroups } = parquetParts(file);
  if (schemaElements > maxColumns * ELEMENTS_A_COLUMN)
    throw new Refusal(
      'upload_too_complex',
      `The file has ${schemaElements} columns and nested fields, but at most ${maxColumns} can be read. Leave some out and export it again.`,
    );
  if (rowGroups > MOST_ROW_GROUPS)
    throw new Refusal(
      'upload_too_complex',
      `The file has ${rowGroups} row groups; at most ${MOST_ROW_GROUPS} can be read. Write the file again with larger row groups.`,
    );
}

async function copy(
  connection: DuckDBConnection,
  task: ApartTask,
  target: string,
): Promise<ReturnType<RowSource['notes']>> {
  const { limits } = task;
  const source = `read_parquet([${literal(task.path)}], hive_partitioning = false,
    union_by_name = false, file_row_number = false, filename = false, binary_as_string = false)`;
  const described = await rowsOf(connection, `DESCRIBE SELECT * FROM ${source}`);
  const columns = described.map(
    ([name, type]): ParquetColumn => ({ name: String(name), type: String(type) }),
  );
  if (columns.length > limits.maxColumns)
    throw new Refusal(
      'upload_too_complex',
      `The file has ${columns.length} columns, but at most ${limits.maxColumns} can be read. Leave some out and export it again.`,
    );
  const isDeep = ({ type }: ParquetColumn) => listsWithin(type) > MOST_LISTS;
  const read = columns.filter((column) => column.type !== 'BLOB' && !isDeep(column));
  if (read.length === 0)
    throw new Refusal(
      'upload_no_data',
      'No data to import: all columns are binary or nested lists. Export the file with other column types, or upload CSV.',
    );
  const [count] = await rowsOf(connection, `SELECT count(*) FROM ${source}`);
  if (Number(count?.[0]) > limits.maxRows) throw tooManyRows({ sheetName: task.filename }, limits);
  const texts = `SELECT ${read.map(asText).join(', ')} FROM ${source} LIMIT ${limits.maxRows + 1}`;
  const sql = `COPY (SELECT ${read.map((column) => bounded(column, limits.maxCellBytes)).join(', ')} FROM (${texts}))
    TO ${literal(target)} (FORMAT csv, HEADER true, FORCE_QUOTE *, NULLSTR '', DELIMITER ',', QUOTE '"', ESCAPE '"')`;
  await watched(connection, sql, target, mostConverted(task.path, limits));
  return [
    ...listed(
      columns.filter(({ type }) => type === 'BLOB'),
      'Binary columns left out',
    ),
    ...listed(
      columns.filter(isDeep),
      `Columns with lists nested more than ${MOST_LISTS} levels deep left out`,
    ),
    ...listed(read.filter(isNested), 'Lists and objects are kept as JSON text'),
  ];
}

const isNested = ({ type }: ParquetColumn) =>
  /\]$|^(?:STRUCT|MAP|UNION|VARIANT)\b/.test(type) || type === 'JSON';

/** The values of a column as texts that the typing rules read; an empty text is no value. */
function asText(column: ParquetColumn): string {
  const name = identifier(column.name);
  return `${isNested(column) ? `to_json(${name})::VARCHAR` : `${name}::VARCHAR`} AS ${name}`;
}

/** A text of so many bytes at the most: a longer one ends the reading before it is copied. */
function bounded({ name, type }: ParquetColumn, maxBytes: number): string {
  const text = identifier(name);
  if (/^(?:[A-Z]+|DECIMAL\(.*\))$/.test(type) && type !== 'VARCHAR' && type !== 'JSON') return text;
  return `CASE WHEN strlen(${text}) > ${maxBytes} THEN error(${literal(`[plumbline: a long cell in "${excerpt(name)}"]`)}) ELSE ${text} END AS ${text}`;
}

/** How many lists and maps are within each other in a type as DuckDB names it. */
function listsWithin(type: string): number {
  const open: { readonly adds: number; most: number }[] = [];
  let most = 0;
  let word = '';
  for (const [token] of type.matchAll(/"(?:[^"]|"")*"|\w+|\[\d*\]|[(),]/g)) {
    if (token === '(') {
      open.push({ adds: word === 'MAP' ? 1 : 0, most: 0 });
      most = 0;
    } else if (token === ',' || token === ')') {
      const outer = open.at(-1);
      if (!outer) continue;
      outer.most = Math.max(outer.most, most);
      most = 0;
      if (token === ')') {
        open.pop();
        most = outer.most + outer.adds;
      }
    } else if (token.startsWith('[')) most++;
    word = token;
  }
  return most;
}

/** Runs the copy and ends it where it writes more than is allowed. */
async function watched(
  connection: DuckDBConnection,
  sql: string,
  target: string,
  most: number,
): Promise<void> {
  let isTooLarge = false;
  const watch = setInterval(() => {
    if ((statSync(target, { throwIfNoEntry: false })?.size ?? 0) <= most) return;
    isTooLarge = true;
    connection.interrupt();
  }, LOOK_EVERY_MS);
  try {
    await connection.run(sql);
  } catch (error) {
    throw isTooLarge ? tooLarge() : error;
  } finally {
    clearInterval(watch);
  }
}

function listed(columns: readonly ParquetColumn[], what: string): { readonly note: string }[] {
  if (columns.length === 0) return [];
  const names = columns.slice(0, LISTED).map(({ name }) => `"${excerpt(name)}"`);
  const more = columns.length > LISTED ? ` and ${columns.length - LISTED} more` : '';
  return [{ note: `${what}: ${names.join(', ')}${more}` }];
}

const tooLarge = () =>
  new Refusal(
    'upload_too_complex',
    'The file is too large when it is unpacked. Split it, or leave out columns that no question needs.',
  );

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { message } = error;
  if (/No space left/i.test(message))
    return Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  if (/^Out of Memory/i.test(message)) return tooLarge();
  const long = LONG_CELL.exec(message);
  if (long)
    return new Refusal(
      'upload_too_complex',
      `A cell in the column ${long[1]} is too long. Leave the column out, or shorten its values.`,
    );
  return damaged();
}
