import type { CellValue } from '#src/plugin-api/catalog.ts';

type Row = readonly CellValue[];

/** What an answer carries of a result. */
export interface InlineLimits {
  readonly rows: number;
  /** Of the rows as JSON text. */
  readonly bytes: number;
  /** Characters (UTF-16 units) of a cell; of a longer one the beginning is shown. */
  readonly cellChars: number;
}

/** A cell of which an answer shows the beginning, by its place in the rows of the answer. */
export interface CutCell {
  readonly row: number;
  readonly column: number;
  /** Length of the whole cell (UTF-16 units). */
  readonly chars: number;
}

/** Bytes that a text may take for each of its UTF-16 units as JSON: `\u0000`. */
const MOST_OF_CHARACTER = 6;
/** No number, boolean or null is longer as JSON, its comma included. */
const MOST_OF_SCALAR = 26;
/** What a text is followed by that was cut. */
const ELLIPSIS = '…';
/** An answer shows the beginning of its first row in any case: so few characters of each cell at the least. */
const FEWEST_CHARS = 8;

/**
 * The first rows of a result, for the answer itself: no more than fit, long cells cut. What is held of a cut cell is a
 * copy, so that the whole text is free to go.
 */
export class InlineRows {
  readonly rows: Row[] = [];
  readonly cut: CutCell[] = [];
  /** Whether no further row is taken. */
  isFull = false;
  /** Whether more would have fitted the limits, had there been memory for it. */
  isShort = false;
  /** Bytes of the rows as JSON text, exact only where they could matter. */
  bytes = 0;
  readonly #limits: InlineLimits;
  readonly #grow: () => boolean;
  #allowed: number;
  #isExact = false;

  /** `grow` is asked for leave when the rows come to more than `base` bytes. */
  constructor(limits: InlineLimits, base = limits.bytes, grow: () => boolean = () => true) {
    this.#limits = limits;
    this.#allowed = Math.min(base, limits.bytes);
    this.#grow = grow;
  }

  /** Goes on with the row after those that are held: there is memory for all that the limits let in. */
  resume(): void {
    this.#allowed = this.#limits.bytes;
    this.isFull = false;
    this.isShort = false;
  }

  /** Takes the row that follows those that are held; gives whether it is held whole. */
  take(row: Row): boolean {
    if (this.isFull || this.rows.length >= this.#limits.rows) {
      this.isFull = true;
      return false;
    }
    const held = this.#hold(row, this.#limits.cellChars);
    if (held !== null) return held;
    return this.rows.length === 0 && !this.isShort ? this.#holdStart(row) : false;
  }

  /** Null, and the rows are full, where the row has no room. */
  #hold(row: Row, cellChars: number): boolean | null {
    const at = this.rows.length;
    const cells: CutCell[] = [];
    const shown = row.map((cell, column) => {
      if (typeof cell !== 'string' || cell.length <= cellChars) return cell;
      cells.push({ row: at, column, chars: cell.length });
      return beginning(cell, cellChars);
    });
    const bytes = this.bytes + (this.#isExact ? exactBytes(shown) : mostBytes(shown));
    if (bytes > this.#allowed) {
      if (!this.#isExact) return this.#countExactly(row, cellChars);
      const fits = bytes <= this.#limits.bytes;
      if (!fits || !this.#grow()) {
        this.isFull = true;
        this.isShort = fits;
        return null;
      }
      this.#allowed = this.#limits.bytes;
    }
    this.bytes = bytes;
    this.rows.push(cells.length > 0 ? shown : row);
    this.cut.push(...cells);
    return cells.length === 0;
  }

  #countExactly(row: Row, cellChars: number): boolean | null {
    this.#isExact = true;
    this.bytes = this.rows.reduce((sum, each) => sum + exactBytes(each), 0);
    return this.#hold(row, cellChars);
  }

  /** The first row alone is too large: so much of each cell that it fits. */
  #holdStart(row: Row): boolean {
    const { bytes, cellChars } = this.#limits;
    const each = Math.floor(bytes / (row.length * MOST_OF_CHARACTER)) - MOST_OF_SCALAR;
    this.isFull = false;
    const whole = this.#hold(row, Math.min(cellChars, Math.max(FEWEST_CHARS, each)));
    this.isFull = true;
    return whole ?? false;
  }
}

/** The first characters of a text, as a copy: a slice would keep the whole text in memory. */
function beginning(text: string, chars: number): string {
  const most = text.slice(0, chars).replace(/[\ud800-\udbff]$/, '');
  return Buffer.from(`${most}${ELLIPSIS}`).toString();
}

const exactBytes = (row: Row): number => Buffer.byteLength(JSON.stringify(row)) + 1;

function mostBytes(row: Row): number {
  let bytes = 2;
  for (const cell of row)
    bytes += typeof cell === 'string' ? cell.length * MOST_OF_CHARACTER + 3 : MOST_OF_SCALAR;
  return bytes;
}

/** The rows of a list that come first, with long cells cut, as far as they fit. */
export function inlineRowsOf(rows: readonly Row[], limits: InlineLimits): InlineRows {
  const inline = new InlineRows(limits);
  for (const row of rows) {
    inline.take(row);
    if (inline.isFull) break;
  }
  return inline;
}
