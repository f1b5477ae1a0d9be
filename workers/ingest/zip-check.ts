import yauzl from 'yauzl';
import { firstBytes } from '#workers/ingest/first-bytes.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { CharacterReferences } from '#workers/ingest/xml-characters.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** Parts of a workbook at the most; a real one has a few beside its sheets and pictures. */
const MAX_ENTRIES = 10_000;
/** Smaller parts may be packed as tightly as they like. */
const RATIO_FROM_BYTES = 16 * 1024 * 1024;
const ZIP = 'PK\x03\x04';
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const HEAD_BYTES = 64 * 1024;

/**
 * Looks at a workbook before it is unpacked: whether it is one at all, and how large it would become. Each part is
 * unpacked once to nowhere, since the sizes that a zip directory states need not be true.
 */
export async function checkWorkbook(
  path: string,
  limits: ParseLimits,
): Promise<{
  readonly emptyFormulas: number;
  /** References by number to characters such as emoji, which SheetJS misreads. */
  readonly wideReferences: number;
}> {
  refuseOtherFormats(path);
  const zip = await opened(path);
  try {
    let total = 0;
    let sheets = 0;
    const formulas = new EmptyFormulas();
    const references = new CharacterReferences();
    await eachEntry(zip, async (entry) => {
      if (entry.isEncrypted()) throw encrypted();
      refuseBomb(entry, limits);
      const isSheet = /^xl\/worksheets\/[^/]+\.xml$/i.test(entry.fileName);
      if (isSheet) sheets++;
      const left = limits.maxUnzippedBytes - total;
      const hasTexts = /\.xml$/i.test(entry.fileName);
      total += await unpackedSize(zip, entry, left, (chunk) => {
        if (isSheet) formulas.push(chunk);
        if (hasTexts) references.push(chunk);
      });
      references.end();
    });
    if (sheets === 0)
      throw new Refusal(
        'upload_unreadable',
        'This zip archive is not an Excel workbook. Upload a workbook saved as .xlsx.',
      );
    if (references.broken !== null)
      throw new Refusal(
        'upload_unreadable',
        `The workbook names a character that does not exist (${references.broken}). Save it again as .xlsx and upload that.`,
      );
    return { emptyFormulas: formulas.count, wideReferences: references.wide };
  } finally {
    zip.close();
  }
}

const encrypted = () =>
  new Refusal(
    'upload_unreadable',
    'The workbook is protected with a password. Save it without one and upload it again.',
  );

function refuseOtherFormats(path: string): void {
  const head = firstBytes(path, HEAD_BYTES);
  if (head.startsWith(ZIP)) return;
  if (!head.startsWith(COMPOUND))
    throw new Refusal(
      'upload_unreadable',
      'This is not an Excel workbook. If it is text under the name of a workbook, upload it as .csv; else save it again as .xlsx.',
    );
  // An encrypted workbook is a compound file that holds the stream "EncryptedPackage" (MS-OFFCRYPTO 2.3.4.4).
  if (head.includes([...'EncryptedPackage'].join('\0'))) throw encrypted();
  throw new Refusal(
    'upload_unreadable',
    'This is a workbook of the old format (.xls). Open it and save it as .xlsx.',
  );
}

function opened(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(
      path,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true },
      (error, zip) => {
        if (error || !zip) reject(damaged(error));
        else resolve(zip);
      },
    );
  });
}

const damaged = (error: unknown) =>
  new Refusal(
    'upload_unreadable',
    `The workbook is damaged or cut off (${error instanceof Error ? error.message : 'no directory'}). Save it again and upload that.`,
  );

/** Calls `visit` with every file of the archive, one after the other. */
function eachEntry(
  zip: yauzl.ZipFile,
  visit: (entry: yauzl.Entry) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let count = 0;
    zip.on('error', (error) => reject(damaged(error)));
    zip.once('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      if (++count > MAX_ENTRIES) return reject(tooComplex(`has more than ${MAX_ENTRIES} parts`));
      visit(entry).then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });
}

const tooComplex = (what: string) =>
  new Refusal('upload_too_complex', `The workbook ${what}. Split it, or export its tables as CSV.`);

function refuseBomb(entry: yauzl.Entry, limits: ParseLimits): void {
  if (entry.uncompressedSize < RATIO_FROM_BYTES) return;
  if (entry.uncompressedSize > limits.maxZipRatio * Math.max(entry.compressedSize, 1))
    throw tooComplex(
      `unpacks "${entry.fileName}" to more than ${limits.maxZipRatio} times its size`,
    );
}

/** Counts formulas of a sheet without a stored result: programs that write workbooks often leave it out. */
class EmptyFormulas {
  count = 0;
  #tail = '';

  push(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1');
    // What follows the last whole cell; longer beginnings of a match do not exist.
    const empty = text.match(/(?:<\/f>|<f [^<>]{0,80}\/>)(?:<v\/>|<v><\/v>)?<\/c>/g);
    this.count += empty?.length ?? 0;
    this.#tail = text.slice(Math.max(text.length - 90, text.lastIndexOf('</c>') + 4));
  }
}

/** Bytes that an entry really unpacks to; refused once they pass what is left of the limit. */
function unpackedSize(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  left: number,
  look: (chunk: Buffer) => void,
): Promise<number> {
  if (entry.fileName.endsWith('/')) return Promise.resolve(0);
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(damaged(error));
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        look(chunk);
        if (size <= left) return;
        stream.destroy();
        reject(tooComplex('is too large when it is unpacked'));
      });
      stream.once('end', () => resolve(size));
      stream.on('error', (failure) => reject(damaged(failure)));
    });
  });
}
