import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that are let go before they are collected. */
const LARGE = 16 * 1024 * 1024;

/**
 * Chunks of results are freed by V8's garbage collector, which knows nothing of the native memory behind them: three
 * queries one after the other, each of 320 MB of texts, had 2.7 GiB resident. So large ones are collected at once.
 */
export class NativeMemory {
  #letGo = 0;
  readonly #collect: () => void;

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
  }

  /** A chunk of about so many bytes is not used any more. */
  letGo(bytes: number): void {
    this.#letGo += bytes;
  }

  /** A result and its instance are not used any more. */
  letGoAll(): void {
    this.#letGo = LARGE;
  }

  /** Frees what was let go where it is much; takes some milliseconds then. */
  free(): void {
    if (this.#letGo < LARGE) return;
    this.#letGo = 0;
    this.#collect();
  }
}
