import { AppError } from '#src/errors.ts';

export interface ByteBudgetOptions {
  /** Bytes that may be held together. */
  readonly bytes: number;
  /** Milliseconds that one who asks for more than is free waits at the most. */
  readonly waitMs: number;
  /** The text of the 503: `The service is holding too many answers. Try again in a moment.` */
  readonly full: string;
}

/** Bytes of a budget that somebody holds; they count until they are freed. */
export interface HeldBytes {
  /** Gives bytes back that are not needed after all. */
  shrinkTo(bytes: number): void;
  /** Gives all back; more calls do nothing. */
  free(): void;
}

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

/** What one key may hold of a budget, so that the others always find some. */
const SHARE_OF_ONE = 0.75;
const RETRY_S = 5;

/**
 * A bound on the bytes that many requests hold together. Who finds too little free waits in a line of its own key (its
 * tenant); the lines are served in turn, the first of each in the order of coming. What is larger than a key may ever
 * hold counts as just that, so that it is served alone. A holder must not wait for more while it holds some: two that
 * do would wait for each other.
 */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  readonly #most: number;
  readonly #heldByKey = new Map<string, number>();
  /** In the order in which their keys are served next. */
  readonly #lines = new Map<string, Waiting[]>();
  #held = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
    this.#most = Math.max(1, Math.floor(options.bytes * SHARE_OF_ONE));
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** Holds bytes at once; null where too few are free, or others of the key wait already. */
  tryTake(key: string, bytes: number): HeldBytes | null {
    const wanted = Math.min(bytes, this.#most);
    return this.#lines.has(key) || !this.#fits(key, wanted) ? null : this.#hold(key, wanted);
  }

  /** Holds bytes as soon as they are free. Fails with `unavailable` (503), or with the signal's reason. */
  async take(key: string, bytes: number, signal?: AbortSignal): Promise<HeldBytes> {
    signal?.throwIfAborted();
    const now = this.tryTake(key, bytes);
    if (now) return now;
    const { waitMs, full } = this.#options;
    const turn = Promise.withResolvers<HeldBytes>();
    const wanted = Math.min(bytes, this.#most);
    const waiting = { bytes: wanted, admit: () => turn.resolve(this.#hold(key, wanted)) };
    const line = this.#lines.get(key) ?? [];
    line.push(waiting);
    this.#lines.set(key, line);
    const giveUp = (reason: unknown) => {
      this.#leave(key, waiting);
      turn.reject(reason);
    };
    const late = setTimeout(
      () => giveUp(new AppError('unavailable', full, { retryAfter: RETRY_S })),
      waitMs,
    );
    const abort = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await turn.promise;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
    }
  }

  #fits(key: string, bytes: number): boolean {
    const ofKey = this.#heldByKey.get(key) ?? 0;
    return this.#held + bytes <= this.#options.bytes && ofKey + bytes <= this.#most;
  }

  #hold(key: string, bytes: number): HeldBytes {
    let mine = 0;
    const change = (to: number) => {
      const by = to - mine;
      mine = to;
      this.#held += by;
      const ofKey = (this.#heldByKey.get(key) ?? 0) + by;
      if (ofKey > 0) this.#heldByKey.set(key, ofKey);
      else this.#heldByKey.delete(key);
      if (by < 0) this.#admit();
    };
    change(bytes);
    return {
      shrinkTo(to) {
        if (to < mine) change(Math.max(0, to));
      },
      free: () => change(0),
    };
  }

  /** Serves the lines in turn. One whose first does not fit for want of free bytes is not overtaken by later ones. */
  #admit(): void {
    for (let served = true; served; ) {
      served = false;
      for (const [key, line] of [...this.#lines]) {
        const [first] = line;
        if (!first || this.#held + first.bytes > this.#options.bytes) return;
        if (!this.#fits(key, first.bytes)) continue;
        line.shift();
        this.#lines.delete(key);
        // To the end of the lines: the others come first now.
        if (line.length > 0) this.#lines.set(key, line);
        first.admit();
        served = true;
      }
    }
  }

  #leave(key: string, waiting: Waiting): void {
    const line = this.#lines.get(key);
    if (!line?.includes(waiting)) return;
    line.splice(line.indexOf(waiting), 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#admit();
  }
}

/** Bytes that every request of a room holds from its beginning, without being asked what for. */
export const BASE_BYTES = 64 * 1024;

const NOTHING: HeldBytes = { shrinkTo: () => {}, free: () => {} };

/**
 * What one request holds of a budget until its response is sent: a base, and what it is extended by. Only the first
 * extension waits, as a holder of more would keep others waiting while it does.
 */
export class Room {
  readonly #budget: ByteBudget;
  readonly #key: string;
  readonly #copies: number;
  readonly #held: HeldBytes[];
  #isClosed = false;

  private constructor(budget: ByteBudget, key: string, copies: number, base: HeldBytes) {
    this.#budget = budget;
    this.#key = key;
    this.#copies = copies;
    this.#held = [base];
  }

  /**
   * Opens a room; `copies`: how often what is in it is held at once. Fails with `unavailable` (503), or with the
   * signal's reason.
   */
  static async open(
    budget: ByteBudget,
    key: string,
    { copies = 1, signal }: { readonly copies?: number; readonly signal?: AbortSignal } = {},
  ): Promise<Room> {
    const base = await budget.take(key, BASE_BYTES * copies, signal);
    return new Room(budget, key, copies, base);
  }

  /** Holds more at once; null where too little is free. */
  tryExtend(bytes: number): HeldBytes | null {
    if (this.#isClosed) return NOTHING;
    const held = this.#budget.tryTake(this.#key, bytes * this.#copies);
    return held && this.#keep(held);
  }

  /**
   * Holds more as soon as it is free; null where the room was extended before and too little is free now. Fails with
   * `unavailable` (503), or with the signal's reason.
   */
  async extend(bytes: number, signal: AbortSignal): Promise<HeldBytes | null> {
    if (this.#isClosed || this.#held.length > 1) return this.tryExtend(bytes);
    return this.#keep(await this.#budget.take(this.#key, bytes * this.#copies, signal));
  }

  /** Gives everything back; more calls do nothing. */
  close(): void {
    this.#isClosed = true;
    for (const held of this.#held.splice(0)) held.free();
  }

  #keep(held: HeldBytes): HeldBytes {
    if (this.#isClosed) held.free();
    else this.#held.push(held);
    return {
      shrinkTo: (bytes) => held.shrinkTo(bytes * this.#copies),
      free: () => {
        held.free();
        const at = this.#held.indexOf(held);
        if (at >= 0) this.#held.splice(at, 1);
      },
    };
  }
}
