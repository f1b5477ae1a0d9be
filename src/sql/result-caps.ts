import { SourceError } from '#src/plugin-api/source-error.ts';

/** What a result may have, in rows and in bytes of JSON text. */
export interface Caps {
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Of one row; `maxBytes` where absent. */
  readonly maxRowBytes?: number | undefined;
}

/** Bytes of JSON text that a row may have before it is known how many come. */
export const mostOfRow = ({ maxBytes, maxRowBytes = maxBytes }: Omit<Caps, 'maxRows'>): number =>
  Math.min(maxBytes, maxRowBytes);

/** Counts the rows of a result against its caps. */
export class ResultCaps {
  /** Whether a row was turned away. */
  truncated = false;
  readonly #maxRows: number;
  readonly #maxBytes: number;
  readonly #maxRowBytes: number;
  #rows = 0;
  #bytes = 0;

  constructor(caps: Caps) {
    this.#maxRows = caps.maxRows;
    this.#maxBytes = caps.maxBytes;
    this.#maxRowBytes = caps.maxRowBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Whether one more row may be given at all; false marks the result as cut. */
  hasRoom(): boolean {
    if (this.#rows >= this.#maxRows) this.truncated = true;
    return !this.truncated;
  }

  /** Takes in several rows of `bytes` bytes together, if all of them surely fit; else none, and nothing is cut. */
  takeAll(rows: number, bytes: number): boolean {
    if (this.truncated || this.#rows + rows > this.#maxRows) return false;
    if (bytes > this.#maxRowBytes) return false;
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#rows += rows;
    this.#bytes += bytes;
    return true;
  }

  /**
   * Takes in a row of `bytes` bytes of JSON text; false, and the result is cut, where it no longer fits. A row that
   * alone is too large fails as `too_large`.
   */
  take(bytes: number): boolean {
    if (!this.hasRoom()) return false;
    if (bytes > this.#maxRowBytes) throw tooLargeRow(this.#maxRowBytes);
    if (this.#bytes + bytes > this.#maxBytes) {
      if (this.#rows === 0) throw tooLargeRow(this.#maxBytes);
      this.truncated = true;
      return false;
    }
    this.#bytes += bytes;
    this.#rows += 1;
    return true;
  }
}

/** One row alone has more bytes than a whole result may have. */
export function tooLargeRow(maxBytes: number): SourceError {
  return new SourceError(
    'too_large',
    `A row of the result exceeds ${maxBytes} bytes. Ask for fewer columns.`,
  );
}
