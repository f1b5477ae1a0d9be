/** Lets one task at a time run for each key, in the order they came. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const done = Promise.withResolvers<void>();
    this.#last.set(key, done.promise);
    try {
      await before;
      return await task();
    } finally {
      done.resolve();
      if (this.#last.get(key) === done.promise) this.#last.delete(key);
    }
  }
}
