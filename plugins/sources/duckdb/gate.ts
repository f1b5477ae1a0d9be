/** What waits for its turn in a process. */
export interface Entry {
  /** Engine files that it shows; tasks of the same key share an instance and so its memory. */
  readonly key: string;
  /** Suspects run one at a time, so that a crash can be held against one of them. */
  readonly suspect: boolean;
}

interface Waiting extends Entry {
  readonly admit: () => void;
}

/**
 * Lets in as many tasks as a process may run at once, and no more different sets of engine files than its memory
 * holds instances of. First come, first served among those that fit.
 */
export class Gate {
  readonly #maxTasks: number;
  readonly #maxKeys: number;
  readonly #inside = new Set<Entry>();
  readonly #waiting: Waiting[] = [];

  constructor(maxTasks: number, maxKeys: number) {
    this.#maxTasks = maxTasks;
    this.#maxKeys = maxKeys;
  }

  /** A turn at once; the function that it gives ends the turn. Null where there is none free. */
  enterNow(entry: Entry): (() => void) | null {
    if (this.#inside.size >= this.#maxTasks || !this.#fits(entry)) return null;
    const inside: Entry = { ...entry };
    this.#inside.add(inside);
    return () => {
      this.#inside.delete(inside);
      this.#admit();
    };
  }

  /** Waits for a turn; the function that it gives ends the turn. Fails with the signal's reason. */
  async enter(entry: Entry, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const waiting: Waiting = { ...entry, admit: turn.resolve };
    const leave = () => {
      const index = this.#waiting.indexOf(waiting);
      if (index >= 0) this.#waiting.splice(index, 1);
      this.#inside.delete(waiting);
      this.#admit();
    };
    const abort = () => {
      leave();
      turn.reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(waiting);
    this.#admit();
    try {
      await turn.promise;
      return leave;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #admit(): void {
    for (const waiting of [...this.#waiting]) {
      if (this.#inside.size >= this.#maxTasks) return;
      if (!this.#fits(waiting)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      this.#inside.add(waiting);
      waiting.admit();
    }
  }

  #fits({ key, suspect }: Entry): boolean {
    const inside = [...this.#inside];
    if (suspect && inside.some((entry) => entry.suspect)) return false;
    const keys = new Set(inside.map((entry) => entry.key));
    return keys.has(key) || keys.size < this.#maxKeys;
  }
}
