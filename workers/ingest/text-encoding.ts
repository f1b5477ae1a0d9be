import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import iconv from 'iconv-lite';
import { detectAll } from 'jschardet';
import { toldBytes } from '#workers/ingest/progress.ts';
import { Refusal } from '#workers/ingest/refusal.ts';

/** What offices write beside Unicode, by the names that the detector gives, and how people call it. */
const LEGACY = new Map([
  ['windows-1252', 'Windows-1252, Western European'],
  ['windows-1250', 'Windows-1250, Central European'],
  ['iso-8859-2', 'ISO 8859-2, Central European'],
  ['windows-1251', 'Windows-1251, Cyrillic'],
  ['koi8-r', 'KOI8-R, Cyrillic'],
  ['ibm866', 'DOS 866, Cyrillic'],
  ['windows-1253', 'Windows-1253, Greek'],
  ['windows-1254', 'Windows-1254, Turkish'],
  ['windows-1255', 'Windows-1255, Hebrew'],
  ['windows-1256', 'Windows-1256, Arabic'],
  ['windows-1257', 'Windows-1257, Baltic'],
  ['cp874', 'Windows-874, Thai'],
  ['gb18030', 'GB 18030, Chinese'],
  ['big5', 'Big5, Chinese'],
  ['cp932', 'Shift JIS, Japanese'],
  ['euc-jp', 'EUC-JP, Japanese'],
  ['cp949', 'EUC-KR, Korean'],
  ['macroman', 'Mac Roman, Western European'],
  ['cp850', 'DOS 850, Western European'],
]);
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'legacy';

export interface TextFile {
  readonly encoding: Encoding;
  /** The one of those beside Unicode. */
  readonly legacy?: string;
  /** Bytes of the byte order mark. */
  readonly bomBytes: number;
  /** Whether control characters of U+0080 to U+009F are the characters of Windows-1252 with these numbers. */
  readonly windowsControls?: boolean;
  /** What a reader must know about the reading, or null. */
  readonly note: string | null;
}

const CHUNK_BYTES = 512 * 1024;
/** What shows what a file is. */
const HEAD_BYTES = 64 * 1024;

/** Windows-1252, 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Gives the bytes of a file in pieces; a piece is only valid until the next one is asked for. */
function* chunks(path: string, from: number): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let position = from;
    for (;;) {
      const size = readSync(file, buffer, 0, CHUNK_BYTES, position);
      if (size === 0) return;
      position += size;
      yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

/** The beginning of a file as a text, whatever it is: bytes that are no text become other characters. */
export function headText(path: string): string {
  const head = chunks(path, 0).next().value as Buffer | undefined;
  if (!head) return '';
  const some = head.subarray(0, HEAD_BYTES);
  const utf16 = some[0] === 0xff && some[1] === 0xfe ? 'utf-16le' : null;
  if (utf16 || (some[0] === 0xfe && some[1] === 0xff))
    return new TextDecoder(utf16 ?? 'utf-16be').decode(some);
  if (some.length > 3 && some[0] !== 0 && some[1] === 0 && some[3] === 0)
    return new TextDecoder('utf-16le').decode(some);
  return some.toString();
}

/**
 * Finds how a text file is encoded: by its byte order mark, by the zero bytes of UTF-16, else UTF-8 where all (or
 * nearly all) of its bytes are, else by the letters that its bytes most likely are. Reads the whole file: one wrong byte can stand at its end.
 */
export function detectEncoding(path: string): TextFile {
  const head = chunks(path, 0).next().value as Buffer | undefined;
  if (!head) return { encoding: 'utf-8', bomBytes: 0, note: null };
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return { ...utf8OrWindows(path, 3), bomBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe)
    return { encoding: 'utf-16le', bomBytes: 2, note: null };
  if (head[0] === 0xfe && head[1] === 0xff)
    return { encoding: 'utf-16be', bomBytes: 2, note: null };
  return withoutMark(head) ?? utf8OrWindows(path, 0);
}

/** Control characters that no text has, but for tab, line ends, page breaks, the end mark of DOS and escapes. */
const IN_TEXTS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);
/** A text whose columns are told apart by a control character has one or two of them. */
const MOST_SEPARATORS = 2;

/** Whether bytes are packed, encrypted or a program's own: a text has hardly any control characters. */
function isBinary(bytes: Buffer): boolean {
  const controls = bytes.filter((byte) => byte < 0x20 && !IN_TEXTS.has(byte));
  const isMany = controls.length > bytes.length * 0.01 && controls.length > 4;
  return isMany && (controls.includes(0) || new Set(controls).size > MOST_SEPARATORS);
}

/** UTF-16 without a mark shows as zero bytes on one side of most pairs; zero bytes elsewhere are no text. */
function withoutMark(head: Buffer): TextFile | null {
  const size = Math.min(head.length, 4096) & ~1;
  const zerosAt = (odd: number) =>
    head
      .subarray(0, size)
      .reduce((zeros, byte, at) => zeros + Number(byte === 0 && at % 2 === odd), 0);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const most = size * 0.3;
  if (odd > most && even < most / 10)
    return { encoding: 'utf-16le', bomBytes: 0, note: 'Read as UTF-16 (no byte order mark)' };
  if (even > most && odd < most / 10)
    return { encoding: 'utf-16be', bomBytes: 0, note: 'Read as UTF-16 (no byte order mark)' };
  if (isBinary(head.subarray(0, size)))
    throw new Refusal(
      'upload_unreadable',
      'This is a binary file, not a CSV file. Export the data as CSV (UTF-8) or as an .xlsx workbook.',
    );
  return null;
}

function utf8OrWindows(path: string, from: number): TextFile {
  const seen = { valid: 0, invalid: 0, controls: 0 };
  let rest = Buffer.alloc(0);
  for (const chunk of chunks(path, from)) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const cut = whole.length - unfinished(whole);
    countSequences(whole.subarray(0, cut), seen);
    seen.controls += controlsIn(whole.subarray(0, cut));
    rest = Buffer.from(whole.subarray(cut));
  }
  countSequences(rest, seen);
  if (seen.invalid === 0 && seen.controls > 0)
    return {
      ...{ encoding: 'utf-8', bomBytes: from, windowsControls: true },
      note: `${seen.controls} control characters (U+0080 to U+009F) converted to the Windows-1252 characters they stand for`,
    };
  if (seen.invalid === 0) return { encoding: 'utf-8', bomBytes: from, note: null };
  if (seen.valid >= 20 * seen.invalid)
    return {
      encoding: 'utf-8',
      bomBytes: from,
      note: `${seen.invalid} bytes that aren't valid UTF-8 replaced by the character U+FFFD`,
    };
  const legacy = likeliestLegacy(nonAsciiLines(path, from));
  return {
    ...{ encoding: 'legacy', legacy, bomBytes: from },
    note: `The file isn't UTF-8, so it was read as ${LEGACY.get(legacy)}`,
  };
}

/** Bytes that the detector is given: more say no more. */
const DETECTED_BYTES = 32 * 1024;

/** Lines with other characters than those of ASCII, from the whole file. */
function nonAsciiLines(path: string, from: number): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (const chunk of chunks(path, from)) {
    for (let at = 0; at < chunk.length && size < DETECTED_BYTES; at++) {
      if (chunk[at]! < 0x80) continue;
      const start = chunk.lastIndexOf(LF, at) + 1;
      const next = chunk.indexOf(LF, at);
      const end = Math.min(next < 0 ? chunk.length : next + 1, start + DETECTED_BYTES);
      lines.push(Buffer.from(chunk.subarray(start, end)));
      size += end - start;
      at = Math.max(at, end - 1);
    }
    if (size >= DETECTED_BYTES) break;
  }
  return Buffer.concat(lines);
}
const LF = 10;

const WESTERN = 'windows-1252';
/** How near Windows-1252 may come to the likeliest encoding to be it all the same: most such files are. */
const NEARLY = 0.9;

/** The encoding in which some bytes are most likely letters of a language. */
function likeliestLegacy(bytes: Buffer): string {
  const western = iconv.decode(bytes, WESTERN);
  // Signs of money and marks alone say nothing of a language.
  if (!/[\p{L}--[A-Za-z]]/v.test(western)) return WESTERN;
  const found = detectAll(bytes).flatMap(({ encoding, confidence }) => {
    const name = encoding?.toLowerCase() ?? '';
    return LEGACY.has(name) ? [{ name, confidence }] : [];
  });
  const ofWestern = found.find(({ name }) => name === WESTERN)?.confidence ?? 0;
  for (const { name, confidence } of found) {
    if (ofWestern >= confidence * NEARLY) return WESTERN;
    const text = iconv.decode(bytes, name);
    if (text === western) return WESTERN;
    if (!text.includes('\ufffd') && !hasStrayIdeographs(text)) return name;
  }
  return WESTERN;
}

/** Whether ideographs stand alone among Latin letters: they are the bytes of an accented letter and the one behind it. */
function hasStrayIdeographs(text: string): boolean {
  const runs = text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}]+/gu) ?? [];
  const stray = text.match(/(?<=[A-Za-z])[\p{Script=Han}\p{Script=Hangul}\p{Script=Kana}]/gu) ?? [];
  return stray.length * 2 > runs.length;
}

/** Bytes at the end that may be the beginning of a sequence of UTF-8 (at most four bytes). */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc2) return back;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Control characters of U+0080 to U+009F: no program writes them into a table, but a wrong conversion does. */
function controlsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0xc2); at >= 0; at = bytes.indexOf(0xc2, at + 1))
    if (bytes[at + 1]! >= 0x80 && bytes[at + 1]! <= 0x9f) count++;
  return count;
}

/** Adds the multi-byte sequences of UTF-8 in `bytes` to the counts: well-formed ones, and bytes outside of them. */
function countSequences(bytes: Buffer, seen: { valid: number; invalid: number }): void {
  if (isUtf8(bytes)) {
    // Only the proportion to wrong bytes matters: a look at the start of each piece is enough.
    for (let i = 0; i < Math.min(bytes.length, 4096); i++) if (bytes[i]! >= 0xc2) seen.valid++;
    return;
  }
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i]!;
    const size = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    if (size === 1) i++;
    else if (size > 1 && isUtf8(bytes.subarray(i, i + size)) && i + size <= bytes.length) {
      seen.valid++;
      i += size;
    } else {
      seen.invalid++;
      i++;
    }
  }
}

function* told(pieces: Generator<Buffer>): Generator<Buffer> {
  let bytes = 0;
  for (const piece of pieces) {
    bytes += piece.length;
    toldBytes(bytes);
    yield piece;
  }
}

const windowsCharacter = (character: string) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!;

/** The text of a file in pieces that never split a character. */
export function* decodeFile(path: string, file: TextFile): Generator<string> {
  if (file.encoding === 'legacy') {
    const legacy = iconv.getDecoder(file.legacy ?? WESTERN);
    for (const chunk of told(chunks(path, file.bomBytes))) yield legacy.write(chunk);
    const last = legacy.end();
    if (last) yield last;
    return;
  }
  const decoder = new TextDecoder(file.encoding, { ignoreBOM: true });
  for (const chunk of told(chunks(path, file.bomBytes))) {
    const text = decoder.decode(chunk, { stream: true });
    yield file.windowsControls ? text.replace(/[\x80-\x9f]/g, windowsCharacter) : text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
