import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CFB, read, type WorkBook, type WorkSheet } from 'xlsx';
import { buildTable } from '#workers/ingest/build-table.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { checkMapping, mappedName, mappingOf } from '#workers/ingest/mapping.ts';
import { TakenNames } from '#workers/ingest/names.ts';
import { tellProgressTo, toldBytes } from '#workers/ingest/progress.ts';
import { Refusal, refusalAsResult } from '#workers/ingest/refusal.ts';
import { openSheet } from '#workers/ingest/sheet-source.ts';
import { withWideCharacters } from '#workers/ingest/xml-characters.ts';
import { checkWorkbook } from '#workers/ingest/zip-check.ts';
import type { ParsedTable, ParseNote, ParseResult, ParseTask } from '#workers/protocol.ts';

/** Parses a workbook: each visible sheet with rows becomes a spilled table. */
export function parseXlsx(task: ParseTask): Promise<ParseResult> {
  tellProgressTo(task.progress);
  return refusalAsResult(async () => {
    const { emptyFormulas, wideReferences } = await checkWorkbook(task.path, task.limits);
    const workbook = readWorkbook(task, wideReferences > 0);
    checkMapping(task.mapping, workbook.SheetNames);
    const notes: ParseNote[] = [];
    if (emptyFormulas > 0)
      notes.push({
        sheet_name: task.filename,
        note: `${emptyFormulas} formulas have no stored result and read as no value; open the workbook in a spreadsheet program, save it and upload it again to have them`,
      });
    const names = sheetsToRead(task, workbook, notes);
    const tables = buildTables(task, workbook, names, notes);
    if (tables.length === 0)
      throw new Refusal(
        'upload_no_data',
        'No ingestable data found: every sheet was empty or skipped.',
      );
    return { kind: 'parsed', tables, notes };
  });
}

function readWorkbook(task: ParseTask, hasWideReferences: boolean): WorkBook {
  try {
    const bytes = readFileSync(task.path);
    toldBytes(bytes.length);
    return read(hasWideReferences ? wideCharactersWritten(bytes) : bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      // One more than allowed, so that a longer sheet is refused and not cut; and room for title and header rows.
      sheetRows: task.limits.maxRows + 100,
    });
  } catch (error) {
    throw new Refusal(
      'upload_unreadable',
      `The workbook cannot be read (${error instanceof Error ? error.message : String(error)}). Save it again as .xlsx and upload that.`,
    );
  }
}

/** The workbook with characters such as emoji written as themselves: of their numbers SheetJS keeps 16 bits. */
function wideCharactersWritten(bytes: Buffer): Buffer {
  const zip = CFB.read(bytes, { type: 'buffer' });
  for (const [at, entry] of zip.FileIndex.entries()) {
    if (!/\.xml$/i.test(zip.FullPaths[at] ?? '')) continue;
    const written = Buffer.from(withWideCharacters(Buffer.from(entry.content).toString()));
    entry.content = written;
    entry.size = written.length;
  }
  return Buffer.from(CFB.write(zip, { fileType: 'zip', type: 'buffer' } as never) as Uint8Array);
}

/** The sheets that become tables, if they have rows: not skipped, and visible or named by the mapping. */
function sheetsToRead(task: ParseTask, workbook: WorkBook, notes: ParseNote[]): string[] {
  const names = workbook.SheetNames.filter((name, at) => {
    const mapping = mappingOf(task.mapping, name);
    if (mapping?.skip) {
      notes.push({ sheet_name: name, note: 'Left out as the mapping asks' });
      return false;
    }
    const hidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
    if (hidden && !mapping) {
      notes.push({
        sheet_name: name,
        note: 'Left out: the sheet is hidden. Name it in the mapping to have it',
      });
      return false;
    }
    return true;
  });
  if (names.length > task.limits.maxTables)
    throw new Refusal(
      'upload_too_complex',
      `The workbook has ${names.length} sheets; at most ${task.limits.maxTables} can be read. Skip some with the mapping, or split the workbook.`,
    );
  return names;
}

function buildTables(
  task: ParseTask,
  workbook: WorkBook,
  names: readonly string[],
  notes: ParseNote[],
): ParsedTable[] {
  const tables: ParsedTable[] = [];
  const stem = path.basename(task.filename, path.extname(task.filename));
  const filled = names.filter((name) => hasCells(workbook, name));
  const taken = new TakenNames();
  for (const name of names) {
    const sheet = sheetOf(workbook, name);
    const mapping = mappingOf(task.mapping, name) ?? {};
    const wanted = mappedName(mapping, filled.length > 1 ? name : stem);
    const tableName = mapping.table_name ? claim(wanted, taken) : taken.takeUnique(wanted);
    const built = buildTable({
      source: openSheet(sheet, name, workbook.Workbook?.WBProps?.date1904 === true),
      tableName,
      spillPath: path.join(task.spillFolder, `table-${tables.length + 1}.csv`),
      mapping,
      limits: task.limits,
    });
    notes.push(...built.notes);
    if (built.table) tables.push(built.table);
    else taken.free(tableName);
    // The cells of a sheet are not needed again; a large workbook has more than fits beside them.
    delete workbook.Sheets[name];
  }
  return tables;
}

/** SheetJS leaves out a sheet that it cannot read, or whose part is not there: its rows would be missing silently. */
function sheetOf(workbook: WorkBook, name: string): WorkSheet {
  const sheet = readSheet(workbook, name);
  if (sheet) return sheet;
  throw new Refusal(
    'upload_unreadable',
    `The sheet "${excerpt(name)}" of the workbook is damaged. Save the workbook again as .xlsx and upload that.`,
  );
}

const hasCells = (workbook: WorkBook, name: string) =>
  ((readSheet(workbook, name)?.['!data'] ?? []) as unknown[]).length > 0;

/** What SheetJS keeps under the name of a sheet; it sets `__proto__` like any other, which makes it the prototype. */
function readSheet({ Sheets }: WorkBook, name: string): WorkSheet | undefined {
  if (Object.hasOwn(Sheets, name)) return Sheets[name];
  const prototype = Object.getPrototypeOf(Sheets) as WorkSheet | null;
  return name === '__proto__' && prototype !== Object.prototype
    ? (prototype ?? undefined)
    : undefined;
}

function claim(name: string, taken: TakenNames): string {
  if (!taken.take(name))
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: two sheets would have the table name "${name}".`,
    );
  return name;
}
