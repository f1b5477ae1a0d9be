import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '#src/errors.ts';
import { Turns } from '#src/turns.ts';
import { compiledCode } from '#workers/compiled-code.ts';

export interface Rasterizer {
  /** A PNG; null where none could be made in time, which is logged. Fails with `unavailable` where too many wait. */
  draw(svg: string): Promise<Buffer | null>;
}

/** Pixels of the picture for one of the chart, so that it is sharp on dense screens. */
const ZOOM = 2;
/** Memory of a drawing grows with its text and its pixels: at most some 100 MB within these. */
const MOST_CHARACTERS = 1_000_000;
const MOST_PIXELS = 2_000_000;
const MOST_WAITING = 20;

/** Draws one picture at a time, each in a thread of its own that is ended when its time is over. */
export function createRasterizer({
  timeoutMs,
  log,
}: {
  readonly timeoutMs: number;
  readonly log: Logger;
}): Rasterizer {
  const turns = new Turns();
  let waiting = 0;
  return {
    async draw(svg) {
      if (!isBounded(svg)) return null;
      if (waiting >= MOST_WAITING)
        throw new AppError('unavailable', 'Too many pictures are being drawn. Try again shortly.');
      waiting += 1;
      try {
        return await turns.take('', () => drawn(svg, timeoutMs));
      } catch (error) {
        log.warn({ err: error }, "a chart couldn't be drawn as a picture");
        return null;
      } finally {
        waiting -= 1;
      }
    },
  };
}

function isBounded(svg: string): boolean {
  const [, width, height] = /^<svg [^>]*?viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  return svg.length <= MOST_CHARACTERS && Number(width) * Number(height) <= MOST_PIXELS;
}

async function drawn(svg: string, timeoutMs: number): Promise<Buffer> {
  const worker = new Worker(new URL(import.meta.resolve('#workers/draw-picture.ts')), {
    workerData: { svg, zoom: ZOOM },
    env: compiledCode(),
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  const done = Promise.withResolvers<Buffer>();
  const timer = setTimeout(() => done.reject(new Error('not drawn in time')), timeoutMs);
  worker.on('message', (png: Uint8Array) => done.resolve(Buffer.from(png)));
  worker.on('error', done.reject);
  worker.on('exit', () => done.reject(new Error('the thread ended without a picture')));
  try {
    return await done.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
