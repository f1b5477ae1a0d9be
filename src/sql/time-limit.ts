import { SourceError } from '#src/plugin-api/source-error.ts';

/** Ends waits when the time is over or the caller gives up; what it fails with is a `SourceError`. */
export class TimeLimit {
  readonly #caller: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #actions = new Set<(reason: SourceError) => void>();
  readonly #cancel = () => this.#end(new SourceError('cancelled', 'The query was cancelled.'));
  #reason: SourceError | null = null;
  #controller: AbortController | null = null;

  constructor({ timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal }) {
    this.#caller = signal;
    this.#timer = setTimeout(
      () => this.#end(new SourceError('timeout', `The query took longer than ${timeoutMs} ms.`)),
      timeoutMs,
    );
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

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#cancel);
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
