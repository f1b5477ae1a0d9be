import type { Span } from '#src/sql/select/tree.ts';
import { notAllowed } from './nodes.ts';

/** Finds where names of a text end: PostgreSQL's parser says only where they begin, in bytes of UTF-8. */
export class Spans {
  private readonly sql: string;
  /** UTF-16 offset of each byte; null where both are the same. */
  private offsets: Uint32Array | null | undefined;

  constructor(sql: string) {
    this.sql = sql;
  }

  /**
   * The span of the name at byte `location`, which must read as `parts`. Throws `Refused` where it is written in a way
   * that is not followed here (`U&"…"`, comments inside).
   */
  name(location: unknown, parts: readonly string[]): Span {
    const start = this.offset(typeof location === 'number' ? location : 0);
    let end = start;
    parts.forEach((part, index) => {
      const pattern = new RegExp(index === 0 ? NAME : String.raw`\s*\.\s*${NAME}`, 'y');
      pattern.lastIndex = end;
      const written = pattern.exec(this.sql)?.[1];
      if (written === undefined || plainName(written) !== part)
        notAllowed(`The name ${parts.join('.')} written like this`);
      end = pattern.lastIndex;
    });
    return { start, end };
  }

  /** A span with the `*` behind it that `FROM orders * o` may have: it says what is so without it. */
  withStar({ start, end }: Span): Span {
    const star = /\s*\*/y;
    star.lastIndex = end;
    return { start, end: star.test(this.sql) ? star.lastIndex : end };
  }

  private offset(byte: number): number {
    if (this.offsets === undefined) this.offsets = offsetsOf(this.sql);
    return this.offsets ? this.offsets[byte]! : byte;
  }
}

const NAME = String.raw`("(?:[^"]|"")+"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)`;

/** A name as PostgreSQL folds it: ASCII letters become small unless quoted. */
function plainName(written: string): string {
  return written.startsWith('"')
    ? written.slice(1, -1).replaceAll('""', '"')
    : written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function offsetsOf(sql: string): Uint32Array | null {
  const bytes = Buffer.byteLength(sql);
  if (bytes === sql.length) return null;
  const offsets = new Uint32Array(bytes + 1);
  let byte = 0;
  let unit = 0;
  for (const character of sql) {
    offsets.fill(unit, byte, byte + Buffer.byteLength(character));
    byte += Buffer.byteLength(character);
    unit += character.length;
  }
  offsets[byte] = unit;
  return offsets;
}
