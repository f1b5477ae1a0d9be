import { openArchive } from '#workers/ingest/archive.ts';
import { kindOf } from '#workers/ingest/file-kind.ts';
import { type FileKind, isNamedAs, KIND_NAMES } from '#workers/ingest/file-names.ts';
import { unpackGzip } from '#workers/ingest/gzip.ts';
import { openJson } from '#workers/ingest/json/open-json.ts';
import { parseCsv } from '#workers/ingest/parse-csv.ts';
import { parseXlsx } from '#workers/ingest/parse-xlsx.ts';
import { tellProgressTo } from '#workers/ingest/progress.ts';
import { readSheets, type SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal, refusalAsResult } from '#workers/ingest/refusal.ts';
import { Unrecognised } from '#workers/ingest/xlsx/xml-text.ts';
import { encrypted } from '#workers/ingest/xlsx/zip.ts';
import type {
  ApartTask,
  ParseNote,
  ParseResult,
  ParseTask,
  ThreadResult,
} from '#workers/protocol.ts';

/** Does nothing: a thread that ran it has its code at hand. */
export const getReady = (): void => {};

/** Parses an uploaded file into spilled tables: as what it is by its content, whatever its name says. */
export function parseFile(task: ParseTask): Promise<ThreadResult> {
  tellProgressTo(task.progress);
  return refusalAsResult(async () => {
    const kind = await kindOf(task.path, task.filename, task.limits);
    return withNotes(await parseKind(task, kind), misnamed(task, kind));
  });
}

function parseKind(task: ParseTask, kind: FileKind): Promise<ThreadResult> | ThreadResult {
  switch (kind) {
    case 'text':
      return parseCsv(task);
    case 'json':
      return readBook(task, openJson(task));
    case 'gzip':
      return parseGzip(task);
    case 'archive':
      return readBook(task, openArchive(task));
    case 'xlsx':
      return parseWorkbook(task);
    case 'xls':
    case 'xlsb':
    case 'ods':
      return apart(task, { kind: 'workbook', unrecognised: null });
    case 'parquet':
    case 'sqlite':
      return apart(task, { kind });
    case 'encrypted':
      throw encrypted('workbook');
    case 'markup':
      throw new Refusal(
        'upload_unreadable',
        'This file is HTML or XML, despite its name. Open it in a spreadsheet program, save it as .xlsx and upload that.',
      );
  }
}

const apart = (task: ParseTask, reader: ApartTask['reader']): ThreadResult => {
  // What a thread shares with the gateway is not shared with a process.
  const { progress: _, likely: __, ...rest } = task;
  return { kind: 'apart', task: { ...rest, reader, notes: [] } };
};

async function readBook(task: ParseTask, opening: Promise<SheetBook>): Promise<ParseResult> {
  const book = await opening;
  try {
    return await readSheets(task, book);
  } finally {
    book.close();
  }
}

async function parseWorkbook(task: ParseTask): Promise<ThreadResult> {
  try {
    return await parseXlsx(task);
  } catch (error) {
    if (!(error instanceof Unrecognised)) throw error;
    return apart(task, { kind: 'workbook', unrecognised: error.message });
  }
}

async function parseGzip(task: ParseTask): Promise<ThreadResult> {
  const unpacked = { ...task, path: await unpackGzip(task) };
  const kind = await kindOf(unpacked.path, task.filename, task.limits);
  if (kind === 'text') return parseCsv(unpacked);
  if (kind === 'json') return readBook(unpacked, openJson(unpacked));
  throw new Refusal(
    'upload_unreadable',
    `The gzip file contains ${KIND_NAMES[kind]}, but only CSV and JSON are supported. Unpack it and upload its content.`,
  );
}

/** A file that is not what its name says is read as what it is, and its sender told. */
function misnamed({ filename }: ParseTask, kind: FileKind): ParseNote[] {
  if (isNamedAs(filename, kind)) return [];
  const note = `The file is ${KIND_NAMES[kind]}, despite its name, and was imported as that`;
  return [{ sheet_name: filename, note }];
}

function withNotes(result: ThreadResult, notes: readonly ParseNote[]): ThreadResult {
  if (notes.length === 0) return result;
  switch (result.kind) {
    case 'parsed':
      return { ...result, notes: [...notes, ...result.notes] };
    case 'apart':
      return { ...result, task: { ...result.task, notes: [...notes, ...result.task.notes] } };
    case 'refused':
      return result;
  }
}
