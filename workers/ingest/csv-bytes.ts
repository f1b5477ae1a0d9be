import { closeSync, openSync, readSync } from 'node:fs';
import { isIsoDay, readTime } from '#workers/ingest/cell-date.ts';
import {
  COMPACT_DIGITS,
  ColumnStats,
  SERIAL_DIGITS,
  type TextOfCell,
} from '#workers/ingest/column-stats.ts';
import type { Survey, WrittenColumn, WrittenRows } from '#workers/ingest/fast-rows.ts';
import { isNines } from '#workers/ingest/missing-numbers.ts';
import { scanPlain } from '#workers/ingest/number-stats.ts';
import { toldBytes, toldRows } from '#workers/ingest/progress.ts';
import { type TableRange, trimmed } from '#workers/ingest/table-range.ts';
import { isTotalName } from '#workers/ingest/total-rows.ts';
import type { ParseLimits } from '#workers/protocol.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;
const CHUNK_BYTES = 1024 * 1024;
/** Bytes after which the columns are most likely known. */
const SAMPLE_BYTES = 4 * CHUNK_BYTES;
/** Longer records are left to the reader of texts. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** Filled cells at the start of a record among which the name of a total stands. */
const LABEL_CELLS = 3;
/** Labels that are remembered. */
const MOST_LABELS = 100_000;
const IN_QUOTES = 1;
const DOUBLED_QUOTES = 2;
/** A number with three digits behind its point, which could group thousands as well. */
const THREE_DECIMALS = /^-?(?:0|[1-9]\d{0,11})\.\d{3}$/;
const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

export interface CsvBytesOptions {
  readonly path: string;
  /** Of UTF-8 without a fault. */
  readonly bomBytes: number;
  /** An ASCII character. */
  readonly delimiter: string;
  readonly maxCellBytes: number;
}

/** The file is written in a way that is left to the reader of texts. */
class Irregular extends Error {}

/** What cells of a column are beside what its statistics say: whether an engine reads them as we do. */
interface Written {
  /** Cells that are neither digits, nor an ISO day or instant, nor `true` or `false`. */
  others: number;
  instants: number;
  /** Cells of nothing but white space, which are no values. */
  blanks: number;
}

/**
 * Looks through the bytes of a CSV once: statistics without a text for most cells, and whether the file can be given to
 * an engine as it is. Regular files only: quotes around whole cells, lines that end in LF or CRLF, no NUL.
 */
export class CsvBytes implements TextOfCell {
  readonly #options: CsvBytesOptions;
  readonly #delimiter: number;
  #bytes = Buffer.alloc(0);
  #starts = new Int32Array(1_024);
  #ends = new Int32Array(1_024);
  #flags = new Uint8Array(1_024);
  #cells = 0;
  #at = 0;
  #lf = 0;
  #crlf = 0;
  #quotedLineEnds = 0;
  readonly #labels = new Map<string, boolean>();
  #written: Written[] = [];
  #survey: Survey | null = null;
  /** Cells of each record of the range; 0 where they differ. */
  #width = 0;

  constructor(options: CsvBytesOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter.charCodeAt(0);
  }

  currentText(): string {
    return this.#text(this.#at);
  }

  #text(at: number): string {
    const text = this.#bytes.toString('utf8', this.#starts[at], this.#ends[at]);
    return (this.#flags[at]! & DOUBLED_QUOTES) === 0 ? text : text.replaceAll('""', '"');
  }

  /** Null where the file is irregular, or has more rows, cells or bytes of a cell than allowed. */
  survey(
    range: TableRange,
    headerWidth: number,
    limits: ParseLimits,
    onSample?: (survey: Survey) => void,
  ): Survey | null {
    if (!isAllBelow(range)) return null;
    try {
      this.#survey = this.#read(range, headerWidth, limits, onSample);
      return this.#survey;
    } catch (error) {
      // What the first rows were said to be holds for nothing.
      this.#survey = null;
      if (error instanceof Irregular) return null;
      throw error;
    }
  }

  #read(
    range: TableRange,
    headerWidth: number,
    limits: ParseLimits,
    onSample?: (survey: Survey) => void,
  ): Survey {
    const stats: ColumnStats[] = [];
    this.#written = [];
    this.#lf = 0;
    this.#crlf = 0;
    this.#quotedLineEnds = 0;
    const seen = {
      rows: 0,
      emptyRows: 0,
      shortRows: 0,
      firstShortRow: 0,
      longRows: 0,
      firstLongRow: 0,
    };
    let width = headerWidth;
    let record = 0;
    let namesTotal = false;
    let sameWidth = -1;
    let lastRow: { readonly cells: readonly string[]; readonly row: number } | null = null;
    let told = 0;
    let sampled = onSample === undefined;
    const survey = (): Survey => {
      this.#width = Math.max(sameWidth, 0);
      const count = Math.max(headerWidth, stats.length);
      if (count > limits.maxColumns) throw new Irregular();
      return {
        ...seen,
        lastRow,
        namesTotal,
        columns: Array.from({ length: count }, (_, at) => stats[at] ?? new ColumnStats()),
      };
    };
    this.#eachChunk((end, last, position) => {
      let from = 0;
      let valued = -1;
      let valuedRecord = 0;
      for (;;) {
        const next = this.#split(from, end, last);
        if (next < 0) break;
        record++;
        const cells = this.#cells;
        if (record >= range.firstRow) {
          if (width === 0) width = cells;
          if (sameWidth !== cells) sameWidth = sameWidth === -1 ? cells : 0;
          if (cells > limits.maxColumns) throw new Irregular();
          const { filled, total } = this.#addRecord(stats, record);
          if (filled === 0) seen.emptyRows++;
          else {
            valued = from;
            valuedRecord = record;
            namesTotal ||= total;
            if (cells < width && seen.shortRows++ === 0) seen.firstShortRow = record;
            if (filled > width && seen.longRows++ === 0) seen.firstLongRow = record;
            if (++seen.rows > limits.maxRows) throw new Irregular();
          }
        }
        from = next;
      }
      if (valued >= 0) {
        this.#split(valued, end, last);
        lastRow = {
          cells: Array.from({ length: this.#cells }, (_, at) => this.#text(at)),
          row: valuedRecord,
        };
      }
      toldRows(seen.rows - told);
      told = seen.rows;
      if (!sampled && position >= SAMPLE_BYTES && !last) {
        sampled = true;
        this.#survey = survey();
        onSample?.(this.#survey);
      }
      return from;
    });
    return survey();
  }

  /** Gives the bytes in chunks that begin with a record, and how many were read; `take` gives how many of them it took. */
  #eachChunk(take: (end: number, last: boolean, position: number) => number): void {
    const file = openSync(this.#options.path, 'r');
    try {
      let position = this.#options.bomBytes;
      let kept = 0;
      let buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
      for (;;) {
        if (buffer.length - kept < CHUNK_BYTES)
          buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
        const size = readSync(file, buffer, kept, CHUNK_BYTES, position);
        position += size;
        const end = kept + size;
        this.#bytes = buffer;
        const nul = buffer.indexOf(0, kept);
        if (nul >= 0 && nul < end) throw new Irregular();
        const taken = take(end, size === 0, position);
        toldBytes(position);
        if (size === 0) return;
        kept = end - taken;
        if (kept > MAX_RECORD_BYTES) throw new Irregular();
        buffer.copyWithin(0, taken, end);
      }
    } finally {
      closeSync(file);
    }
  }

  /** Finds the cells of the record at `from`; gives where the next one begins, -1 where the bytes end before. */
  #split(from: number, end: number, last: boolean): number {
    if (from >= end) return -1;
    const bytes = this.#bytes;
    const delimiter = this.#delimiter;
    let at = from;
    let cells = 0;
    for (;;) {
      if (cells === this.#starts.length) this.#grow();
      if (at < end && bytes[at] === QUOTE) {
        at = this.#quoted(at, end, last, cells);
        if (at < 0) return -1;
      } else {
        const start = at;
        while (at < end) {
          const byte = bytes[at]!;
          if (byte === delimiter || byte === LF || byte === CR) break;
          if (byte === QUOTE) throw new Irregular();
          at++;
        }
        this.#starts[cells] = start;
        this.#ends[cells] = at;
        this.#flags[cells] = 0;
      }
      if (this.#ends[cells]! - this.#starts[cells]! > this.#options.maxCellBytes)
        throw new Irregular();
      cells++;
      if (at >= end) {
        if (!last) return -1;
        break;
      }
      if (bytes[at] === delimiter) {
        at++;
        continue;
      }
      if (bytes[at] === CR) {
        if (at + 1 >= end && !last) return -1;
        if (bytes[at + 1] !== LF || at + 1 >= end) throw new Irregular();
        this.#crlf++;
        at += 2;
      } else {
        this.#lf++;
        at++;
      }
      break;
    }
    // A blank line is counted by the reader of texts.
    if (cells === 1 && this.#ends[0] === this.#starts[0]) throw new Irregular();
    this.#cells = cells;
    return at;
  }

  #quoted(open: number, end: number, last: boolean, cell: number): number {
    const bytes = this.#bytes;
    let flags = IN_QUOTES;
    for (let at = open + 1; at < end; at++) {
      const byte = bytes[at];
      if (byte === LF || byte === CR) this.#quotedLineEnds++;
      if (byte !== QUOTE) continue;
      if (at + 1 >= end && !last) return -1;
      if (at + 1 < end && bytes[at + 1] === QUOTE) {
        flags |= DOUBLED_QUOTES;
        at++;
        continue;
      }
      const next = at + 1 < end ? bytes[at + 1] : LF;
      if (next !== this.#delimiter && next !== LF && next !== CR) throw new Irregular();
      this.#starts[cell] = open + 1;
      this.#ends[cell] = at;
      this.#flags[cell] = flags;
      return at + 1;
    }
    if (last) throw new Irregular();
    return -1;
  }

  #grow(): void {
    const size = this.#starts.length * 2;
    const grown = <T extends Int32Array | Uint8Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#starts = grown(this.#starts, new Int32Array(size));
    this.#ends = grown(this.#ends, new Int32Array(size));
    this.#flags = grown(this.#flags, new Uint8Array(size));
  }

  /** Takes the cells of a record into the statistics; gives the place behind the last with a value. */
  #addRecord(
    stats: ColumnStats[],
    record: number,
  ): { readonly filled: number; readonly total: boolean } {
    let filled = 0;
    let labels = 0;
    let total = false;
    for (let at = 0; at < this.#cells; at++) {
      if (this.#starts[at] === this.#ends[at]) continue;
      const column = stats[at] ?? new ColumnStats();
      const written = this.#written[at] ?? { others: 0, instants: 0, blanks: 0 };
      stats[at] = column;
      this.#written[at] = written;
      this.#at = at;
      const kind = this.#addCell(column, written, record);
      if (kind === BLANK) continue;
      filled = at + 1;
      if (labels++ < LABEL_CELLS && kind === TEXT && !total) total = this.#isTotal(at);
    }
    return { filled, total };
  }

  #isTotal(at: number): boolean {
    if (this.#ends[at]! - this.#starts[at]! > 250) return isTotalName(this.#text(at).trim());
    const text = this.#text(at).trim();
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    const total = isTotalName(text);
    if (this.#labels.size < MOST_LABELS) this.#labels.set(text, total);
    return total;
  }

  #addCell(
    stats: ColumnStats,
    written: Written,
    record: number,
  ): typeof BLANK | typeof TEXT | typeof VALUE {
    const start = this.#starts[this.#at]!;
    const end = this.#ends[this.#at]!;
    const first = this.#bytes[start]!;
    const last = this.#bytes[end - 1]!;
    const isBare = isNoSpace(this.#bytes, start, first) && isNoSpace(this.#bytes, end - 1, last);
    if (isBare && first >= 48 && first <= 57) {
      if (this.#addDigits(stats, start, end, record)) return VALUE;
      if (isUsualDay(this.#bytes, start, end)) {
        stats.addKnown('date', record, this);
        return VALUE;
      }
    } else if (isBare && stats.isSurelyText) {
      stats.addKnown('text', record, this);
      return TEXT;
    } else if (isTrue(this.#bytes, start, end) || isFalse(this.#bytes, start, end)) {
      stats.addBoolean(end - start === 4, record, this);
      return VALUE;
    }
    return this.#addText(stats, written, record);
  }

  /** Adds a number of digits and at most one point; false where it is none, or needs a closer look. */
  #addDigits(stats: ColumnStats, start: number, end: number, record: number): boolean {
    if (end - start > 15 || stats.isSurelyText) return false;
    let point = -1;
    let fraction = false;
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at]!;
      if (byte === 46) {
        if (point >= 0) return false;
        point = at;
      } else if (byte < 48 || byte > 57) return false;
      else if (point >= 0 && byte !== 48) fraction = true;
    }
    const whole = (point < 0 ? end : point) - start;
    const scale = point < 0 ? 0 : end - point - 1;
    if (whole > 1 && this.#bytes[start] === 48) return false;
    // Three digits may be thousands, and a zero at the end a code.
    if (scale === 3 || (point >= 0 && (scale === 0 || this.#bytes[end - 1] === 48))) return false;
    stats.addKnown('number', record, this);
    stats.numbers.addPlain(whole, scale, fraction);
    if (whole > 1 && this.#bytes[start] === 57 && isNines(this.currentText()))
      stats.numbers.nines.add(this.currentText());
    else stats.numbers.nines.addOther(whole);
    if (whole === COMPACT_DIGITS && scale === 0) stats.addCompact(this.currentText());
    if (whole === SERIAL_DIGITS) stats.serials.add(Number(this.currentText()));
    return true;
  }

  #addText(
    stats: ColumnStats,
    written: Written,
    record: number,
  ): typeof BLANK | typeof TEXT | typeof VALUE {
    const text = this.currentText();
    if (text.startsWith('="')) throw new Irregular();
    const bare = trimmed(text);
    if (bare === '') {
      written.blanks++;
      return BLANK;
    }
    if (bare.length !== text.length) stats.trimmed++;
    stats.add(bare, record);
    if (INSTANT.test(bare) && isIsoDay(bare.slice(0, 10)) && readTime(bare.slice(11)))
      written.instants++;
    else if (!isWrittenAsRead(bare)) written.others++;
    return TEXT;
  }

  /** Whether all records that were looked through have the same number of cells. */
  get isEven(): boolean {
    return this.#width > 0;
  }

  /** The file itself for an engine, where each cell is written as it becomes; null: it is not. */
  write(range: TableRange, columns: readonly WrittenColumn[]): WrittenRows | null {
    const survey = this.#survey;
    const { delimiter, bomBytes, path } = this.#options;
    if (!survey || !isAllBelow(range) || this.#width < 2 || this.#quotedLineEnds > 0) return null;
    if (survey.emptyRows > 0 || (this.#lf > 0 && this.#crlf > 0)) return null;
    // A byte order mark stands in a line that is left out.
    if (bomBytes > 0 && range.firstRow < 2) return null;
    if (new Set(columns.map(({ at }) => at)).size < columns.length) return null;
    // Cells that are none of a column's type have no value; the engine would refuse them.
    if (columns.some(({ plan }) => plan.isBad || plan.missing)) return null;
    for (const { at, plan } of columns) {
      const stats = survey.columns[at];
      if (at >= this.#width || !stats || !this.#isAsWritten(plan, stats, at)) return null;
    }
    return {
      rows: survey.rows,
      path,
      format: {
        kind: 'delimited',
        delimiter,
        lineEnd: this.#crlf > 0 ? '\r\n' : '\n',
        skipLines: range.firstRow - 1,
        width: this.#width,
        places: columns.map(({ at }) => at),
      },
    };
  }

  #isAsWritten(plan: WrittenColumn['plan'], stats: ColumnStats, at: number): boolean {
    const { others, instants, blanks } = this.#written[at] ?? NOTHING;
    if (stats.trimmed > 0 || blanks > 0) return false;
    if (stats.filled === 0) return plan.type === 'text';
    const keeps = (text: string) => plan.convert(text) === text;
    switch (plan.type) {
      case 'text':
        return keeps('Text 1.50') && keeps('n/a');
      case 'integer':
        return others === 0 && stats.numbers.point.scale === 0 && keeps('12');
      case 'decimal':
      case 'float':
        return others === 0 && keeps('1.5') && keeps('-12');
      case 'boolean':
        return others === 0 && keeps('true') && keeps('false');
      case 'date':
        return others === 0 && instants === 0 && keeps('2024-02-29');
      case 'timestamp':
        return others === 0 && keeps('2024-02-29 10:11:12');
      default:
        return false;
    }
  }
}

const NOTHING: Written = { others: 0, instants: 0, blanks: 0 };
const BLANK = 0;
const TEXT = 1;
const VALUE = 2;

const isAllBelow = (range: TableRange) =>
  range.lastRow === Number.POSITIVE_INFINITY &&
  range.lastColumn === Number.POSITIVE_INFINITY &&
  range.firstColumn === 0 &&
  !range.skipRows?.size;

/** Whether a value of a typed column is written as it is read: an engine needs nothing done to it. */
const isWrittenAsRead = (text: string) =>
  scanPlain(text) !== null ||
  THREE_DECIMALS.test(text) ||
  isIsoDay(text) ||
  text === 'true' ||
  text === 'false';

/** Whether the character of which a byte is the first or the last is surely no white space, of any script. */
function isNoSpace(bytes: Buffer, at: number, byte: number): boolean {
  if (byte < 128) return byte > 32 && byte !== 127;
  let lead = at;
  while (lead > at - 3 && (bytes[lead]! & 0xc0) === 0x80) lead--;
  // U+00A0; U+1680; U+2000 and others; U+3000; U+FEFF.
  const first = bytes[lead]!;
  return first >= 0xc3 && first !== 0xe1 && first !== 0xe2 && first !== 0xe3 && first !== 0xef;
}

const isWord =
  (...letters: readonly number[]) =>
  (bytes: Buffer, start: number, end: number): boolean => {
    if (end - start !== letters.length) return false;
    for (let at = 0; at < letters.length; at++) if (bytes[start + at] !== letters[at]) return false;
    return true;
  };
const isTrue = isWord(...Buffer.from('true'));
const isFalse = isWord(...Buffer.from('false'));

/** An ISO day that every month has: the frequent case, without a text. */
function isUsualDay(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== 10 || bytes[start + 4] !== 45 || bytes[start + 7] !== 45) return false;
  const digit = (at: number) => bytes[start + at]! - 48;
  for (const at of DAY_DIGITS) if (digit(at) > 9 || digit(at) < 0) return false;
  const month = digit(5) * 10 + digit(6);
  const day = digit(8) * 10 + digit(9);
  return digit(0) > 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

const DAY_DIGITS = [0, 1, 2, 3, 5, 6, 8, 9];
