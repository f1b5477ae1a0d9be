import { Refusal } from '#workers/ingest/refusal.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;
/** An unfinished record is read again with each chunk; this bounds that work. */
const MAX_RECORD_CHARS = 4 * 1024 * 1024;

/** Takes the cells of one record and its number (1 for the first record, blank lines counted). */
export type OnRecord = (cells: string[], record: number) => void;

export interface CsvReaderOptions {
  /** One character. */
  readonly delimiter: string;
  /** Longest cell, in characters. */
  readonly maxCellChars: number;
  readonly maxColumns: number;
}

/**
 * A streaming reader of RFC 4180 text: quotes doubled inside quoted cells, line ends LF, CRLF or CR. Lenient where
 * files are: a quote inside an unquoted cell is a character like others, and text after a closing quote is kept.
 * Blank lines are counted but not given.
 */
export class CsvReader {
  readonly #options: CsvReaderOptions;
  readonly #onRecord: OnRecord;
  readonly #delimiter: number;
  #tail = '';
  #record = 0;
  blankLines = 0;
  /** Cells with text after their closing quote, and the record of the first. */
  strayQuotes = 0;
  firstStrayQuote = 0;

  constructor(options: CsvReaderOptions, onRecord: OnRecord) {
    this.#options = options;
    this.#onRecord = onRecord;
    this.#delimiter = options.delimiter.charCodeAt(0);
  }

  push(chunk: string): void {
    this.#read(this.#tail === '' ? chunk : this.#tail + chunk, false);
  }

  end(): void {
    this.#read(this.#tail, true);
    this.#tail = '';
  }

  /** Gives all whole records of `text` and keeps the rest as the tail. */
  #read(text: string, last: boolean): void {
    const length = text.length;
    let at = 0;
    while (at < length) {
      const next = this.#readRecord(text, at, last);
      if (next < 0) break;
      at = next;
    }
    this.#tail = at === 0 ? text : text.slice(at);
    if (this.#tail.length > Math.max(MAX_RECORD_CHARS, 16 * this.#options.maxCellChars))
      throw new Refusal(
        'upload_too_complex',
        `Row ${this.#record + 1} is longer than ${MAX_RECORD_CHARS} characters.`,
      );
  }

  /** Reads one record from `start`; gives where the next one starts, or -1 where the text ends too early. */
  #readRecord(text: string, start: number, last: boolean): number {
    const cells: string[] = [];
    const length = text.length;
    const delimiter = this.#delimiter;
    let at = start;
    for (;;) {
      if (text.charCodeAt(at) === QUOTE) {
        const end = this.#readQuoted(text, at, last, cells);
        if (end < 0) return -1;
        at = end;
      } else {
        const from = at;
        let code = 0;
        while (at < length) {
          code = text.charCodeAt(at);
          if (code === delimiter || code === LF || code === CR) break;
          at++;
        }
        if (at === length && !last) return this.#incomplete(from, at);
        this.#checkCell(from, at);
        cells.push(text.slice(from, at));
      }
      if (at < length && text.charCodeAt(at) === delimiter) {
        this.#checkColumns(cells.length + 1);
        at++;
        if (at === length && last) {
          cells.push('');
          break;
        }
        continue;
      }
      break;
    }
    if (at < length && text.charCodeAt(at) === CR) {
      if (at + 1 === length && !last) return -1;
      at++;
    }
    if (at < length && text.charCodeAt(at) === LF) at++;
    this.#give(cells);
    return at;
  }

  /** Reads a quoted cell that opens at `open`; gives where it ends (delimiter, line end or end of text), or -1. */
  #readQuoted(text: string, open: number, last: boolean, cells: string[]): number {
    let from = open + 1;
    let value = '';
    for (;;) {
      const close = text.indexOf('"', from);
      if (close < 0) {
        if (!last) return this.#incomplete(open, text.length);
        throw new Refusal(
          'upload_unreadable',
          `A quote that opens in row ${this.#record + 1} is never closed. Save the file again as CSV, or double the quote characters inside cells.`,
        );
      }
      if (close + 1 === text.length && !last) return this.#incomplete(open, close);
      value += text.slice(from, close);
      if (text.charCodeAt(close + 1) === QUOTE) {
        value += '"';
        from = close + 2;
        continue;
      }
      return this.#afterQuote(text, open, close + 1, last, value, cells);
    }
  }

  #afterQuote(
    text: string,
    open: number,
    from: number,
    last: boolean,
    value: string,
    cells: string[],
  ): number {
    let at = from;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === this.#delimiter || code === LF || code === CR) break;
      at++;
    }
    if (at === text.length && !last) return this.#incomplete(open, at);
    this.#checkCell(open, at);
    const stray = text.slice(from, at);
    if (stray.trim() === '') {
      cells.push(value);
    } else {
      this.strayQuotes++;
      this.firstStrayQuote ||= this.#record + 1;
      cells.push(value + stray);
    }
    return at;
  }

  #give(cells: string[]): void {
    this.#record++;
    if (cells.length === 1 && cells[0] === '') this.blankLines++;
    else this.#onRecord(cells, this.#record);
  }

  #incomplete(from: number, to: number): -1 {
    this.#checkCell(from, to);
    return -1;
  }

  #checkCell(from: number, to: number): void {
    if (to - from <= this.#options.maxCellChars) return;
    throw new Refusal(
      'upload_too_complex',
      `A cell in row ${this.#record + 1} is longer than ${this.#options.maxCellChars} characters. A quote that is opened and not closed reads like that too: check that row.`,
    );
  }

  #checkColumns(columns: number): void {
    if (columns <= this.#options.maxColumns) return;
    throw new Refusal(
      'upload_too_complex',
      `Row ${this.#record + 1} has more than ${this.#options.maxColumns} columns. Split the table into several files.`,
    );
  }
}
