import type { Piscina } from 'piscina';

/** How often the heap of a busy worker is looked at (milliseconds). */
const LOOK_AGAIN_MS = 20;

/**
 * Watches the heap of a pool's worker while it is busy. V8's own limit stands behind it, but now and then ends the
 * whole process instead of the worker, so a query is ended well before that.
 */
export class HeapWatch {
  readonly #pool: Piscina;
  readonly #limit: number;
  readonly #over: () => void;
  #timer: NodeJS.Timeout | null = null;
  #busy = 0;

  /** `limit` in bytes; `over` is called while the heap is above it. */
  constructor(pool: Piscina, limit: number, over: () => void) {
    this.#pool = pool;
    this.#limit = limit;
    this.#over = over;
  }

  enter(): void {
    this.#busy += 1;
    this.#timer ??= setInterval(() => void this.#look(), LOOK_AGAIN_MS);
  }

  leave(): void {
    this.#busy -= 1;
    if (this.#busy > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    for (const thread of this.#pool.threads) {
      // A worker that has just ended has no heap any more.
      const heap = await thread.getHeapStatistics().catch(() => null);
      if (heap && heap.used_heap_size > this.#limit && this.#busy > 0) this.#over();
    }
  }
}
