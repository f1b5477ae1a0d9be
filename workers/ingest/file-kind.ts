import { excerpt } from '#workers/ingest/excerpt.ts';
import { endingsOf, type FileKind, KIND_NAMES, READ_KINDS } from '#workers/ingest/file-names.ts';
import { firstBytes } from '#workers/ingest/first-bytes.ts';
import { foreignCompound, foreignName, foreignPackage } from '#workers/ingest/foreign-files.ts';
import { looksLikeJson } from '#workers/ingest/json/looks-like-json.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { openZip } from '#workers/ingest/xlsx/zip.ts';
import type { ParseLimits } from '#workers/protocol.ts';

const HEAD_BYTES = 64 * 1024;
/** A compound file of Microsoft (MS-CFB 2.2): `.xls`, or an encrypted workbook. */
const COMPOUND = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const ZIPS = ['PK\x03\x04', 'PK\x05\x06'];
/** A workbook of Excel 2 to 5 without a compound file begins with a BOF record (MS-XLS 2.4.21). */
const BIFFS = ['\x09\x00\x04\x00', '\x09\x02\x06\x00', '\x09\x04\x06\x00', '\x09\x08\x08\x00'];
const MARKUP = /^\s*<(?:!doctype\s+html|html|\?xml|table|head|body|workbook)\b/i;
const MARK = '\xef\xbb\xbf';

/** What a file is; one that holds no table, or that this service doesn't take, is refused by what it is. */
export async function kindOf(
  file: string,
  filename: string,
  limits: ParseLimits,
): Promise<FileKind> {
  const taken: readonly string[] = limits.kinds ?? READ_KINDS;
  const found = await foundKind(file, filename, limits);
  const isForeign = typeof found !== 'string';
  if (!isForeign && !isLeftOut(found, taken)) return found;
  throw new Refusal(
    'upload_unsupported_type',
    `"${excerpt(filename)}" is ${isForeign ? found.foreign : KIND_NAMES[found]}, which isn't supported. Upload one of ${endingsOf(taken).join(', ')}.`,
  );
}

/** A file that holds no table, by the name of its kind. */
interface Foreign {
  readonly foreign: string;
}

const isLeftOut = (kind: FileKind, taken: readonly string[]): boolean =>
  READ_KINDS.some((one) => one === kind) && !taken.includes(kind);

/**
 * What a file is, by its content; its name decides only whether a text with a fault is JSON. The directory of a zip is
 * looked through for that, so what is a bomb by its directory is refused here.
 */
async function foundKind(
  file: string,
  filename: string,
  limits: ParseLimits,
): Promise<FileKind | Foreign> {
  const head = firstBytes(file, HEAD_BYTES);
  const starts = (prefix: string) => head.startsWith(prefix);
  const foreign = foreignName(head.startsWith(MARK) ? head.slice(MARK.length) : head);
  if (foreign) return { foreign };
  if (ZIPS.some(starts)) return zipKind(file, limits);
  if (starts(COMPOUND)) return compoundKind(head);
  if (BIFFS.some(starts)) return 'xls';
  if (starts('\x1f\x8b')) return 'gzip';
  if (starts('PAR1')) return 'parquet';
  if (starts('SQLite format 3\0')) return 'sqlite';
  if (MARKUP.test(head.replace(MARK, ''))) return 'markup';
  return looksLikeJson(file, filename) ? 'json' : 'text';
}

function compoundKind(head: string): FileKind | Foreign {
  // An encrypted workbook is a compound file that holds the stream "EncryptedPackage" (MS-OFFCRYPTO 2.3.4.4).
  if (head.includes([...'EncryptedPackage'].join('\0'))) return 'encrypted';
  const foreign = foreignCompound(head);
  return foreign ? { foreign } : 'xls';
}

async function zipKind(file: string, limits: ParseLimits): Promise<FileKind | Foreign> {
  const zip = await openZip(file, limits, 'archive');
  try {
    const names = new Set(zip.names.map((name) => name.toLowerCase()));
    if (names.has('xl/workbook.bin')) return 'xlsb';
    const foreign = names.has('xl/workbook.xml') ? null : foreignPackage(names);
    if (foreign) return { foreign };
    // What else is in an Office package is said where its workbook is looked for.
    if (names.has('[content_types].xml') || names.has('xl/workbook.xml')) return 'xlsx';
    return names.has('mimetype') && names.has('content.xml') ? 'ods' : 'archive';
  } finally {
    zip.close();
  }
}
