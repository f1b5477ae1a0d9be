import { Refusal } from '#workers/ingest/refusal.ts';

const LF = 10;
const CR = 13;
/** An unfinished record is read again with each chunk; this bounds that work. */
const MAX_RECORD_CHARS = 4 * 1024 * 1024;

/** Takes the cells of one record and its number (1 for the first record, blank lines counted). */
export type OnRecord = (cells: string[], record: number) => void;

export interface CsvReaderOptions {
  /** One character. */
  readonly delimiter: string;
  /** One character; `"` where absent. */
  readonly quote?: string;
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
  readonly #quoteText: string;
  readonly #quote: number;
  /** Cells of the record before. */
  #width = 0;
  /** Whether the record that is read has text behind a closing quote, and a delimiter before it. */
  #hasTornQuote = false;
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
    this.#quoteText = options.quote ?? '"';
    this.#quote = this.#quoteText.charCodeAt(0);
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
  #readRecord(text: string, start: number, last: boolean, literal = false): number {
    const cells: string[] = [];
    this.#hasTornQuote = false;
    const length = text.length;
    const delimiter = this.#delimiter;
    let at = start;
    for (;;) {
      if (text.charCodeAt(at) === this.#quote) {
        const end = this.#readQuoted(text, at, last, cells, literal);
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
    // With a quote that is torn off its pair the cells between are one; taken for a character it may part them right.
    if (this.#hasTornQuote && !literal && cells.length < this.#width) {
      const width = this.#width;
      const strays = this.strayQuotes;
      const again = this.#readLiteral(text, start, last, width);
      if (again !== null) return again;
      this.strayQuotes = strays;
    }
    this.#give(cells);
    return at;
  }

  /** Reads a record with torn quotes as characters; null where that does not give it as many cells as the one before. */
  #readLiteral(text: string, start: number, last: boolean, width: number): number | null {
    const given: string[][] = [];
    const inner = new CsvReader(this.#options, (cells) => given.push(cells));
    const end = inner.#readRecord(text, start, last, true);
    const [cells] = given;
    if (end < 0 || cells?.length !== width) return null;
    this.#give(cells);
    return end;
  }

  /** Reads a quoted cell that opens at `open`; gives where it ends (delimiter, line end or end of text), or -1. */
  #readQuoted(
    text: string,
    open: number,
    last: boolean,
    cells: string[],
    literal: boolean,
  ): number {
    let from = open + 1;
    let value = '';
    for (;;) {
      const close = text.indexOf(this.#quoteText, from);
      if (close < 0) {
        if (!last) return this.#incomplete(open, text.length);
        throw new Refusal(
          'upload_unreadable',
          `A quote that opens in row ${this.#record + 1} is never closed. Save the file again as CSV, or double the quote characters inside cells.`,
        );
      }
      if (close + 1 === text.length && !last) return this.#incomplete(open, close);
      value += text.slice(from, close);
      if (text.charCodeAt(close + 1) === this.#quote) {
        value += this.#quoteText;
        from = close + 2;
        continue;
      }
      return this.#afterQuote(text, open, close + 1, last, value, cells, literal);
    }
  }

  #afterQuote(
    text: string,
    open: number,
    from: number,
    last: boolean,
    value: string,
    cells: string[],
    literal: boolean,
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
    } else if (literal && value.includes(this.#options.delimiter)) {
      // The quote opens nothing: the cell ends at its first delimiter.
      const end = text.indexOf(this.#options.delimiter, open);
      this.#countStray();
      cells.push(text.slice(open, end));
      return end;
    } else {
      this.#hasTornQuote ||= value.includes(this.#options.delimiter);
      this.#countStray();
      cells.push(value + stray);
    }
    return at;
  }

  #countStray(): void {
    this.strayQuotes++;
    this.firstStrayQuote ||= this.#record + 1;
  }

  #give(cells: string[]): void {
    this.#record++;
    this.#width = cells.length;
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
