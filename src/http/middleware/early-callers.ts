import type { Request, Response } from 'express';
import { ConsumerLeft } from '#src/ask/deadline.ts';
import { PlacesTaken } from '#src/places.ts';

/** How full the queue before all questions is: 0 empty, 1 full. */
export type QueueFill = () => number;

/** Callers that are remembered at once; beyond, the longest known are forgotten. */
const MOST_CALLERS = 10_000;
/** How often the queue is looked at while calls wait here. */
const LOOK_MS = 25;
/** Below this, calls that wait here go on: before the queue is empty, and so that they find room in it. */
const LOW_FILL = 0.5;
/** Calls that go on at one look, as a share of those that wait here. */
const SHARE = 0.25;

interface Early {
  readonly goOn: () => void;
  readonly refuse: () => void;
  readonly until: number;
}

/**
 * Callers that were told to come again later (503 with `Retry-After`) and come sooner. While the queue of questions is
 * full, their calls wait here until that time is over, before any of their work is done: no body, no store. Answered at
 * once instead, a few hundred clients that ignore `Retry-After` took the whole event loop for refusals, and what had
 * been let in got a tenth of its rate.
 */
export class EarlyCallers {
  readonly #fill: QueueFill;
  /** When each caller may come again. */
  readonly #notBefore = new Map<string, number>();
  readonly #waiting = new Set<Early>();
  #timer: NodeJS.Timeout | null = null;

  constructor(fill: QueueFill) {
    this.#fill = fill;
  }

  /** Remembers a caller that the queue of questions had no room for. */
  refused(req: Request, error: PlacesTaken): void {
    const caller = callerOf(req);
    this.#notBefore.delete(caller);
    this.#notBefore.set(caller, performance.now() + (error.retryAfter ?? 0) * 1_000);
    if (this.#notBefore.size > MOST_CALLERS)
      this.#notBefore.delete(this.#notBefore.keys().next().value!);
  }

  /** Lets a call go on, at once or when the queue has room; fails with `PlacesTaken` when its time is over before. */
  async turn(req: Request, res: Response): Promise<void> {
    if (this.#notBefore.size === 0) return;
    const caller = callerOf(req);
    const until = this.#notBefore.get(caller);
    if (until === undefined) return;
    if (until <= performance.now()) this.#notBefore.delete(caller);
    else if (this.#fill() >= 1) await this.#wait(until, res);
  }

  async #wait(until: number, res: Response): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const early: Early = { until, goOn: resolve, refuse: () => reject(new PlacesTaken()) };
    const left = () => reject(new ConsumerLeft());
    res.once('close', left);
    this.#waiting.add(early);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    try {
      await promise;
    } finally {
      res.off('close', left);
      this.#waiting.delete(early);
    }
  }

  #look(): void {
    const now = performance.now();
    let room = this.#fill() < LOW_FILL ? Math.ceil(this.#waiting.size * SHARE) : 0;
    for (const early of this.#waiting) {
      if (room > 0) early.goOn();
      else if (early.until <= now) early.refuse();
      else break;
      room -= 1;
    }
    if (this.#waiting.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** As the caller names itself; it was let in by that when it was refused. */
const callerOf = ({ headers }: Request): string =>
  `${headers['x-api-key'] ?? headers.authorization ?? headers.cookie ?? ''}\n${headers['x-end-user-id'] ?? ''}`;
