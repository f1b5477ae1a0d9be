import { buildTables, spillPaths } from '#workers/ingest/build-tables.ts';
import { checkMapping, mappedName, mappingOf } from '#workers/ingest/mapping.ts';
import { identifier, stemOf, TakenNames } from '#workers/ingest/names.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { withUnions } from '#workers/ingest/unite-tables.ts';
import type { ParsedTable, ParseNote, ParseResult, ParseTask } from '#workers/protocol.ts';

/** A file that holds several tables: the sheets of a workbook, the files of an archive, the tables of a database. */
export interface SheetBook {
  readonly sheets: readonly OpenSheet[];
  /** What was seen of the file as a whole. */
  readonly notes: readonly ParseNote[];
  /** How its sender calls several of them. */
  readonly sheetsAre: 'sheets' | 'files' | 'tables';
  /** Whether a table is called after its sheet even where there is one alone; else it is called after the file. */
  readonly namesTables: boolean;
  /** Whether those of one shape may be united: tables of a database are apart because somebody meant them to be. */
  readonly unites: boolean;
  close(): void;
}

export interface OpenSheet {
  /** What the mapping calls it. */
  readonly name: string;
  /** What its table is called after, where that is not its name. */
  readonly tableName?: string;
  readonly hidden: boolean;
  readonly hasCells: boolean;
  /** Its rows, to be read once: nothing of them is kept behind `close`. */
  open(): RowSource | Promise<RowSource>;
  close(): void;
}

/** Parses the sheets of a file: each visible one with rows becomes a spilled table. */
export async function readSheets(task: ParseTask, book: SheetBook): Promise<ParseResult> {
  const kept = checkMapping(
    task.mapping,
    book.sheets.map(({ name }) => name),
  );
  const notes = [...kept, ...book.notes];
  const sheets = sheetsToRead(task, book, notes);
  const { tables, taken, nextSpill } = await tablesOf(task, book, sheets, notes);
  if (tables.length === 0)
    throw new Refusal('upload_no_data', 'No data to import: every sheet was empty or skipped.');
  const apart = sheets.filter(
    ({ name }) => !book.unites || mappingOf(task.mapping, name)?.union === false,
  );
  const united = await withUnions({
    ...task,
    ...{ tables, stem: stemOf(task.filename), taken, nextSpill },
    apart: new Set(apart.map(({ name }) => name)),
    areFiles: book.sheetsAre === 'files',
    wanted: identifier(stemOf(task.filename)) || 'all_sheets',
  });
  return { kind: 'parsed', tables: united.tables, notes: [...notes, ...united.notes] };
}

/** The sheets that become tables, if they have rows: not skipped, and visible or named by the mapping. */
function sheetsToRead(task: ParseTask, book: SheetBook, notes: ParseNote[]): OpenSheet[] {
  const sheets = book.sheets.filter(({ name, hidden }) => {
    const mapping = mappingOf(task.mapping, name);
    if (mapping?.skip) {
      notes.push({ sheet_name: name, note: 'Left out, as set in the mapping', setting: 'skip' });
      return false;
    }
    if (hidden && !mapping) {
      notes.push({
        sheet_name: name,
        note: 'Left out, because the sheet is hidden. Name it in the mapping to import it',
        setting: 'skip',
      });
      return false;
    }
    return true;
  });
  if (sheets.length > task.limits.maxTables)
    throw new Refusal(
      'upload_too_complex',
      `The file has ${sheets.length} ${book.sheetsAre}; at most ${task.limits.maxTables} can be read. Skip some with the mapping, or split the file.`,
    );
  return sheets;
}

async function tablesOf(
  task: ParseTask,
  book: SheetBook,
  sheets: readonly OpenSheet[],
  notes: ParseNote[],
): Promise<{
  readonly tables: ParsedTable[];
  readonly taken: TakenNames;
  readonly nextSpill: () => string;
}> {
  const tables: ParsedTable[] = [];
  const stem = stemOf(task.filename);
  const filled = sheets.filter(({ hasCells }) => hasCells);
  const taken = new TakenNames();
  const nextSpill = spillPaths(task.spillFolder);
  for (const sheet of sheets) {
    const mapping = mappingOf(task.mapping, sheet.name) ?? {};
    const wanted = mappedName(
      mapping,
      filled.length > 1 || book.namesTables ? (sheet.tableName ?? sheet.name) : stem,
    );
    const tableName = mapping.table_name ? claim(wanted, taken) : taken.takeUnique(wanted);
    const built = buildTables({
      source: await sheet.open(),
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
