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
  /** Cells that most records have, where that is known: a quote that is torn off its pair is found by it. */
  readonly width?: number;
}

/** How a quote inside a cell is read: it closes the cell, it is a character where the cell goes on, or all are. */
type QuoteReading = 'closing' | 'inner' | 'literal';

/** A record that is being read. */
interface OpenRecord {
  readonly text: string;
  /** Whether the text goes on to the end of the file. */
  readonly last: boolean;
  /** Those that were read. */
  readonly cells: string[];
  readonly quotes: QuoteReading;
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
  #hasStrayText = false;
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
    this.#width = options.width ?? 0;
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
        `Row ${this.#record + 1} is longer than ${MAX_RECORD_CHARS} characters. Shorten it, or check it for a missing closing quote.`,
      );
  }

  /** Reads one record from `start`; gives where the next one starts, or -1 where the text ends too early. */
  #readRecord(
    text: string,
    start: number,
    last: boolean,
    quotes: QuoteReading = 'closing',
  ): number {
    const cells: string[] = [];
    const record = { text, last, cells, quotes };
    this.#hasTornQuote = false;
    this.#hasStrayText = false;
    const length = text.length;
    const delimiter = this.#delimiter;
    let at = start;
    for (;;) {
      if (text.charCodeAt(at) === this.#quote) {
        const end = this.#readQuoted(record, at);
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
    if (quotes === 'closing' && this.#hasStrayText) {
      const again = this.#readAgain(text.slice(start, at), cells.length);
      if (again) {
        this.#give(again);
        return at;
      }
    }
    this.#give(cells);
    return at;
  }

  /**
   * Reads a record with text behind a closing quote otherwise: that quote was inside the cell (`'Kids' shirt'`), or it
   * is torn off its pair, so that the cells between were read as one. Null where neither gives the usual cells.
   */
  #readAgain(record: string, count: number): string[] | null {
    const width = this.#options.width || this.#width;
    const torn = this.#hasTornQuote && count < width;
    for (const reading of torn ? (['inner', 'literal'] as const) : (['inner'] as const)) {
      const given: string[][] = [];
      const inner = new CsvReader(this.#options, (cells) => given.push(cells));
      const end = inner.#readRecord(record, 0, true, reading);
      const [cells] = given;
      if (end === record.length && cells?.length === width) return cells;
    }
    return null;
  }

  /** Reads a quoted cell that opens at `open`; gives where it ends (delimiter, line end or end of text), or -1. */
  #readQuoted(record: OpenRecord, open: number): number {
    const { text, last, quotes } = record;
    let from = open + 1;
    let value = '';
    for (;;) {
      const close = text.indexOf(this.#quoteText, from);
      if (close < 0) {
        if (quotes !== 'closing') return -1;
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
      if (quotes === 'inner' && !this.#endsCell(text.charCodeAt(close + 1))) {
        value += this.#quoteText;
        from = close + 1;
        continue;
      }
      return this.#afterQuote(record, open, value, close + 1);
    }
  }

  /** Whether a cell ends before a character; not a number at the end of the text. */
  #endsCell(code: number): boolean {
    return code === this.#delimiter || code === LF || code === CR || Number.isNaN(code);
  }

  #afterQuote(
    { text, last, cells, quotes }: OpenRecord,
    open: number,
    value: string,
    from: number,
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
    } else if (quotes === 'literal' && value.includes(this.#options.delimiter)) {
      // The quote opens nothing: the cell ends at its first delimiter.
      const end = text.indexOf(this.#options.delimiter, open);
      this.#countStray();
      cells.push(text.slice(open, end));
      return end;
    } else {
      this.#hasTornQuote ||= value.includes(this.#options.delimiter);
      this.#hasStrayText = true;
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
      `A cell in row ${this.#record + 1} is longer than ${this.#options.maxCellChars} characters. A missing closing quote can also cause this: check that row.`,
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
