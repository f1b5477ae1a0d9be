/**
 * Carries values from a producer that never waits to one consumer that reads at its own pace. The number of values is
 * bounded by the producer (an ask has a few dozen events), so the buffer is.
 */
export class EventQueue<T> implements AsyncIterable<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | null = null;
  private ended = false;

  push(value: T): void {
    if (this.ended) return;
    this.waiting.push(value);
    this.wake?.();
  }

  /** After this nothing more is taken in; what waits can still be read. */
  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      while (this.waiting.length > 0) yield this.waiting.shift()!;
      if (this.ended) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
  }
}
