import { createRequire } from 'node:module';

/** What reads pg's messages (pg-protocol, `buffer-reader.js`). */
interface Reader {
  readonly buffer: Buffer;
  readonly offset: number;
  string(length: number): string;
  cstring(): string;
}

/**
 * Lets pg's reader fail where a text goes beyond what has come. It gives an empty text there as it is, and an error
 * message without its last byte (`E`; PostgreSQL manual, "Message Formats") is then read for ever: one hostile server
 * would stop the process. Done once, for all clients.
 */
export function boundPostgresReads(): void {
  const { prototype } = readerClass();
  const { string, cstring } = prototype;
  prototype.string = function (this: Reader, length) {
    if (length < 0 || this.offset + length > this.buffer.length) throw cutOff();
    return string.call(this, length);
  };
  prototype.cstring = function (this: Reader) {
    if (this.buffer.indexOf(0, this.offset) < 0) throw cutOff();
    return cstring.call(this);
  };
}

/** Of the copy that pg itself uses. */
function readerClass(): { readonly prototype: Reader } {
  const ofPg = createRequire(createRequire(import.meta.url).resolve('pg'));
  const { BufferReader } = ofPg('pg-protocol/dist/buffer-reader.js') as {
    readonly BufferReader: { readonly prototype: Reader };
  };
  return BufferReader;
}

const cutOff = () => new RangeError('the server sent a message that ends in the middle of a text');
