import { readFileSync, statSync } from 'node:fs';
import { CFB, read, type WorkBook, type WorkSheet } from 'xlsx';
import { hasTangledDirectory } from '#workers/ingest/compound-file.ts';
import { firstBytes } from '#workers/ingest/first-bytes.ts';
import { HEAD_ROWS, sheetDamaged, WORKBOOK } from '#workers/ingest/open-workbook.ts';
import { toldBytes } from '#workers/ingest/progress.ts';
import type { SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { openSheet } from '#workers/ingest/sheet-source.ts';
import { encrypted, openZip, type Zip } from '#workers/ingest/xlsx/zip.ts';
import { withWideCharacters } from '#workers/ingest/xml-characters.ts';
import type { ParseTask } from '#workers/protocol.ts';

/** Cells of an OpenDocument sheet at the most, once those that it repeats are written out. */
const MOST_REPEATED_CELLS = 2_000_000;

/**
 * Opens a workbook by SheetJS, which holds it as a whole: what it unpacks to is bounded before. `unrecognised`: what the
 * scanner of ours did not know, where that is why it is read here.
 */
export async function openGeneralWorkbook(
  task: ParseTask,
  unrecognised: string | null,
): Promise<SheetBook> {
  const isZip = firstBytes(task.path, 2) === 'PK';
  const size = isZip ? await unpackedSize(task) : statSync(task.path).size;
  if (size > task.limits.maxHeldWorkbookBytes) throw tooLargeToHold(task, unrecognised);
  const book = readBySheetJs(task);
  if (unrecognised === null) return book;
  const note = `The workbook has an unusual format (${unrecognised}). It was read by a general reader, which doesn't report formulas without a stored result`;
  return { ...book, notes: [{ sheet_name: task.filename, note }] };
}

const tooLargeToHold = ({ limits }: ParseTask, unrecognised: string | null) =>
  new Refusal(
    unrecognised === null ? 'upload_too_complex' : 'upload_unreadable',
    unrecognised === null
      ? `The workbook unpacks to more than ${limits.maxHeldWorkbookBytes} bytes, the limit for this format. Save it as .xlsx, or export its tables as CSV, and upload that.`
      : `The workbook has an unknown format (${unrecognised}) and is too large for the general reader. Open it in a spreadsheet program, save it as .xlsx and upload that.`,
  );

/**
 * Bytes that an archive really unpacks to: the sizes that a directory states need not be true, and SheetJS holds whatever
 * comes out. Refuses an OpenDocument sheet that repeats its cells without end.
 */
async function unpackedSize(task: ParseTask): Promise<number> {
  const zip = await openZip(task.path, task.limits, 'workbook');
  let size = 0;
  try {
    if (zip.names.includes('META-INF/manifest.xml')) {
      const manifest = await textOf(zip, 'META-INF/manifest.xml');
      if (manifest.includes('encryption-data')) throw encrypted('workbook');
    }
    for (const name of zip.names) {
      const repeats = name === 'content.xml' ? new RepeatedCells() : null;
      for await (const chunk of zip.unpacked(name)) {
        size += chunk.length;
        if (size > task.limits.maxHeldWorkbookBytes) return size;
        repeats?.push(chunk);
      }
    }
  } finally {
    zip.close();
  }
  return size;
}

async function textOf(zip: Zip, name: string): Promise<string> {
  let text = '';
  for await (const chunk of zip.unpacked(name)) text += chunk.toString('latin1');
  return text;
}

const TAG =
  /<(\/?)table:(table-row|table-cell|covered-table-cell)\b([^>]*?)(\/?)>|<!(?:DOCTYPE|ENTITY)/g;
/** Longest tag of a cell (characters). */
const TAG_CHARS = 64 * 1024;

/** Counts the cells with content of an OpenDocument sheet as SheetJS writes them out: a cell, and a row, may say how often it stands. */
class RepeatedCells {
  #tail = '';
  #rowTimes = 1;
  #inRow = 0;
  #cells = 0;

  push(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1');
    const end = text.lastIndexOf('>') + 1;
    this.#tail = text.slice(end).slice(-TAG_CHARS);
    for (const [whole, closes, name, attributes = ''] of text.slice(0, end).matchAll(TAG)) {
      if (whole.startsWith('<!')) throw ownEntities();
      if (name === 'table-row') {
        if (closes) this.#endRow();
        else {
          this.#rowTimes = timesOf(attributes, 'rows');
          this.#inRow = 0;
        }
      } else if (!closes && attributes.includes('value'))
        this.#inRow += timesOf(attributes, 'columns');
    }
  }

  #endRow(): void {
    this.#cells += this.#inRow * this.#rowTimes;
    if (this.#cells > MOST_REPEATED_CELLS)
      throw new Refusal(
        'upload_too_complex',
        `The workbook expands to more than ${MOST_REPEATED_CELLS} repeated cells. Save it as .xlsx and upload that.`,
      );
  }
}

const timesOf = (attributes: string, what: 'rows' | 'columns') =>
  Number(new RegExp(`number-${what}-repeated=["'](\\d+)`).exec(attributes)?.[1] ?? 1);

const ownEntities = () =>
  new Refusal(
    'upload_unreadable',
    'The workbook defines its own XML entities (DTD), which is not supported. Save it again and upload that.',
  );

/** Reads a workbook of any kind that SheetJS knows, as a whole. Refuses what it cannot read. */
export function readBySheetJs(task: ParseTask): SheetBook {
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
    notes: [],
    ...WORKBOOK,
    close: () => {},
  };
}

function sheetJs(task: ParseTask): WorkBook {
  try {
    const bytes = readFileSync(task.path);
    toldBytes(bytes.length);
    const isZip = bytes.toString('latin1', 0, 2) === 'PK';
    if (!isZip && hasTangledDirectory(bytes)) throw workbookDamaged();
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
    if (/password|encrypt/i.test(String(error))) throw encrypted('workbook');
    throw workbookDamaged();
  }
}

const workbookDamaged = () =>
  new Refusal(
    'upload_unreadable',
    'The workbook is damaged or has an unknown format. Save it again as .xlsx and upload that.',
  );

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
