/**
 * `npm run bench ingest/differential FOLDER`: reads every `.xlsx` and `.xlsm` below a folder by the scanner of ours
 * and by SheetJS, and prints where their cells differ. Ends with 1 where a sheet does and is not known to.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBySheetJs } from '../../workers/ingest/general-workbook.ts';
import { openWorkbook } from '../../workers/ingest/open-workbook.ts';
import type { OpenSheet } from '../../workers/ingest/read-sheets.ts';
import { Refusal } from '../../workers/ingest/refusal.ts';
import { Unrecognised } from '../../workers/ingest/xlsx/xml-text.ts';
import type { ParseTask } from '../../workers/protocol.ts';

const limits = {
  maxTables: 1_000,
  maxColumns: 10_000,
  maxRows: 2_000_000,
  maxCellBytes: 1 << 20,
  maxUnzippedBytes: 2 ** 30,
  maxZipRatio: 100_000,
  maxZipEntries: 10_000,
  maxHeldWorkbookBytes: 1024 * 1024 * 1024,
  maxJsonDepth: 100,
  readerMemoryMb: 1024,
};
/** Differences of a sheet that are printed. */
const SHOWN = 3;

export interface Compared {
  readonly kind: 'same' | 'different' | 'refused' | 'other reader';
  readonly notes: readonly string[];
}

/** Compares what both readers make of a workbook. */
export async function compareReaders(file: string): Promise<Compared> {
  const spillFolder = mkdtempSync(path.join(tmpdir(), 'plumbline-compare-'));
  const task: ParseTask = {
    path: file,
    filename: path.basename(file),
    spillFolder,
    mapping: {},
    limits,
  };
  try {
    const ours = await openWorkbook(task);
    try {
      const theirs = readBySheetJs(task).sheets;
      const notes: string[] = [];
      if (ours.sheets.length !== theirs.length)
        notes.push(`${ours.sheets.length} sheets, not ${theirs.length}`);
      for (const [at, sheet] of ours.sheets.entries())
        notes.push(...(await compareSheets(sheet, theirs[at])));
      return { kind: notes.length === 0 ? 'same' : 'different', notes };
    } finally {
      ours.close();
    }
  } catch (error) {
    if (error instanceof Unrecognised) return { kind: 'other reader', notes: [error.message] };
    if (error instanceof Refusal) return { kind: 'refused', notes: [error.message] };
    throw error;
  } finally {
    rmSync(spillFolder, { recursive: true });
  }
}

async function compareSheets(ours: OpenSheet, theirs: OpenSheet | undefined): Promise<string[]> {
  if (!theirs) return [`${ours.name}: not among the other sheets`];
  const notes: string[] = [];
  if (ours.name !== theirs.name || ours.hidden !== theirs.hidden)
    notes.push(`${ours.name}: named or hidden otherwise (${theirs.name})`);
  let expected: Map<number, readonly string[]>;
  try {
    expected = await rowsOf(theirs);
  } catch (error) {
    return [`${ours.name}: the other reader fails (${(error as Error).message})`];
  }
  const found = await rowsOf(ours);
  for (const row of new Set([...found.keys(), ...expected.keys()])) {
    const [mine, other] = [found.get(row) ?? [], expected.get(row) ?? []];
    for (let at = 0; at < Math.max(mine.length, other.length); at++) {
      if ((mine[at] ?? '') === (other[at] ?? '')) continue;
      notes.push(
        `${ours.name} row ${row} column ${at}: ${JSON.stringify(mine[at])} and not ${JSON.stringify(other[at])}`.slice(
          0,
          300,
        ),
      );
    }
    if (notes.length > 50) break;
  }
  return notes;
}

async function rowsOf(sheet: OpenSheet): Promise<Map<number, readonly string[]>> {
  const rows = new Map<number, readonly string[]>();
  (await sheet.open()).forEachRow((cells, row) => rows.set(row, cells));
  sheet.close();
  return rows;
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '.';
  const counts = { same: 0, different: 0, refused: 0, 'other reader': 0 };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.xls[xm]$/i.test(file)) continue;
    const { kind, notes } = await compareReaders(path.join(folder, file)).catch((error: Error) => ({
      kind: 'different' as const,
      notes: [`fails: ${error.stack}`],
    }));
    counts[kind]++;
    if (kind !== 'same')
      console.log(
        `${kind} ${file}\n${notes
          .slice(0, SHOWN)
          .map((note) => `    ${note}`)
          .join('\n')}`,
      );
  }
  console.log(counts);
}
