import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel';

/** What a call that was let through tells of its model; only the first word counts. */
export interface BreakerCall {
  /** Resolves when it has been counted. */
  succeeded(): Promise<void>;
  /** Resolves when it has been counted. */
  failed(): Promise<void>;
  /** The call ended without a verdict on the model: it was cancelled, nobody read on, or the request was wrong. */
  abstained(): void;
}

/**
 * Leaves a model out for a while after failures in a row, then lets one call try it: cockatiel's circuit breaker, for
 * calls that are streams and may end without a verdict (docs/adr/0023-breaker.md).
 */
export class Breaker {
  readonly #failures: number;
  readonly #openMs: number;
  #circuit: CircuitBreakerPolicy;

  constructor({ failures, openMs }: { readonly failures: number; readonly openMs: number }) {
    this.#failures = failures;
    this.#openMs = openMs;
    this.#circuit = this.#newCircuit();
  }

  /** Whether it leaves the model out, or lets a single call try it. */
  get isOpen(): boolean {
    return this.#circuit.state !== CircuitState.Closed;
  }

  /** Lets a call through; null while the model is left out, or another call tries it. */
  begin(): BreakerCall | null {
    const circuit = this.#circuit;
    // The library would let this call wait for the end of the one that tries the model; the next model is there now.
    if (circuit.state === CircuitState.HalfOpen) return null;
    /** Whether this is the call that tries the model, where it is let through. */
    const isTry = circuit.state === CircuitState.Open;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isLetThrough = false;
    const counted = circuit
      .execute(() => {
        isLetThrough = true;
        return promise;
      })
      .catch(() => undefined);
    if (!isLetThrough) return null;
    let isTold = false;
    const tell = (verdict: () => void) => {
      isTold = true;
      verdict();
      return counted;
    };
    return {
      succeeded: () => tell(resolve),
      failed: () => tell(() => reject(new Error('the model failed'))),
      abstained: () => {
        if (isTold || !isTry || this.#circuit !== circuit) return;
        // The library knows no try without a verdict. Its saved state is open and due for another one.
        this.#circuit = this.#newCircuit(circuit.toJSON());
      },
    };
  }

  #newCircuit(initialState?: unknown): CircuitBreakerPolicy {
    return circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(this.#failures),
      halfOpenAfter: this.#openMs,
      initialState,
    });
  }
}
