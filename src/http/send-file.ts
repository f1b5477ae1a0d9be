import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ResultExport } from '#src/results/types.ts';

export interface SendFileOptions {
  /** A reader that takes nothing for this long is cut off, in milliseconds. */
  readonly stalledMs: number;
  /** Aborted when the reader goes away or the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Sends a file as it is written, no faster than the reader takes it. What fails after the head ends the connection
 * before the last chunk, so that no reader takes a part for the whole; the error goes to the caller. Ends the work
 * behind the file in every case.
 */
export async function sendFile(
  res: ServerResponse,
  { contentType, fileName, first, rest }: ResultExport,
  options: SendFileOptions,
): Promise<void> {
  try {
    options.signal.throwIfAborted();
    res.writeHead(200, {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    });
    if (first !== null) await write(res, first, options);
    for await (const piece of rest) await write(res, piece, options);
    res.end();
  } catch (error) {
    if (res.headersSent) res.destroy();
    if (!options.signal.aborted) throw error;
  } finally {
    await rest.return();
  }
}

async function write(
  res: ServerResponse,
  piece: string | Buffer,
  { stalledMs, signal }: SendFileOptions,
): Promise<void> {
  if (res.write(piece)) return;
  const stalled = AbortSignal.timeout(stalledMs);
  await once(res, 'drain', { signal: AbortSignal.any([signal, stalled]) });
}
