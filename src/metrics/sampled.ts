export interface SampledOptions {
  /** Milliseconds that what was read is given again. */
  readonly keepMs: number;
  /** Milliseconds that a reader waits for; what was read before, or null, is given then. */
  readonly waitMs: number;
  /** Told of each read that failed. */
  readonly failed: (error: unknown) => void;
}

/**
 * A value that takes a query to know, as scrapes read it: read once however many ask, kept for a while, and never
 * waited for longer than a scrape may take. Never rejects.
 */
export function sampled<T>(
  read: () => Promise<T>,
  { keepMs, waitMs, failed }: SampledOptions,
): () => Promise<T | null> {
  let known: T | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const refresh = async () => {
    try {
      known = await read();
    } catch (error) {
      failed(error);
    } finally {
      // A read that failed is not repeated at once either.
      readAt = performance.now();
      reading = null;
    }
  };
  return async () => {
    if (performance.now() - readAt < keepMs) return known;
    reading ??= refresh();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([reading, late]);
    clearTimeout(timer);
    return known;
  };
}
