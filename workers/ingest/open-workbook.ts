import { openBlocks } from '#workers/ingest/block-source.ts';
import { CellStore } from '#workers/ingest/cell-store.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { toldBytes } from '#workers/ingest/progress.ts';
import type { OpenSheet, SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { tooManyRows } from '#workers/ingest/survey-rows.ts';
import { SheetDamaged, SheetScanner } from '#workers/ingest/xlsx/sheet-scanner.ts';
import {
  readWorkbook,
  type SheetPart,
  type Workbook,
} from '#workers/ingest/xlsx/workbook-parts.ts';
import { openZip, type Zip } from '#workers/ingest/xlsx/zip.ts';
import type { ParseNote, ParseTask } from '#workers/protocol.ts';

/** Room in memory for the cells of a workbook (bytes); the rest is kept in a file. */
const CELLS_IN_MEMORY = 192 * 1024 * 1024;
/** Rows above the first row of a table at the most: titles and headers. */
export const HEAD_ROWS = 100;
/** Fewer cells are written as CSV, which tables made of several sheets are made of. */
const PARQUET_FROM_CELLS = 200_000;

/**
 * Opens an `.xlsx` or `.xlsm`: the archive is checked by its directory, then its sheets are scanned as they are
 * unpacked. Fails with `Unrecognised` where it is written in a way that the scanner does not know.
 */
export async function openWorkbook(task: ParseTask): Promise<SheetBook> {
  const zip = await openZip(task.path, task.limits, 'workbook');
  try {
    const workbook = await readWorkbook(zip, task.limits.maxCellBytes);
    return await scanSheets(task, zip, workbook);
  } finally {
    zip.close();
  }
}

async function scanSheets(task: ParseTask, zip: Zip, workbook: Workbook): Promise<SheetBook> {
  const store = new CellStore(task.spillFolder, CELLS_IN_MEMORY);
  try {
    const sheets: OpenSheet[] = [];
    let emptyFormulas = 0;
    let bytes = 0;
    for (const sheet of workbook.sheets) {
      const cells = store.newSheet();
      const scanner = new SheetScanner(
        {
          sharedTexts: workbook.sharedTexts.length,
          formats: workbook.formats,
          date1904: workbook.date1904,
          maxCellBytes: task.limits.maxCellBytes,
          maxRows: task.limits.maxRows + HEAD_ROWS,
          onTooManyRows: () => {
            throw tooManyRows({ sheetName: sheet.name }, task.limits);
          },
        },
        (block) => cells.add(block),
      );
      if (sheet.part !== null) {
        await scan(zip, sheet, scanner);
        bytes += zip.packedBytes(sheet.part);
        toldBytes(bytes);
      }
      for (const count of scanner.emptyFormulas.values()) emptyFormulas += count;
      sheets.push({
        name: sheet.name,
        hidden: sheet.hidden,
        hasCells: cells.rows > 0,
        open: () =>
          openBlocks({
            name: sheet.name,
            cells,
            sharedTexts: workbook.sharedTexts,
            merges: scanner.merges,
            textColumns: scanner.textColumns,
            emptyFormulas: scanner.emptyFormulas,
            parquet: takesParquet(task) && cells.cells >= PARQUET_FROM_CELLS,
          }),
        close: () => cells.drop(),
      });
    }
    return {
      sheets,
      notes: emptyFormulas > 0 ? [emptyFormulasNote(task, emptyFormulas)] : [],
      ...WORKBOOK,
      close: () => store.close(),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** How the sheets of a workbook become tables. */
export const WORKBOOK = { sheetsAre: 'sheets', namesTables: false, unites: true } as const;

const emptyFormulasNote = ({ filename }: ParseTask, count: number): ParseNote => ({
  sheet_name: filename,
  note: `${count} formulas have no stored result and are imported as empty. To include them, open and save the workbook in a spreadsheet program and upload it again`,
});

const takesParquet = ({ spillFormats }: ParseTask) => spillFormats?.includes('parquet') === true;

async function scan(zip: Zip, { name, part }: SheetPart, scanner: SheetScanner): Promise<void> {
  try {
    if (!part) throw new SheetDamaged();
    for await (const chunk of zip.unpacked(part)) scanner.push(chunk);
    scanner.end();
  } catch (error) {
    if (error instanceof SheetDamaged) throw sheetDamaged(name);
    throw error;
  }
}

export const sheetDamaged = (name: string) =>
  new Refusal(
    'upload_unreadable',
    `The sheet "${excerpt(name)}" of the workbook is damaged. Save the workbook again as .xlsx and upload that.`,
  );
