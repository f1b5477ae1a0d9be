import { SourceError } from '#src/plugin-api/source-error.ts';

/** Ends waits when the time is over or the caller gives up; what it fails with is a `SourceError`. */
export class TimeLimit {
  readonly #caller: AbortSignal;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds that were left, and the moment (`performance.now`), when the clock began to run. */
  #left: number;
  #ranFrom = 0;
  readonly #actions = new Set<(reason: SourceError) => void>();
  readonly #cancel = () => this.#end(new SourceError('cancelled', 'The query was cancelled.'));
  #reason: SourceError | null = null;
  #isCleared = false;
  #controller: AbortController | null = null;

  constructor({ timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal }) {
    this.#caller = signal;
    this.#timeoutMs = timeoutMs;
    this.#left = timeoutMs;
    this.#run();
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Aborts with the `SourceError`. Made for those who look at it: most waits need none, and it takes longer than they. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Fails with the `SourceError` where the limit is over. */
  throwIfOver(): void {
    if (this.#reason) throw this.#reason;
  }

  /** Runs an action when the limit is over, at once where it is; the function that it gives takes it back. */
  whenOver(action: (reason: SourceError) => void): () => void {
    if (this.#reason) action(this.#reason);
    else this.#actions.add(action);
    return () => {
      this.#actions.delete(action);
    };
  }

  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const forget = this.whenOver(reject);
      work.then(
        (value) => {
          forget();
          resolve(value);
        },
        (error: unknown) => {
          forget();
          reject(error);
        },
      );
    });
  }

  /** Stops the clock while a place is waited for: that is no time of the query. The caller may still give up. */
  async standing<T>(wait: () => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#ranFrom;
    try {
      return await wait();
    } finally {
      this.#run();
    }
  }

  clear(): void {
    this.#isCleared = true;
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#cancel);
  }

  #run(): void {
    if (this.#isCleared) return;
    this.#ranFrom = performance.now();
    const message = `The query took longer than ${this.#timeoutMs} ms.`;
    const over = () => this.#end(new SourceError('timeout', message));
    this.#timer = setTimeout(over, Math.max(0, this.#left));
  }

  #end(reason: SourceError): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    const actions = [...this.#actions];
    this.#actions.clear();
    for (const action of actions) action(reason);
  }
}
