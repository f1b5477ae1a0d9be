import { SourceError } from '#src/plugin-api/source-error.ts';

/** Ends waits when the time is over or the caller gives up; what it fails with is a `SourceError`. */
export class TimeLimit {
  /** Aborts with the `SourceError`. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = () =>
    this.#controller.abort(new SourceError('cancelled', 'The query was cancelled.'));

  constructor({ timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal }) {
    this.signal = this.#controller.signal;
    this.#caller = signal;
    this.#timer = setTimeout(
      () =>
        this.#controller.abort(
          new SourceError('timeout', `The query took longer than ${timeoutMs} ms.`),
        ),
      timeoutMs,
    );
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel, { once: true });
  }

  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const abort = () => reject(this.signal.reason);
      if (this.signal.aborted) abort();
      this.signal.addEventListener('abort', abort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', abort));
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#cancel);
  }
}
