import { setTimeout as sleep } from 'node:timers/promises';

/** How long tests wait for what has to come about: far longer than a machine under load takes, less than a test may. */
const PATIENCE_MS = 90_000;
/** Between two looks: short at first, then longer, since each may be a request to a service that is at work itself. */
const STEPS = { firstMs: 5, longestMs: 50, growth: 1.3 };

/** Waits until `look` gives something (not null, undefined or false), and gives that; `what` says what did not come. */
export async function eventually<T>(
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  what: string | (() => unknown) = 'it',
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  let step = STEPS.firstMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end)
      throw new Error(
        `${typeof what === 'string' ? what : JSON.stringify(await what())} did not come about`,
      );
    await sleep(step);
    step = Math.min(step * STEPS.growth, STEPS.longestMs);
  }
}
