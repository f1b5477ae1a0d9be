import { parseApart } from '#workers/ingest/parse-apart.ts';
import { readProgress, tellProgressBy } from '#workers/ingest/progress.ts';
import type { ApartTask, FromReader } from '#workers/protocol.ts';

/** What a reading process does: it parses the one file of its argument, says how far it is, and ends. */

/** Time between two words on progress (milliseconds). */
const TOLD_EVERY_MS = 200;

const say = (message: FromReader, then = () => {}) => process.send?.(message, then);

let told = Number.NEGATIVE_INFINITY;
let untold: SharedArrayBuffer | null = null;
tellProgressBy((buffer) => {
  const now = performance.now();
  if (now - told < TOLD_EVERY_MS) {
    untold = buffer;
    return;
  }
  told = now;
  untold = null;
  say({ kind: 'progress', ...readProgress(buffer) });
});

/** A file that is read within that time tells how far it came all the same. */
function tellTheRest(): void {
  if (untold) say({ kind: 'progress', ...readProgress(untold) });
}

process.once('message', (task: ApartTask) => {
  parseApart(task)
    .then((result): FromReader => ({ kind: 'done', result }))
    .catch((error: unknown): FromReader => {
      const { message = String(error), code } = error as NodeJS.ErrnoException;
      return { kind: 'failed', message, ...(typeof code === 'string' ? { code } : {}) };
    })
    .then((message) => {
      tellTheRest();
      say(message, () => process.exit(0));
    });
});
