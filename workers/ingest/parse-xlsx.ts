import path from 'node:path';
import { buildTables, spillPaths } from '#workers/ingest/build-tables.ts';
import { checkMapping, mappedName, mappingOf } from '#workers/ingest/mapping.ts';
import { identifier, TakenNames } from '#workers/ingest/names.ts';
import { type OpenSheet, type OpenWorkbook, openWorkbook } from '#workers/ingest/open-workbook.ts';
import { tellProgressTo } from '#workers/ingest/progress.ts';
import { Refusal, refusalAsResult } from '#workers/ingest/refusal.ts';
import { withUnions } from '#workers/ingest/unite-tables.ts';
import { containerOf, encrypted } from '#workers/ingest/xlsx/zip.ts';
import type { ParsedTable, ParseNote, ParseResult, ParseTask } from '#workers/protocol.ts';

/** Parses a workbook: each visible sheet with rows becomes a spilled table. */
export function parseXlsx(task: ParseTask): Promise<ParseResult> {
  tellProgressTo(task.progress);
  return refusalAsResult(async () => {
    refuseOtherFormats(task.path);
    const workbook = await openWorkbook(task);
    try {
      return await readTables(task, workbook);
    } finally {
      workbook.close();
    }
  });
}

function refuseOtherFormats(file: string): void {
  switch (containerOf(file)) {
    case 'zip':
      return;
    case 'encrypted':
      throw encrypted('workbook');
    case 'compound':
      throw new Refusal(
        'upload_unreadable',
        'This is a workbook of the old format (.xls). Open it and save it as .xlsx.',
      );
    case 'other':
      throw new Refusal(
        'upload_unreadable',
        'This is not an Excel workbook. If it is text under the name of a workbook, upload it as .csv; else save it again as .xlsx.',
      );
  }
}

async function readTables(task: ParseTask, workbook: OpenWorkbook): Promise<ParseResult> {
  const kept = checkMapping(
    task.mapping,
    workbook.sheets.map(({ name }) => name),
  );
  const notes = [...kept, ...workbookNotes(task, workbook)];
  const sheets = sheetsToRead(task, workbook, notes);
  const { tables, taken, nextSpill } = readSheets(task, sheets, notes);
  if (tables.length === 0)
    throw new Refusal(
      'upload_no_data',
      'No ingestable data found: every sheet was empty or skipped.',
    );
  const apart = sheets.filter(({ name }) => mappingOf(task.mapping, name)?.union === false);
  const united = await withUnions({
    ...task,
    ...{ tables, stem: stemOf(task), taken, nextSpill },
    apart: new Set(apart.map(({ name }) => name)),
    wanted: identifier(stemOf(task)) || 'all_sheets',
  });
  return { kind: 'parsed', tables: united.tables, notes: [...notes, ...united.notes] };
}

const stemOf = ({ filename }: ParseTask) => path.basename(filename, path.extname(filename));

function workbookNotes(
  { filename }: ParseTask,
  { emptyFormulas, unrecognised }: OpenWorkbook,
): ParseNote[] {
  const notes: ParseNote[] = [];
  if (emptyFormulas > 0)
    notes.push({
      sheet_name: filename,
      note: `${emptyFormulas} formulas have no stored result and read as no value; open the workbook in a spreadsheet program, save it and upload it again to have them`,
    });
  if (unrecognised !== null)
    notes.push({
      sheet_name: filename,
      note: `The workbook is written in an unusual way (${unrecognised}); it was read by the general reader, which does not tell of formulas without a stored result`,
    });
  return notes;
}

/** The sheets that become tables, if they have rows: not skipped, and visible or named by the mapping. */
function sheetsToRead(task: ParseTask, workbook: OpenWorkbook, notes: ParseNote[]): OpenSheet[] {
  const sheets = workbook.sheets.filter(({ name, hidden }) => {
    const mapping = mappingOf(task.mapping, name);
    if (mapping?.skip) {
      notes.push({ sheet_name: name, note: 'Left out as the mapping asks', setting: 'skip' });
      return false;
    }
    if (hidden && !mapping) {
      notes.push({
        sheet_name: name,
        note: 'Left out: the sheet is hidden. Name it in the mapping to have it',
        setting: 'skip',
      });
      return false;
    }
    return true;
  });
  if (sheets.length > task.limits.maxTables)
    throw new Refusal(
      'upload_too_complex',
      `The workbook has ${sheets.length} sheets; at most ${task.limits.maxTables} can be read. Skip some with the mapping, or split the workbook.`,
    );
  return sheets;
}

function readSheets(
  task: ParseTask,
  sheets: readonly OpenSheet[],
  notes: ParseNote[],
): {
  readonly tables: ParsedTable[];
  readonly taken: TakenNames;
  readonly nextSpill: () => string;
} {
  const tables: ParsedTable[] = [];
  const stem = stemOf(task);
  const filled = sheets.filter(({ hasCells }) => hasCells);
  const taken = new TakenNames();
  const nextSpill = spillPaths(task.spillFolder);
  for (const sheet of sheets) {
    const mapping = mappingOf(task.mapping, sheet.name) ?? {};
    const wanted = mappedName(mapping, filled.length > 1 ? sheet.name : stem);
    const tableName = mapping.table_name ? claim(wanted, taken) : taken.takeUnique(wanted);
    const built = buildTables({
      source: sheet.open(),
      ...{ tableName, taken, stem, nextSpill, mapping },
      mappingOf: (number) => mappingOf(task.mapping, `${sheet.name}#${number}`),
      limits: task.limits,
    });
    notes.push(...built.notes);
    if (built.tables.length === 0) taken.free(tableName);
    tables.push(...built.tables);
    sheet.close();
  }
  return { tables, taken, nextSpill };
}

function claim(name: string, taken: TakenNames): string {
  if (!taken.take(name))
    throw new Refusal(
      'upload_bad_mapping',
      `mapping: two sheets would have the table name "${name}".`,
    );
  return name;
}
