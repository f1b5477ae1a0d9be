import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

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
  res: ServerResponse,
  { status, contentType, pieces, atOnce = false }: PiecesResponse,
  { stalledMs, sendMs }: SendOptions,
): Promise<void> {
  res.statusCode = status;
  res.setHeader('Content-Type', contentType);
  const gone = new AbortController();
  const leave = () => gone.abort();
  res.once('close', leave);
  if (res.destroyed) leave();
  const late = setTimeout(leave, sendMs);
  try {
    const held: Buffer[] = [];
    let bytes = 0;
    for await (const piece of pieces) {
      if (gone.signal.aborted) break;
      held.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      bytes += held.at(-1)!.length;
      if (bytes < ONE_GO && !atOnce) continue;
      const room = res.write(Buffer.concat(held.splice(0)));
      bytes = 0;
      if (!room) await drained(res, gone.signal, stalledMs);
    }
    if (gone.signal.aborted) res.destroy();
    else {
      if (!res.headersSent) res.setHeader('Content-Length', bytes);
      res.end(Buffer.concat(held));
    }
  } catch (error) {
    if (res.headersSent) res.destroy();
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

async function drained(res: ServerResponse, gone: AbortSignal, stalledMs: number): Promise<void> {
  const stalled = AbortSignal.timeout(stalledMs);
  try {
    await once(res, 'drain', { signal: AbortSignal.any([gone, stalled]) });
  } catch (error) {
    res.destroy();
    if (!gone.aborted && !stalled.aborted) throw error;
  }
}
