import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Response } from 'express';
import { isPackable, packed, packerFor } from './content-coding.ts';

export interface SendOptions {
  /** A reader that takes nothing for this long is cut off, in milliseconds. */
  readonly stalledMs: number;
  /** A reader that has not taken everything after this is cut off, in milliseconds. */
  readonly sendMs: number;
}

/** A response that is shorter than this is sent in one go, with its length. */
const ONE_GO = 64 * 1024;

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/**
 * Sends a response no faster than its reader takes it; what is not taken yet is not made. A failure on the way ends the
 * connection before the end of the body, so that no part is taken for the whole, and goes to the caller; that of a
 * reader who left does not.
 */
export async function sendPieces(
  res: Response,
  { status, contentType, pieces, atOnce = false }: PiecesResponse,
  { stalledMs, sendMs }: SendOptions,
): Promise<void> {
  res.statusCode = status;
  res.setHeader('Content-Type', contentType);
  const isPacked = isPackable(contentType) && !atOnce;
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once('close', leave);
  if (res.destroyed) leave();
  const late = setTimeout(leave, sendMs);
  let out: Writable | null = null;
  try {
    for await (const { chunk, isLast } of gathered(pieces, atOnce ? 0 : ONE_GO)) {
      if (gone.signal.aborted) break;
      if (isLast && out === null) {
        const body = isPacked ? await packed(res, chunk) : chunk;
        res.setHeader('Content-Length', body.length);
        out = res;
        res.end(body);
        break;
      }
      out ??= isPacked ? packerFor(res) : res;
      if (isLast) out.end(chunk);
      else if (!out.write(chunk) && !(await drained(out, gone.signal, stalledMs))) leave();
    }
    if (gone.signal.aborted) res.destroy();
  } catch (error) {
    // What is packed waits for more before the head is sent: a part must not become the whole.
    if (out !== null) res.destroy();
    if (!gone.signal.aborted) throw error;
  } finally {
    clearTimeout(late);
    res.off('close', leave);
  }
}

export interface PiecesResponse {
  readonly status: number;
  readonly contentType: string;
  readonly pieces: Pieces;
  /** Its reader waits for each piece: none is held back for the next. */
  readonly atOnce?: boolean;
}

/** Pieces joined to chunks of at least so many bytes; the last one may be shorter, or empty. */
async function* gathered(
  pieces: Pieces,
  least: number,
): AsyncGenerator<{ readonly chunk: Buffer; readonly isLast: boolean }> {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    bytes += held.at(-1)!.length;
    if (bytes < least) continue;
    yield { chunk: Buffer.concat(held.splice(0)), isLast: false };
    bytes = 0;
  }
  yield { chunk: Buffer.concat(held), isLast: true };
}

/** Waits until a writer takes more; false where its reader is gone, or took nothing for too long. */
async function drained(out: Writable, gone: AbortSignal, stalledMs: number): Promise<boolean> {
  const stalled = AbortSignal.timeout(stalledMs);
  try {
    await once(out, 'drain', { signal: AbortSignal.any([gone, stalled]) });
    return true;
  } catch (error) {
    if (gone.aborted || stalled.aborted) return false;
    throw error;
  }
}
