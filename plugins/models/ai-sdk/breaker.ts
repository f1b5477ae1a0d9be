import type { Clock } from '#src/clock.ts';

/**
 * Leaves a model out for a while after failures in a row, then lets one call try it (M. Nygard, Release It!, "Circuit
 * Breaker").
 */
export class Breaker {
  readonly #failures: number;
  readonly #openMs: number;
  readonly #clock: Clock;
  #inRow = 0;
  #closedAgainAt = 0;
  #trying = false;

  constructor(settings: { readonly failures: number; readonly openMs: number }, clock: Clock) {
    this.#failures = settings.failures;
    this.#openMs = settings.openMs;
    this.#clock = clock;
  }

  /** Whether a call may be made now; after the pause one call at a time may. */
  mayCall(): boolean {
    if (this.#inRow < this.#failures) return true;
    if (this.#trying || this.#clock.now().getTime() < this.#closedAgainAt) return false;
    this.#trying = true;
    return true;
  }

  /** Whether it leaves the model out, or lets single calls try it. */
  get isOpen(): boolean {
    return this.#inRow >= this.#failures;
  }

  succeeded(): void {
    this.#inRow = 0;
    this.#trying = false;
  }

  failed(): void {
    this.#inRow += 1;
    this.#trying = false;
    this.#closedAgainAt = this.#clock.now().getTime() + this.#openMs;
  }

  /** The call ended without a verdict on the model: it was cancelled, or the request itself was wrong. */
  abstained(): void {
    this.#trying = false;
  }
}
