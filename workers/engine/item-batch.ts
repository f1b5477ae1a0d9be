/** Weight of a message (about bytes) from which it is sent without waiting for more. */
const FULL = 64 * 1024;
/** Milliseconds that an item waits for others at the most, while others come. */
const LINGER_MS = 20;

/** Gathers items so that a small answer (columns, rows, end) is one message: each costs both processes a wake-up. */
export class ItemBatch {
  #items: unknown[] = [];
  #weight = 0;
  #since = 0;

  /** Takes an item; gives all gathered ones when they are to be sent now, else null. */
  add(item: unknown): readonly unknown[] | null {
    if (this.#items.length === 0) this.#since = performance.now();
    this.#items.push(item);
    this.#weight += weightOf(item);
    return this.#weight >= FULL || performance.now() - this.#since >= LINGER_MS
      ? this.take()
      : null;
  }

  /** What is gathered and not yet given. */
  take(): readonly unknown[] {
    const items = this.#items;
    this.#items = [];
    this.#weight = 0;
    return items;
  }
}

/** About the bytes of an item: rows come as JSON text, values as lists; everything else is small. */
export function weightOf(item: unknown): number {
  if (typeof item === 'string') return item.length;
  if (Array.isArray(item)) return item.length * 32;
  if (typeof item === 'object' && item !== null && 'texts' in item && Array.isArray(item.texts))
    return (item.texts as readonly string[]).reduce((sum, text) => sum + text.length, 0);
  return 0;
}
