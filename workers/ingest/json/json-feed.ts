import { JsonReader, NotJson, Unfinished } from '#workers/ingest/json/json-reader.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { decodeFile, detectEncoding } from '#workers/ingest/text-encoding.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** A record that is unfinished is read again with each chunk; this bounds that work (characters). */
const MAX_RECORD_CHARS = 4 * 1024 * 1024;

/** Feeds a reader of JSON from a file, chunk by chunk. */
export class JsonFeed {
  readonly reader: JsonReader;
  /** What was seen of the text of the file. */
  readonly note: string | null;
  readonly #chunks: Generator<string>;
  readonly #maxChars: number;
  #dropped = 0;
  /** From where the text has to stay. */
  #keep: number | null = null;

  constructor(path: string, { maxCellBytes, maxJsonDepth }: ParseLimits) {
    const file = detectEncoding(path);
    this.note = file.note;
    this.#chunks = decodeFile(path, file);
    this.#maxChars = Math.max(MAX_RECORD_CHARS, 16 * maxCellBytes);
    this.reader = new JsonReader({ maxDepth: maxJsonDepth, maxChars: maxCellBytes });
  }

  /** Reads by `read`, from the same place again where the text ended within it. */
  one<T>(read: (reader: JsonReader) => T): T {
    const { reader } = this;
    for (;;) {
      const from = reader.at;
      try {
        return read(reader);
      } catch (error) {
        if (error instanceof NotJson) throw this.#fault(error);
        if (!(error instanceof Unfinished)) throw error;
        reader.at = from;
        this.#more();
      }
    }
  }

  /** What `read` gives, without going on; null where it needs more than so many characters, or finds a fault. */
  ahead<T>(maxChars: number, read: (reader: JsonReader) => T): T | null {
    const { reader } = this;
    this.#keep = reader.at;
    try {
      for (;;) {
        reader.at = this.#keep;
        try {
          return read(reader);
        } catch (error) {
          if (!(error instanceof Unfinished)) return null;
          if (reader.text.length - this.#keep > maxChars) return null;
          this.#more();
        }
      }
    } finally {
      reader.at = this.#keep;
      this.#keep = null;
    }
  }

  #more(): void {
    const { reader } = this;
    const from = this.#keep ?? reader.at;
    const chunk = this.#chunks.next();
    if (chunk.done) {
      if (reader.isLast) throw new NotJson(reader.text.length);
      reader.isLast = true;
      return;
    }
    const text =
      this.#dropped === 0 && from === 0 ? withoutMark(reader.text, chunk.value) : chunk.value;
    this.#dropped += from;
    reader.text = reader.text.slice(from) + text;
    reader.at -= from;
    if (this.#keep !== null) this.#keep -= from;
    if (reader.text.length > this.#maxChars + chunk.value.length)
      throw new Refusal(
        'upload_too_complex',
        `An object in the file is longer than ${this.#maxChars} characters. Split it into several objects.`,
      );
  }

  #fault({ at }: NotJson): Refusal {
    const { text } = this.reader;
    const near = text.slice(at, at + 20).replace(/[\s\p{Cc}]+/gu, ' ');
    return new Refusal(
      'upload_unreadable',
      at >= text.length
        ? 'The JSON in this file is incomplete. Export it again.'
        : `The file isn't valid JSON at character ${this.#dropped + at + 1} ("${near.toWellFormed()}"). Export it again.`,
    );
  }
}

const withoutMark = (before: string, chunk: string) =>
  before === '' && chunk.startsWith('\ufeff') ? chunk.slice(1) : chunk;
