import { readFileSync } from 'node:fs';
import { CFB, read, type WorkBook, type WorkSheet } from 'xlsx';
import { openBlocks } from '#workers/ingest/block-source.ts';
import { CellStore } from '#workers/ingest/cell-store.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { toldBytes } from '#workers/ingest/progress.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { openSheet } from '#workers/ingest/sheet-source.ts';
import { tooManyRows } from '#workers/ingest/survey-rows.ts';
import { SheetDamaged, SheetScanner } from '#workers/ingest/xlsx/sheet-scanner.ts';
import {
  readWorkbook,
  type SheetPart,
  type Workbook,
} from '#workers/ingest/xlsx/workbook-parts.ts';
import { Unrecognised } from '#workers/ingest/xlsx/xml-text.ts';
import { openZip, type Zip } from '#workers/ingest/xlsx/zip.ts';
import { withWideCharacters } from '#workers/ingest/xml-characters.ts';
import type { ParseTask } from '#workers/protocol.ts';

/** A workbook whose cells were read; its sheets are opened one by one. */
export interface OpenWorkbook {
  readonly sheets: readonly OpenSheet[];
  /** Formulas without a stored result. */
  readonly emptyFormulas: number;
  /** What the reader of ours does not know, where another one had to read the workbook; else null. */
  readonly unrecognised: string | null;
  close(): void;
}

export interface OpenSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly hasCells: boolean;
  /** Its rows, to be read once: nothing of them is kept behind `close`. */
  open(): RowSource;
  close(): void;
}

/** Room in memory for the cells of a workbook (bytes); the rest is kept in a file. */
const CELLS_IN_MEMORY = 192 * 1024 * 1024;
/** Rows above the first row of a table at the most: titles and headers. */
const HEAD_ROWS = 100;
/** Fewer cells are written as CSV, which tables made of several sheets are made of. */
const PARQUET_FROM_CELLS = 200_000;
/** A workbook that unpacks to more is not given to the other reader, which needs many times its size in memory. */
const OTHER_READER_BYTES = 64 * 1024 * 1024;

/**
 * Opens an `.xlsx` or `.xlsm`: the archive is checked by its directory, then its sheets are scanned as they are
 * unpacked. What the scanner does not know is left to SheetJS where the workbook is small.
 */
export async function openWorkbook(task: ParseTask): Promise<OpenWorkbook> {
  const zip = await openZip(task.path, task.limits, 'workbook');
  try {
    const workbook = await readWorkbook(zip, task.limits.maxCellBytes);
    return await scanSheets(task, zip, workbook);
  } catch (error) {
    if (!(error instanceof Unrecognised)) throw error;
    return await otherReader(task, zip, error.message);
  } finally {
    zip.close();
  }
}

async function scanSheets(task: ParseTask, zip: Zip, workbook: Workbook): Promise<OpenWorkbook> {
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
      emptyFormulas += scanner.emptyFormulas;
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
            parquet: takesParquet(task) && cells.cells >= PARQUET_FROM_CELLS,
          }),
        close: () => cells.drop(),
      });
    }
    return { sheets, emptyFormulas, unrecognised: null, close: () => store.close() };
  } catch (error) {
    store.close();
    throw error;
  }
}

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

const sheetDamaged = (name: string) =>
  new Refusal(
    'upload_unreadable',
    `The sheet "${excerpt(name)}" of the workbook is damaged. Save the workbook again as .xlsx and upload that.`,
  );

async function otherReader(task: ParseTask, zip: Zip, unrecognised: string): Promise<OpenWorkbook> {
  let unpacked = 0;
  for (const name of zip.names) unpacked += zip.statedBytes(name);
  if (unpacked > OTHER_READER_BYTES)
    throw new Refusal(
      'upload_unreadable',
      `The workbook is written in a way that is not known (${unrecognised}), and too large to be read by other means. Open it in a spreadsheet program, save it as .xlsx and upload that.`,
    );
  await unpackToNowhere(task);
  return { ...readBySheetJs(task), unrecognised };
}

/** The sizes that a directory states need not be true, and SheetJS holds whatever comes out. */
async function unpackToNowhere(task: ParseTask): Promise<void> {
  const zip = await openZip(task.path, task.limits, 'workbook');
  try {
    for (const name of zip.names) for await (const _ of zip.unpacked(name));
  } finally {
    zip.close();
  }
}

/** Reads a workbook of any kind that SheetJS knows, as a whole. Refuses what it cannot read. */
export function readBySheetJs(task: ParseTask): OpenWorkbook {
  const workbook = sheetJs(task);
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  return {
    sheets: workbook.SheetNames.map((name, at) => ({
      name,
      hidden: (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
      hasCells: ((sheetNamed(workbook, name)?.['!data'] ?? []) as unknown[]).length > 0,
      open: () => {
        const sheet = sheetNamed(workbook, name);
        // SheetJS leaves out a sheet that it cannot read, or whose part is not there: its rows would be missing silently.
        if (!sheet) throw sheetDamaged(name);
        return openSheet(sheet, name, date1904);
      },
      // The cells of a sheet are not needed again; a large workbook has more than fits beside them.
      close: () => {
        delete workbook.Sheets[name];
      },
    })),
    emptyFormulas: 0,
    unrecognised: null,
    close: () => {},
  };
}

function sheetJs(task: ParseTask): WorkBook {
  try {
    const bytes = readFileSync(task.path);
    toldBytes(bytes.length);
    const isZip = bytes.toString('latin1', 0, 2) === 'PK';
    return read(isZip ? wideCharactersWritten(bytes) : bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      // One more than allowed, so that a longer sheet is refused and not cut; and room for title and header rows.
      sheetRows: task.limits.maxRows + HEAD_ROWS,
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

/** What SheetJS keeps under the name of a sheet; it sets `__proto__` like any other, which makes it the prototype. */
function sheetNamed({ Sheets }: WorkBook, name: string): WorkSheet | undefined {
  if (Object.hasOwn(Sheets, name)) return Sheets[name];
  const prototype = Object.getPrototypeOf(Sheets) as WorkSheet | null;
  return name === '__proto__' && prototype !== Object.prototype
    ? (prototype ?? undefined)
    : undefined;
}
