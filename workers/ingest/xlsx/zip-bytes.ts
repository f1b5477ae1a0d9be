import { close, openSync, read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

const PIECE_BYTES = 256 * 1024;
const readPiece = promisify(read);

/**
 * The bytes of an archive for yauzl, whose own reader throws out of an event where the archive names a place that no
 * file has (zip64 has 64 bits for it): whatever is not in the file is an error of the archive.
 */
export class ZipBytes extends yauzl.RandomAccessReader {
  readonly #file: number;
  readonly #size: number;

  constructor(path: string, size: number) {
    super();
    this.#file = openSync(path, 'r');
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (this.#holds(position, position + length))
      read(this.#file, buffer, offset, length, position, callback);
    else queueMicrotask(() => callback(beyond()));
  }

  override createReadStream(range: { start: number; end: number }): Readable {
    if (this.#holds(range.start, range.end)) return super.createReadStream(range);
    return new Readable({ read: () => {} }).destroy(beyond());
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  /** A stream of `node:fs` would close the file with itself. */
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await readPiece(this.#file, piece, 0, piece.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#file, callback);
  }

  #holds(start: number, end: number): boolean {
    return start >= 0 && start <= end && end <= this.#size;
  }
}

const beyond = () => new Error('it refers to bytes after its end');
