import { Refusal } from '#workers/ingest/refusal.ts';
import { textOf, Unrecognised } from '#workers/ingest/xlsx/xml-text.ts';

const LT = 60;
const GT = 62;
const SLASH = 47;
/** A tag that is longer is none of a spreadsheet program's (bytes). */
const LONGEST_TAG = 64 * 1024;

/** Reads the texts that sheets share (`sharedStrings.xml`) from bytes as they are unpacked. */
export class SharedTextsScanner {
  readonly texts: string[] = [];
  readonly #maxCellBytes: number;
  #carry: Buffer = Buffer.alloc(0);
  #wanted = 0;
  #prefix = '';
  #isTable = false;
  #open = false;
  #text = '';
  #bytes = 0;
  #phonetic = 0;

  constructor(maxCellBytes: number) {
    this.#maxCellBytes = maxCellBytes;
  }

  push(chunk: Buffer): void {
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    if (bytes.length < this.#wanted) {
      this.#carry = bytes;
      return;
    }
    const at = this.#scan(bytes);
    this.#carry = at === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
    this.#wanted = this.#carry.length * 2;
    this.#refuseLong(this.#carry.length - LONGEST_TAG);
  }

  /** Gives all texts, in their order. */
  end(): readonly string[] {
    this.#wanted = 0;
    this.push(Buffer.alloc(0));
    if (!this.#isTable || this.#open) throw new Unrecognised('unclosed shared strings');
    return this.texts;
  }

  #refuseLong(bytes: number): void {
    if (bytes <= this.#maxCellBytes) return;
    throw new Refusal(
      'upload_too_complex',
      `A text in the workbook is longer than ${this.#maxCellBytes} bytes. Shorten it and upload the workbook again.`,
    );
  }

  #scan(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const open = bytes.indexOf(LT, at);
      if (open < 0) return bytes.length;
      const plain =
        this.#isTable && this.#prefix === '' && !this.#open ? plainItem(bytes, open) : 0;
      if (plain > 0) {
        const to = bytes.indexOf(LT, plain);
        if (to < 0 || to + 9 > bytes.length) return open;
        if (endsItem(bytes, to)) {
          this.#refuseLong(to - plain);
          this.texts.push(textOf(bytes, plain, to));
          at = to + 9;
          continue;
        }
      }
      const next = this.#readTag(bytes, open);
      if (next < 0) return open;
      at = next;
    }
  }

  #readTag(bytes: Buffer, open: number): number {
    const close = closeOf(bytes, open);
    if (close < 0) return -1;
    let name = nameAt(bytes, open + 1);
    if (name.startsWith('!D') || name.startsWith('!E'))
      throw new Refusal(
        'upload_unreadable',
        'The workbook defines its own XML entities (DTD), which is not supported. Save it again as .xlsx and upload that.',
      );
    if (name.startsWith('![')) throw new Unrecognised('CDATA');
    if (!this.#isTable && /^\w/.test(name)) {
      const colon = name.indexOf(':');
      if (name.slice(colon + 1) !== 'sst') throw new Unrecognised('shared texts');
      this.#isTable = true;
      this.#prefix = name.slice(0, colon + 1);
      return close + 1;
    }
    const closes = name.startsWith('/');
    if (closes) name = name.slice(1);
    if (!name.startsWith(this.#prefix)) return close + 1;
    const local = name.slice(this.#prefix.length);
    const empty = bytes[close - 1] === SLASH;
    if (local === 'si') {
      if (closes || empty) {
        this.texts.push(this.#text);
        this.#text = '';
        this.#bytes = 0;
      }
      this.#open = !closes && !empty;
    } else if (local === 'rPh') this.#phonetic += closes ? -1 : empty ? 0 : 1;
    else if (local === 't' && !closes && !empty && this.#open) {
      const to = bytes.indexOf(LT, close + 1);
      if (to < 0 || to + 1 >= bytes.length) return -1;
      if (bytes[to + 1] === 33) throw new Unrecognised('CDATA');
      this.#bytes += to - close;
      this.#refuseLong(this.#bytes);
      if (this.#phonetic === 0) this.#text += textOf(bytes, close + 1, to);
      return to;
    }
    return close + 1;
  }
}

/** Where the text of `<si><t>` begins; 0 where something else stands there, or the bytes may end before. */
function plainItem(bytes: Buffer, open: number): number {
  if (open + 32 > bytes.length) return 0;
  if (bytes[open + 1] !== 115 || bytes[open + 2] !== 105 || bytes[open + 3] !== GT) return 0;
  if (bytes[open + 4] !== LT || bytes[open + 5] !== 116) return 0;
  if (bytes[open + 6] === GT) return open + 7;
  return bytes.toString('latin1', open + 6, open + 28) === ' xml:space="preserve">' ? open + 28 : 0;
}

const ITEM_END = Buffer.from('</t></si>');

function endsItem(bytes: Buffer, at: number): boolean {
  for (let i = 0; i < ITEM_END.length; i++) if (bytes[at + i] !== ITEM_END[i]) return false;
  return true;
}

function nameAt(bytes: Buffer, from: number): string {
  let to = from;
  while (to < bytes.length && to - from < 64) {
    const byte = bytes[to]!;
    if (byte <= 32 || byte === GT || (byte === SLASH && to > from)) break;
    to++;
  }
  return bytes.toString('latin1', from, to);
}

function closeOf(bytes: Buffer, open: number): number {
  if (bytes[open + 1] === 33 && bytes[open + 2] === 45) {
    const end = bytes.indexOf('-->', open + 4, 'latin1');
    return end < 0 ? -1 : end + 2;
  }
  const close = bytes.indexOf(GT, open);
  if (close - open > LONGEST_TAG) throw new Unrecognised('an unclosed tag');
  return close;
}
