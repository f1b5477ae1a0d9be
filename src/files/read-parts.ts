import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#src/errors.ts';
import { joined, mappingLike, mappingToFit, requireSameTables } from '#src/files/append-shape.ts';
import { KEPT, KEPT_IN_VAIN } from '#workers/ingest/mapping.ts';
import type {
  FilePart,
  MergeResult,
  MergeTask,
  ParsedTable,
  ParseNote,
  ParseResult,
  ParseTask,
} from '#workers/protocol.ts';

type Parsed = Extract<ParseResult, { kind: 'parsed' }>;

export interface ReadingParts {
  /** Parses a file that is no list of parts. */
  readonly parse: (task: ParseTask, signal: AbortSignal) => Promise<Parsed>;
  readonly merge: (task: MergeTask, signal: AbortSignal) => Promise<MergeResult>;
}

/** A table of several parts, and where the rows of each of them lie. */
interface Growing {
  readonly table: ParsedTable;
  readonly pieces: readonly MergeTask['pieces'][number][];
}

/**
 * Parses a file that was appended to: each of its parts like a file of its own, and then the rows of all as one table
 * each. Types that do not fit are widened or refused (`upload_does_not_fit`); the same parts always give the same tables.
 */
export async function readParts(
  reading: ReadingParts,
  task: ParseTask & { readonly parts: readonly FilePart[] },
  signal: AbortSignal,
): Promise<Parsed> {
  const notes: ParseNote[] = [];
  let tables: Growing[] = [];
  let from = 0;
  let rows = 0;
  for (const [number, part] of task.parts.entries()) {
    const file = path.join(task.spillFolder, `part-${number}`);
    await pipeline(
      createReadStream(task.path, { start: from, end: from + part.byteSize - 1 }),
      createWriteStream(file, { flags: 'wx' }),
      { signal },
    );
    from += part.byteSize;
    const stand = tables.map(({ table }) => table);
    const parsed = await parsePart(reading, task, { number, file, stand }, signal);
    await rm(file);
    const isLast = number === task.parts.length - 1;
    // Of the parts before, all was told when they came; what was decided then holds.
    if (number === 0 || isLast) notes.push(...parsed.notes.flatMap(inPart(part, number)));
    if (number === 0) {
      tables = parsed.tables.map((table) => ({ table, pieces: [table] }));
      continue;
    }
    requireSameTables(stand, parsed.tables, part.filename);
    tables = tables.map((growing) => {
      const name = growing.table.tableName.toLowerCase();
      const added = parsed.tables.find((one) => one.tableName.toLowerCase() === name);
      if (!added) return growing;
      const table = joined(growing.table, { filename: part.filename, table: added }, notes);
      if (table.rowCount > task.limits.maxRows)
        throw new AppError(
          'upload_too_complex',
          `Table "${table.tableName}" would have ${table.rowCount} rows, but only ${task.limits.maxRows} are allowed. Split the file.`,
        );
      return { table, pieces: [...growing.pieces, renamed(added, table)] };
    });
    if (isLast)
      rows = parsed.tables.reduce((sum, one) => sum + (one.derived ? 0 : one.rowCount), 0);
  }
  const last = task.parts.at(-1)?.filename ?? task.filename;
  let repeatedRows = 0;
  const merged: ParsedTable[] = [];
  for (const [at, { table, pieces }] of tables.entries()) {
    const file = path.join(task.spillFolder, `merged-${at}.csv`);
    const key = table.derived ? [] : (task.keys?.[table.tableName.toLowerCase()] ?? []);
    const found = await reading.merge({ path: file, columns: table.columns, pieces, key }, signal);
    if (found.rows !== table.rowCount)
      throw new Error(`table "${table.tableName}" has ${found.rows} rows, not ${table.rowCount}`);
    merged.push({ ...table, path: file });
    if (pieces.length === 1 || table.derived) continue;
    repeatedRows += found.repeatedRows;
    notes.unshift(...repeatNotes(table, found, key, last));
  }
  return { kind: 'parsed', tables: merged, notes, appended: { rows, repeatedRows } };
}

/** A note of a part: rows are counted as in its own file. */
const inPart =
  ({ filename }: FilePart, number: number) =>
  (note: ParseNote): ParseNote[] => {
    if (number === 0) return [note];
    // It is read as what stands was read.
    const isOfMapping = note.note === KEPT || note.note === KEPT_IN_VAIN;
    return isOfMapping ? [] : [{ ...note, note: `"${filename}": ${note.note}` }];
  };

/** The spill under the names of the table that its rows go to. */
const renamed = (added: ParsedTable, { columns }: ParsedTable): ParsedTable => ({
  ...added,
  columns: added.columns.map((column) => ({
    ...column,
    name:
      columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())?.name ??
      column.name,
  })),
});

async function parsePart(
  { parse }: ReadingParts,
  { parts: _, keys: __, ...task }: ParseTask,
  part: { readonly number: number; readonly file: string; readonly stand: readonly ParsedTable[] },
  signal: AbortSignal,
): Promise<Parsed> {
  const read = async (name: string, mapping: ParseTask['mapping']) => {
    const spillFolder = path.join(task.spillFolder, name);
    await mkdir(spillFolder);
    return parse({ ...task, path: part.file, spillFolder, spillFormats: [], mapping }, signal);
  };
  const own = `tables-${part.number}`;
  if (part.number === 0) return read(own, task.mapping);
  const mapping = mappingLike(part.stand, task.mapping);
  const found = await read(own, mapping);
  const fitting = mappingToFit(part.stand, found.tables, mapping);
  if (!fitting) return found;
  const again = await read(`${own}-again`, fitting);
  // What only had no values was no mistake of one cell in many.
  return { ...again, tables: again.tables.map((table) => withoutLost(table, found.tables)) };
}

/**
 * A table that was read with other types than its cells show: as it was found where cells are none of these types, so that
 * it is refused rather than read with gaps.
 */
function withoutLost(table: ParsedTable, found: readonly ParsedTable[]): ParsedTable {
  const before = found.find(({ tableName }) => tableName === table.tableName);
  if (!before) return table;
  const isNew = ({ name, asWrittenOf }: ParsedTable['columnDetails'][number]) =>
    asWrittenOf !== null && !before.columns.some((column) => column.name === name);
  return table.columnDetails.some(isNew) ? before : table;
}

function repeatNotes(
  { tableName, sheetName }: ParsedTable,
  { repeatedRows, repeatedKeys }: MergeResult,
  key: readonly string[],
  filename: string,
): ParseNote[] {
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`;
  const notes: ParseNote[] = [];
  if (repeatedRows > 0)
    notes.push({
      sheet_name: sheetName,
      note: `${rows(repeatedRows)} of "${filename}" ${repeatedRows === 1 ? 'is' : 'are'} already in the table ${tableName} with identical values; they were added anyway, so sums count them twice`,
    });
  if (repeatedKeys > 0)
    notes.push({
      sheet_name: sheetName,
      column: key[0]!,
      note: `${rows(repeatedKeys)} of "${filename}" ${repeatedKeys === 1 ? 'has' : 'have'} a ${key.join(' and ')} that already exists in the table ${tableName} with other values; ${key.join(' and ')} no longer identifies a row`,
    });
  return notes;
}
