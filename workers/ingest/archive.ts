import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openCsv } from '#workers/ingest/csv-source.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { kindOf } from '#workers/ingest/file-kind.ts';
import { KIND_NAMES } from '#workers/ingest/file-names.ts';
import { stemOf } from '#workers/ingest/names.ts';
import { toldBytes } from '#workers/ingest/progress.ts';
import type { OpenSheet, SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { notAWorkbook } from '#workers/ingest/xlsx/workbook-parts.ts';
import { openZip, type Zip } from '#workers/ingest/xlsx/zip.ts';
import type { ParseNote, ParseTask } from '#workers/protocol.ts';

const TEXTS = /\.(?:csv|tsv|txt)$/i;
const WORKBOOK = /\.(?:xlsx|xlsm|xlsb|ods)$/i;
/** What programs put beside the files of an archive. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;
/** Files that a note lists. */
const LISTED = 20;

/**
 * Opens a zip archive of texts of rows: each is a table. They are unpacked into the folder of spilled files under names
 * of ours; what else is in the archive is told.
 */
export async function openArchive(task: ParseTask): Promise<SheetBook> {
  const zip = await openZip(task.path, task.limits, 'archive');
  try {
    const files = zip.names.filter((name) => !name.endsWith('/') && !BESIDE.test(name));
    const texts = files.filter((name) => TEXTS.test(name));
    if (texts.length === 0) throw withoutTexts(task);
    const asItIs = texts.length === 1 && task.spillFormats?.includes('delimited') === true;
    return {
      sheets: texts.map((name, at) => sheetOf(zip, name, at, task, asItIs)),
      notes: leftOut(
        task,
        files.filter((name) => !TEXTS.test(name)),
      ),
      sheetsAre: 'files',
      namesTables: true,
      unites: true,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function sheetOf(
  zip: Zip,
  name: string,
  at: number,
  { spillFolder, limits }: ParseTask,
  asItIs: boolean,
): OpenSheet {
  const file = path.join(spillFolder, `member-${at + 1}`);
  return {
    name,
    tableName: tableNameOf(name, zip.names),
    hidden: false,
    hasCells: zip.statedBytes(name) > 0,
    open: async () => {
      await pipeline(
        Readable.from(zip.unpacked(name), { objectMode: true, highWaterMark: 1 }),
        createWriteStream(file, { flags: 'wx' }),
      );
      toldBytes(zip.packedBytes(name));
      if (zip.statedBytes(name) > 0) {
        const kind = await kindOf(file, name, limits);
        if (kind !== 'text')
          throw new Refusal(
            'upload_unreadable',
            `"${excerpt(name)}" in the archive is ${KIND_NAMES[kind]}, despite its name. Upload it on its own.`,
          );
      }
      return openCsv(file, name, limits, asItIs);
    },
    close: () => {},
  };
}

/** A file is called by its own name, and by its folders too where others have that name. */
function tableNameOf(name: string, all: readonly string[]): string {
  const { base, dir } = path.posix.parse(name);
  const isAlone = all.filter((other) => path.posix.basename(other) === base).length === 1;
  return stemOf(isAlone ? base : `${path.posix.parse(base).name}_${dir.replaceAll('/', '_')}.csv`);
}

function withoutTexts({ filename }: ParseTask): Refusal {
  return WORKBOOK.test(filename)
    ? notAWorkbook()
    : new Refusal(
        'upload_no_data',
        'No data to import: the archive has no .csv, .tsv or .txt file. Upload its files on their own.',
      );
}

function leftOut({ filename }: ParseTask, names: readonly string[]): ParseNote[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, LISTED).map((name) => `"${excerpt(name)}"`);
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return [
    {
      sheet_name: filename,
      note: `Files in the archive other than .csv, .tsv and .txt were left out: ${listed.join(', ')}${more}. Upload them on their own`,
    },
  ];
}
