import {
  BOOLEAN,
  type CellBlock,
  CLOCK,
  DAY,
  ERROR,
  INSTANT,
  MAX_SCALE,
  OWN_TEXT,
  POWERS,
  SHARED_TEXT,
} from '#workers/ingest/cell-block.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { MergedArea } from '#workers/ingest/row-source.ts';
import { elapsedText, momentOf, type NumberFormat } from '#workers/ingest/xlsx/number-formats.ts';
import { textOf, Unrecognised } from '#workers/ingest/xlsx/xml-text.ts';

/** What a sheet needs of its workbook to be read, and the bounds that it is read in. */
export interface SheetScannerOptions {
  /** Texts that the sheets of the workbook share. */
  readonly sharedTexts: number;
  /** By style number of a cell. */
  readonly formats: readonly NumberFormat[];
  readonly date1904: boolean;
  readonly maxCellBytes: number;
  /** Rows with cells; more end in `onTooManyRows`. */
  readonly maxRows: number;
  readonly onTooManyRows: () => never;
}

/** Sizes of a sheet (ECMA-376, and what Excel takes). */
const LAST_ROW = 1_048_576;
const COLUMNS = 16_384;
/** Cells of a block; the row that passes it is the last one. */
const BLOCK_CELLS = 65_536;
/** A tag beside a cell is no longer than this (bytes). */
const LONGEST_TAG = 64 * 1024;
/** Digits that a double always gives back (DBL_DIG). */
const DIGITS = 15;
/** Texts of a block that are looked up before they are added: repeated ones are kept once. */
const INTERNED = 4_096;

const LT = 60;
const GT = 62;
const SLASH = 47;
const EQUALS = 61;
const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Codes of cell types (ECMA-376 18.18.11). */
const T_NUMBER = 0;
const T_SHARED = 1;
const T_TEXT = 2;
const T_INLINE = 3;
const T_BOOLEAN = 4;
const T_ERROR = 5;
const T_DATE = 6;

/** Codes of formats, so that one look at a byte tells them apart. */
const F_NUMBER = 0;
const F_DATE = 1;
const F_ELAPSED = 2;
const F_ZEROS = 3;

type Place = 'before' | 'rows' | 'after';

/**
 * Reads the XML of a worksheet from its bytes as they are unpacked, never as one text, into blocks of cells. What it
 * does not know (rows out of order, CDATA, another encoding) ends in `Unrecognised`.
 */
export class SheetScanner {
  readonly merges: MergedArea[] = [];
  /** Columns with texts in cells that are formatted as text (`@`): what looks like a number there may be a code. */
  readonly textColumns = new Set<number>();
  /** Formulas without a stored result, by column. */
  readonly emptyFormulas = new Map<number, number>();
  readonly #options: SheetScannerOptions;
  readonly #onBlock: (block: CellBlock) => void;
  readonly #formats: Uint8Array;
  #carry: Buffer = Buffer.alloc(0);
  /** Bytes that the carry should have before it is looked at again. */
  #wanted = 0;
  #place: Place = 'before';
  #prefix = '';
  #isSheet = false;
  /** Whether its first byte was seen. */
  #isBegun = false;
  #rows = 0;
  #row = 0;
  #column = -1;
  #inRow = false;
  readonly #filling = new FillingBlock();
  // What the cell that is read states.
  #type = T_NUMBER;
  #style = 0;

  constructor(options: SheetScannerOptions, onBlock: (block: CellBlock) => void) {
    this.#options = options;
    this.#onBlock = onBlock;
    this.#formats = Uint8Array.from(options.formats, ({ kind }) =>
      kind === 'date'
        ? F_DATE
        : kind === 'elapsed'
          ? F_ELAPSED
          : kind === 'zeros'
            ? F_ZEROS
            : F_NUMBER,
    );
  }

  push(chunk: Buffer): void {
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    if (bytes.length < this.#wanted) {
      this.#carry = bytes;
      return;
    }
    let at = 0;
    if (this.#place === 'before') at = this.#scanBefore(bytes);
    if (this.#place === 'rows') at = this.#scanRows(bytes, at);
    if (this.#place === 'after') at = this.#scanAfter(bytes, at);
    // A chunk is only valid until the next one.
    this.#carry = at === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
    // A cell that is larger than a chunk is not read again with each of them.
    this.#wanted = this.#carry.length * 2;
    const longest = this.#place === 'rows' ? this.#options.maxCellBytes + LONGEST_TAG : LONGEST_TAG;
    if (this.#carry.length > longest)
      throw new Refusal(
        'upload_too_complex',
        `A cell in row ${Math.max(this.#row, 1)} is longer than ${this.#options.maxCellBytes} bytes. Shorten it and upload the workbook again.`,
      );
  }

  /** Gives the last block. Fails with a text where the sheet ends too early. */
  end(): void {
    if (this.#carry.length > 0 && this.#wanted > 0) {
      this.#wanted = 0;
      this.push(Buffer.alloc(0));
    }
    if (!this.#isSheet || this.#place === 'rows') throw new SheetDamaged();
    this.#give();
  }

  #give(): void {
    const block = this.#filling.take();
    if (block) this.#onBlock(block);
  }

  /** Looks for the rows; gives how far it came. */
  #scanBefore(bytes: Buffer): number {
    let at = 0;
    if (!this.#isSheet && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) at = 3;
    if (!this.#isBegun && (bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0))
      throw new Unrecognised('an unsupported encoding');
    this.#isBegun ||= bytes.length > 0;
    for (;;) {
      const open = bytes.indexOf(LT, at);
      if (open < 0) return bytes.length;
      const close = endOfMarkup(bytes, open);
      if (close < 0) return open;
      const name = nameAt(bytes, open + 1);
      at = close + 1;
      if (name.startsWith('!D') || name.startsWith('!E'))
        throw new Refusal(
          'upload_unreadable',
          'The workbook defines its own XML entities (DTD), which is not supported. Save it again as .xlsx and upload that.',
        );
      const colon = name.indexOf(':');
      const local = colon < 0 ? name : name.slice(colon + 1);
      if (!this.#isSheet && /^\w/.test(local)) {
        if (local !== 'worksheet') throw new SheetDamaged();
        this.#isSheet = true;
        this.#prefix = colon < 0 ? '' : name.slice(0, colon + 1);
        if (bytes[close - 1] === SLASH) {
          this.#place = 'after';
          return at;
        }
      } else if (local === 'sheetData') {
        this.#place = bytes[close - 1] === SLASH ? 'after' : 'rows';
        return at;
      }
    }
  }

  /** Reads what stands behind the rows: merged areas. */
  #scanAfter(bytes: Buffer, from: number): number {
    let at = from;
    for (;;) {
      const open = bytes.indexOf(LT, at);
      if (open < 0) return bytes.length;
      const close = endOfMarkup(bytes, open);
      if (close < 0) return open;
      at = close + 1;
      if (!nameAt(bytes, open + 1).endsWith('mergeCell')) continue;
      const area =
        /\sref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']/.exec(
          bytes.toString('latin1', open, close),
        );
      if (!area) continue;
      this.merges.push({
        firstRow: Number(area[2]),
        lastRow: Number(area[4]),
        firstColumn: columnOf(area[1]!),
        lastColumn: columnOf(area[3]!),
      });
    }
  }

  /** Reads rows and cells; gives where the first one begins that is not whole. */
  #scanRows(bytes: Buffer, from: number): number {
    const end = bytes.length;
    const prefix = this.#prefix.length;
    let at = from;
    for (;;) {
      while (at < end && bytes[at] !== LT) at++;
      if (at >= end) return end;
      const start = at;
      let name = at + 1;
      if (name >= end) return start;
      const closes = bytes[name] === SLASH;
      if (closes) name++;
      else if (bytes[name] === 33 || bytes[name] === 63) {
        const close = endOfMarkup(bytes, start);
        if (close < 0) return start;
        if (bytes[name] === 33 && bytes[name + 1] !== 45) throw new Unrecognised('CDATA');
        at = close + 1;
        continue;
      }
      if (prefix > 0) {
        if (name + prefix >= end) return start;
        if (bytes.toString('latin1', name, name + prefix) !== this.#prefix)
          throw new Unrecognised('an unknown namespace');
        name += prefix;
      }
      if (name + 1 >= end) return start;
      const first = bytes[name];
      const second = bytes[name + 1]!;
      if (first === 99 && (isSpace(second) || second === GT || second === SLASH)) {
        if (closes) {
          // The end of a cell is read with it.
          throw new Unrecognised('a cell closed twice');
        }
        const next = this.#readCell(bytes, name + 1, end);
        if (next < 0) return start;
        at = next;
      } else if (first === 114 && second === 111) {
        const close = bytes.indexOf(GT, name);
        if (close < 0) return start;
        if (closes) this.#endRow();
        else {
          this.#startRow(bytes, name + 3, close);
          if (bytes[close - 1] === SLASH) this.#endRow();
        }
        at = close + 1;
      } else if (closes && first === 115) {
        const close = bytes.indexOf(GT, name);
        if (close < 0) return start;
        if (this.#inRow) throw new Unrecognised('an unclosed row');
        this.#place = 'after';
        return close + 1;
      } else throw new Unrecognised('an element between cells');
    }
  }

  #startRow(bytes: Buffer, from: number, close: number): void {
    if (this.#inRow) throw new Unrecognised('a row within a row');
    const attribute = /\sr\s*=\s*["'](\d{1,7})["']/.exec(
      ` ${bytes.toString('latin1', from, close)}`,
    );
    const row = attribute ? Number(attribute[1]) : this.#row + 1;
    if (row <= this.#row || row > LAST_ROW) throw new Unrecognised('rows out of order');
    this.#row = row;
    this.#column = -1;
    this.#inRow = true;
  }

  #endRow(): void {
    this.#inRow = false;
    if (!this.#filling.endRow(this.#row)) return;
    if (++this.#rows > this.#options.maxRows) this.#options.onTooManyRows();
    if (this.#filling.cells >= BLOCK_CELLS) this.#give();
  }

  /** Reads the cell whose name ends at `from`; gives where it ends, or -1 where the bytes do. */
  #readCell(bytes: Buffer, from: number, end: number): number {
    let at = from;
    let column = -1;
    let type = T_NUMBER;
    let style = 0;
    // Attributes.
    for (;;) {
      while (at < end && isSpace(bytes[at]!)) at++;
      if (at >= end) return -1;
      const byte = bytes[at]!;
      if (byte === GT) break;
      if (byte === SLASH) {
        if (at + 1 >= end) return -1;
        if (column < 0) column = this.#column + 1;
        if (column >= COLUMNS) throw new SheetDamaged();
        if (column <= this.#column) throw new Unrecognised('cells out of order');
        this.#column = column;
        return at + 2;
      }
      const name = at;
      while (at < end && bytes[at] !== EQUALS && bytes[at] !== GT) at++;
      if (at + 1 >= end) return -1;
      if (bytes[at] !== EQUALS) throw new Unrecognised('an attribute without a value');
      const length = at - name;
      const quote = bytes[++at]!;
      if (quote !== DOUBLE_QUOTE && quote !== QUOTE)
        throw new Unrecognised('an attribute without quotes');
      const value = ++at;
      if (length === 1 && byte === 114) {
        let letters = 0;
        while (at < end && bytes[at]! >= 65 && bytes[at]! <= 90) {
          letters = letters * 26 + bytes[at++]! - 64;
          if (letters > COLUMNS) throw new SheetDamaged();
        }
        column = letters - 1;
        while (at < end && bytes[at]! >= 48 && bytes[at]! <= 57) at++;
        if (at < end && (bytes[at] !== quote || column < 0))
          throw new Unrecognised('an invalid cell reference');
      } else if (length === 1 && byte === 115) {
        style = 0;
        while (at < end && bytes[at]! >= 48 && bytes[at]! <= 57 && style < 1e6)
          style = style * 10 + bytes[at++]! - 48;
        if (at < end && bytes[at] !== quote) throw new Unrecognised('an invalid cell style');
      } else {
        while (at < end && bytes[at] !== quote) at++;
        if (length === 1 && byte === 116 && at < end) type = typeOf(bytes, value, at);
      }
      if (at >= end) return -1;
      at++;
    }
    at++;
    if (column < 0) column = this.#column + 1;
    if (column >= COLUMNS) throw new SheetDamaged();
    if (!this.#inRow) throw new Unrecognised('a cell outside of a row');
    if (column <= this.#column) throw new Unrecognised('cells out of order');
    this.#type = type;
    this.#style = style;
    const next = this.#readContent(bytes, at, end, column);
    if (next >= 0) this.#column = column;
    return next;
  }

  /** Reads what is in a cell; gives where the cell ends, or -1 where the bytes do. */
  #readContent(bytes: Buffer, from: number, end: number, column: number): number {
    const prefix = this.#prefix.length;
    // The frequent case, `<v>…</v></c>`, without a look at anything else.
    if (
      prefix === 0 &&
      from + 12 < end &&
      bytes[from] === LT &&
      bytes[from + 1] === 118 &&
      bytes[from + 2] === GT
    ) {
      const close = bytes[from + 3] === LT ? from + 3 : bytes.indexOf(LT, from + 3);
      if (close < 0 || close + 8 > end) return -1;
      if (
        bytes[close + 1] === SLASH &&
        bytes[close + 2] === 118 &&
        bytes[close + 3] === GT &&
        bytes[close + 4] === LT &&
        bytes[close + 5] === SLASH &&
        bytes[close + 6] === 99 &&
        bytes[close + 7] === GT
      ) {
        // An empty value is none, whatever the type of the cell.
        if (close > from + 3) this.#addValue(bytes, from + 3, close, column);
        return close + 8;
      }
    }
    return this.#readChildren(bytes, from, end, column);
  }

  #readChildren(bytes: Buffer, from: number, end: number, column: number): number {
    let at = from;
    let formula = false;
    let valueFrom = -1;
    let valueTo = -1;
    let inline: string | null = null;
    for (;;) {
      const open = bytes.indexOf(LT, at);
      if (open < 0) return -1;
      const close = endOfMarkup(bytes, open);
      if (close < 0) return -1;
      const name = this.#localName(bytes, open);
      const empty = bytes[close - 1] === SLASH;
      at = close + 1;
      if (name === '/c') break;
      if (name === 'v') {
        if (empty) continue;
        valueFrom = at;
        valueTo = bytes.indexOf(LT, at);
        if (valueTo < 0 || valueTo + 1 >= end) return -1;
        if (bytes[valueTo + 1] === 33) throw new Unrecognised('CDATA');
        at = valueTo;
      } else if (name === 'f') formula = true;
      else if (name === 'is' && !empty) {
        const done = this.#readInline(bytes, at, end);
        if (done === null) return -1;
        inline = done.text;
        at = done.next;
      } else if (name.startsWith('![')) throw new Unrecognised('CDATA');
      else if (name === 'c' || name === 'row' || name === '/row')
        throw new Unrecognised('an unclosed cell');
    }
    if (inline !== null && this.#type === T_INLINE) {
      this.#noteFormat(column);
      this.#addText(column, inline);
    } else if (valueFrom >= 0 && valueTo > valueFrom)
      this.#addValue(bytes, valueFrom, valueTo, column);
    else if (formula && !(valueFrom >= 0 && this.#type === T_TEXT))
      this.emptyFormulas.set(column, (this.emptyFormulas.get(column) ?? 0) + 1);
    return at;
  }

  /** The texts of `<is>`: of its runs, but not how they are pronounced. */
  #readInline(
    bytes: Buffer,
    from: number,
    end: number,
  ): { readonly text: string; readonly next: number } | null {
    let at = from;
    let text = '';
    let phonetic = 0;
    for (;;) {
      const open = bytes.indexOf(LT, at);
      if (open < 0) return null;
      const close = endOfMarkup(bytes, open);
      if (close < 0) return null;
      const name = this.#localName(bytes, open);
      const empty = bytes[close - 1] === SLASH;
      at = close + 1;
      if (name === '/is') return { text, next: at };
      if (name === 'rPh' && !empty) phonetic++;
      else if (name === '/rPh') phonetic--;
      else if (name === 't' && !empty) {
        const to = bytes.indexOf(LT, at);
        if (to < 0 || to + 1 >= end) return null;
        if (bytes[to + 1] === 33) throw new Unrecognised('CDATA');
        if (phonetic === 0) text += textOf(bytes, at, to);
        at = to;
      } else if (name === '/c' || name === '/row') throw new Unrecognised('an unclosed text');
    }
  }

  #localName(bytes: Buffer, open: number): string {
    const name = nameAt(bytes, open + 1);
    if (this.#prefix === '') return name;
    const closes = name.startsWith('/');
    const rest = closes ? name.slice(1) : name;
    if (!rest.startsWith(this.#prefix)) return name;
    return `${closes ? '/' : ''}${rest.slice(this.#prefix.length)}`;
  }

  #addValue(bytes: Buffer, from: number, to: number, column: number): void {
    if (this.#type === T_SHARED || this.#type === T_TEXT) this.#noteFormat(column);
    switch (this.#type) {
      case T_NUMBER:
        this.#addNumber(bytes, from, to, column);
        return;
      case T_SHARED: {
        let index = 0;
        let at = from;
        while (at < to && bytes[at]! >= 48 && bytes[at]! <= 57 && index < 1e9)
          index = index * 10 + bytes[at++]! - 48;
        if (at < to) index = wholeNumber(bytes.toString('latin1', from, to));
        if (!(index < this.#options.sharedTexts)) throw new SheetDamaged();
        this.#filling.add(column, SHARED_TEXT, index);
        return;
      }
      case T_BOOLEAN: {
        const text = bytes.toString('latin1', from, to).trim().toLowerCase();
        this.#filling.add(column, BOOLEAN, text === '1' || text === 'true' ? 1 : 0);
        return;
      }
      case T_ERROR:
        this.#filling.add(column, ERROR, 0);
        return;
      case T_DATE:
        this.#addIsoDate(textOf(bytes, from, to), column);
        return;
      default:
        this.#addText(column, textOf(bytes, from, to));
    }
  }

  #noteFormat(column: number): void {
    if (this.#style > 0 && this.#options.formats[this.#style]?.kind === 'text')
      this.textColumns.add(column);
  }

  #addText(column: number, text: string): void {
    this.#filling.addText(column, text);
  }

  /** A date as ISO 8601 writes it (workbooks of the strict kind). */
  #addIsoDate(text: string, column: number): void {
    const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(text.trim());
    this.#addText(column, match ? [match[1], match[2]].filter(Boolean).join(' ') : text);
  }

  /** Digits with at most one point need no number made of them; the rest does. */
  #addNumber(bytes: Buffer, from: number, to: number, column: number): void {
    let at = from;
    const negative = bytes[at] === 45;
    if (negative) at++;
    let mantissa = 0;
    let digits = 0;
    let point = -1;
    let significant = 0;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === 46 && point < 0) point = at;
      else if (byte >= 48 && byte <= 57) {
        digits++;
        if (mantissa !== 0 || byte !== 48) significant++;
        mantissa = mantissa * 10 + byte - 48;
        if (significant > DIGITS) break;
      } else break;
    }
    let scale = point < 0 ? 0 : to - point - 1;
    if (at < to || digits === 0 || scale > MAX_SCALE) {
      this.#addOtherNumber(bytes, from, to, column);
      return;
    }
    while (scale > 0 && mantissa % 10 === 0) {
      mantissa /= 10;
      scale--;
    }
    // Smaller numbers are written with an exponent.
    if (mantissa !== 0 && scale > 6 && mantissa / POWERS[scale]! < 1e-6) {
      this.#addOtherNumber(bytes, from, to, column);
      return;
    }
    if (negative && mantissa !== 0) mantissa = -mantissa;
    const format = this.#style === 0 && this.#formats.length === 0 ? 0 : this.#formats[this.#style];
    if (format) this.#addFormatted(mantissa / POWERS[scale]!, format, column, mantissa, scale);
    else this.#filling.add(column, scale, mantissa);
  }

  #addOtherNumber(bytes: Buffer, from: number, to: number, column: number): void {
    const number = Number.parseFloat(textOf(bytes, from, to));
    if (Number.isNaN(number)) {
      this.#filling.add(column, ERROR, 0);
      return;
    }
    const format = this.#formats[this.#style] ?? F_NUMBER;
    if (format) this.#addFormatted(number, format, column, Number.NaN, 0);
    else this.#addRounded(number, column);
  }

  /** A number with the digits that a spreadsheet keeps: 15. */
  #addRounded(number: number, column: number): void {
    const text = numberText(number);
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
    const fraction = match?.[3] ?? '';
    const mantissa = Number(`${match?.[2]}${fraction}`);
    if (!match || !Number.isSafeInteger(mantissa) || fraction.length > MAX_SCALE)
      this.#addText(column, text);
    else this.#filling.add(column, fraction.length, match[1] ? -mantissa || 0 : mantissa);
  }

  #addFormatted(
    number: number,
    format: number,
    column: number,
    mantissa: number,
    scale: number,
  ): void {
    if (format === F_DATE) {
      const moment = momentOf(number, this.#options.date1904);
      if (moment) {
        const kind = moment.kind === 'day' ? DAY : moment.kind === 'instant' ? INSTANT : CLOCK;
        this.#filling.add(column, kind, moment.value);
        return;
      }
    } else if (format === F_ELAPSED) {
      this.#addText(column, elapsedText(number));
      return;
    } else {
      const wanted = this.#options.formats[this.#style];
      const text = numberText(number);
      if (wanted?.kind === 'zeros' && /^\d+$/.test(text)) {
        this.#addText(column, text.padStart(wanted.zeros, '0'));
        return;
      }
    }
    // A number that is no date of the date system.
    if (format === F_DATE && this.#options.date1904) this.#addRounded(number + DAYS_1904, column);
    else if (Number.isNaN(mantissa)) this.#addRounded(number, column);
    else this.#filling.add(column, scale, mantissa);
  }
}

const DAYS_1904 = 1_462;

/** A sheet that is not whole, or none. */
export class SheetDamaged extends Error {}

/** Significant digits that Excel keeps and shows (Microsoft, "Excel specifications and limits"). */
const numberText = (value: number) =>
  String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(DIGITS)));

const wholeNumber = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

function typeOf(bytes: Buffer, from: number, to: number): number {
  const length = to - from;
  if (length === 1) {
    const byte = bytes[from];
    if (byte === 115) return T_SHARED;
    if (byte === 110) return T_NUMBER;
    if (byte === 98) return T_BOOLEAN;
    if (byte === 101) return T_ERROR;
    if (byte === 100) return T_DATE;
  }
  const name = bytes.toString('latin1', from, Math.min(to, from + 20));
  if (name === 'str') return T_TEXT;
  if (name === 'inlineStr') return T_INLINE;
  throw new Unrecognised('an unknown cell type');
}

/** The name of the tag at a place, with its slash and prefix; a few characters tell all that are known apart. */
function nameAt(bytes: Buffer, from: number): string {
  let to = from;
  while (to < bytes.length && to - from < 64) {
    const byte = bytes[to]!;
    if (isSpace(byte) || byte === GT || (byte === SLASH && to > from)) break;
    to++;
  }
  return bytes.toString('latin1', from, to);
}

/** Where the tag, comment or declaration at `open` closes; -1 where the bytes end first. */
function endOfMarkup(bytes: Buffer, open: number): number {
  if (bytes[open + 1] === 33 && bytes[open + 2] === 45) {
    const end = bytes.indexOf('-->', open + 4, 'latin1');
    return end < 0 ? -1 : end + 2;
  }
  let quote = 0;
  for (let at = open + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === DOUBLE_QUOTE || byte === QUOTE) quote = byte;
    else if (byte === GT) return at;
    if (at - open > LONGEST_TAG) throw new Unrecognised('an unclosed tag');
  }
  return -1;
}

/** The place of a column from its letters: `A` is 0. */
function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

/** The block that is being filled; its arrays are used again. */
class FillingBlock {
  cells = 0;
  #rows = 0;
  #rowStart = 0;
  #columns = new Uint16Array(BLOCK_CELLS + COLUMNS);
  #kinds = new Uint8Array(BLOCK_CELLS + COLUMNS);
  #values = new Float64Array(BLOCK_CELLS + COLUMNS);
  #rowNumbers = new Uint32Array(BLOCK_CELLS + 1);
  #ends = new Uint32Array(BLOCK_CELLS + 1);
  #texts: string[] = [];
  #interned = new Map<string, number>();

  add(column: number, kind: number, value: number): void {
    const at = this.cells++;
    this.#columns[at] = column;
    this.#kinds[at] = kind;
    this.#values[at] = value;
  }

  addText(column: number, text: string): void {
    let place = this.#interned.get(text);
    if (place === undefined) {
      place = this.#texts.push(text) - 1;
      if (this.#interned.size < INTERNED) this.#interned.set(text, place);
    }
    this.add(column, OWN_TEXT, place);
  }

  /** Ends a row; false where it has no cells and does not count. */
  endRow(row: number): boolean {
    if (this.cells === this.#rowStart) return false;
    this.#rowNumbers[this.#rows] = row;
    this.#ends[this.#rows++] = this.cells;
    this.#rowStart = this.cells;
    return true;
  }

  /** The block as filled, and begins the next one; null where nothing is in it. */
  take(): CellBlock | null {
    if (this.#rows === 0) return null;
    const block: CellBlock = {
      rows: this.#rows,
      rowNumbers: this.#rowNumbers.slice(0, this.#rows),
      ends: this.#ends.slice(0, this.#rows),
      columns: this.#columns.slice(0, this.cells),
      kinds: this.#kinds.slice(0, this.cells),
      values: this.#values.slice(0, this.cells),
      texts: this.#texts,
    };
    this.cells = 0;
    this.#rows = 0;
    this.#rowStart = 0;
    this.#texts = [];
    this.#interned = new Map();
    return block;
  }
}
