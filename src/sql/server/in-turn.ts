import { SourceError } from '#src/plugin-api/source-error.ts';
import type { TimeLimit } from '#src/sql/time-limit.ts';

/** Several results of one connection. */
export interface Turns<Chunk> {
  /** Reads one of them; gives whether it was read to its end. */
  read(index: number): AsyncGenerator<Chunk, boolean, void>;
  /** Called once: the last was read, or one was not read to its end. */
  end(): void;
}

/**
 * The results as one reader each, in the order in which they come: a reader waits until the one before has read its
 * own to the end, and fails where that did not. Clears the limit in the end.
 */
export function inTurn<Chunk>(
  count: number,
  limit: TimeLimit,
  turns: Turns<Chunk>,
): AsyncGenerator<Chunk, void, void>[] {
  const read = Array.from({ length: count }, () => Promise.withResolvers<void>());
  for (const { promise } of read) promise.catch(() => {});
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    limit.clear();
    turns.end();
  };
  return read.map(async function* (mine, index) {
    let isWhole = false;
    try {
      if (index > 0) await limit.race(read[index - 1]!.promise);
      isWhole = yield* turns.read(index);
    } finally {
      if (isWhole) mine.resolve();
      else mine.reject(new SourceError('cancelled', "The previous result wasn't read completely."));
      if (!isWhole || index === count - 1) end();
    }
  });
}
