import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { AppError } from '#src/errors.ts';
import { headerXml, rowXml, SHEET_HEAD, SHEET_TAIL } from '#src/results/export/sheet-xml.ts';
import {
  CONTENT_TYPES,
  RELATIONSHIPS,
  STYLES_XML,
  workbookRelationshipsXml,
  workbookXml,
} from '#src/results/export/workbook-xml.ts';
import type { ExportRow, ExportSource } from '#src/results/export-format.ts';

/** Rows of a sheet with its header, and columns (Excel specifications and limits). */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Deflate's level: most of the saving for a third of the time of the default. */
const COMPRESSION = { compressionLevel: 3 } as const;

/** An XLSX file (ECMA-376) as it is zipped, a sheet for each 1,048,575 rows. */
export async function* xlsxPieces(source: ExportSource): AsyncGenerator<Buffer> {
  if (source.columns.length > MAX_COLUMNS)
    throw new AppError(
      'unprocessable',
      `The result has ${source.columns.length} columns, but a sheet can have at most ${MAX_COLUMNS}. Export it as CSV.`,
    );
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const rows = new RowReader(source.batches);
  const stop = new AbortController();
  const writing = addSheets(zip, rows, source, stop.signal);
  writing.catch((error: unknown) => output.destroy(error as Error));
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    stop.abort();
    await writing.catch(() => {});
    await rows.close();
  }
}

async function addSheets(
  zip: yazl.ZipFile,
  rows: RowReader,
  source: ExportSource,
  signal: AbortSignal,
): Promise<void> {
  let sheets = 0;
  do {
    sheets++;
    const sheet = Readable.from(sheetXml(rows, source), { objectMode: false });
    const stop = () => sheet.destroy(new Error('the client stopped the download'));
    signal.addEventListener('abort', stop, { once: true });
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, COMPRESSION);
    await finished(sheet);
    signal.removeEventListener('abort', stop);
  } while (await rows.hasMore());
  const parts = {
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': workbookRelationshipsXml(sheets),
    'xl/styles.xml': STYLES_XML,
    '_rels/.rels': RELATIONSHIPS,
    '[Content_Types].xml': CONTENT_TYPES(sheets),
  };
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  zip.end();
}

async function* sheetXml(rows: RowReader, { columns }: ExportSource): AsyncGenerator<string> {
  yield SHEET_HEAD + headerXml(columns);
  for (let left = MAX_ROWS - 1; left > 0; ) {
    const batch = await rows.take(left);
    if (batch.length === 0) break;
    let piece = '';
    for (const row of batch) piece += rowXml(row, columns);
    yield piece;
    left -= batch.length;
  }
  yield SHEET_TAIL;
}

/** Batches cut where a sheet is full. */
class RowReader {
  readonly #batches: AsyncIterator<readonly ExportRow[]>;
  #batch: readonly ExportRow[] = [];

  constructor(batches: AsyncIterable<readonly ExportRow[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Some of the next rows, at most `count`; none at the end. */
  async take(count: number): Promise<readonly ExportRow[]> {
    if (!(await this.hasMore())) return [];
    const taken = this.#batch.slice(0, count);
    this.#batch = this.#batch.slice(count);
    return taken;
  }

  async hasMore(): Promise<boolean> {
    while (this.#batch.length === 0) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#batch = next.value;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
