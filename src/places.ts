import { AppError } from '#src/errors.ts';

/** On whose behalf something runs. Places are dealt out among workspaces, then among the end users of one. */
export interface Asker {
  readonly workspaceId: string;
  /** Null: the workspace as a whole, which counts as one end user. */
  readonly endUserId: string | null;
  /** Told of each wait for a place when it is over (milliseconds). */
  readonly waited?: ((milliseconds: number) => void) | undefined;
}

/** How waiting is bounded: the section `waiting` of the configuration. */
export interface WaitingLimits {
  /** Tasks that wait in one queue at the most. */
  readonly maxWaiting: number;
  /** Longest wait for a place (milliseconds). */
  readonly maxWaitMs: number;
  /** Shares of the places (0 to 1) that one workspace, and one end user of it, may hold at once. */
  readonly workspaceShare: number;
  readonly endUserShare: number;
  readonly meter?: PlacesMeter;
}

/** The section `waiting` of the configuration: shares in percent. */
interface WaitingSettings {
  readonly max_waiting: number;
  readonly max_wait_ms: number;
  readonly workspace_share: number;
  readonly end_user_share: number;
}

/** The section `waiting` as `Places` takes it. */
export const waitingLimits = (
  { waiting }: { readonly waiting: WaitingSettings },
  meter?: PlacesMeter,
): WaitingLimits => ({
  maxWaiting: waiting.max_waiting,
  maxWaitMs: waiting.max_wait_ms,
  workspaceShare: waiting.workspace_share / 100,
  endUserShare: waiting.end_user_share / 100,
  ...(meter && { meter }),
});

/** The service itself, when it measures or discovers. */
export const NOBODY: Asker = { workspaceId: '', endUserId: null };

export interface PlacesMeter {
  /** A wait is over (milliseconds). */
  waited(queue: string, outcome: WaitOutcome, milliseconds: number): void;
  /** A queue was made, with so many places. */
  opened?(queue: string, places: number): void;
  /** So many tasks more hold a place of such a queue, or wait for one; fewer where it is negative. */
  changed?(queue: string, what: 'held' | 'waiting', by: number): void;
}

/** `entered`: it got its place. `refused`: no room in the queue, or too long a wait. `left`: nobody wants it any more. */
export type WaitOutcome = 'entered' | 'refused' | 'left';

/** There is no place, and no room to wait for one, or none became free in time: 503 with `Retry-After`. */
export class PlacesTaken extends AppError {
  constructor(message = FULL) {
    super('unavailable', message, { retryAfter: RETRY_S });
    this.name = 'PlacesTaken';
  }
}

export interface PlacesOptions<Need = void> {
  /** What the places are of, as metrics name it: `duckdb`. */
  readonly queue: string;
  /** Tasks inside at once. */
  readonly places: number;
  readonly limits: WaitingLimits;
  /** Whether what is inside leaves room for a task that needs more than a place. */
  readonly fits?: (need: Need, inside: readonly Need[]) => boolean;
  /** Tasks that are not refused where the queue is full: somebody was told that they will be done. */
  readonly isKept?: (need: Need) => boolean;
  /** Tasks of a lower rank go first, whosever they are. */
  readonly rank?: (need: Need) => number;
}

/** Ends a task's stay; more calls do nothing. */
export type Leave = () => void;

interface Entry<Need> {
  readonly need: Need;
  readonly workspace: string;
  /** The end user, named together with the workspace. */
  readonly user: string;
}

interface Waiting<Need> extends Entry<Need> {
  readonly admit: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** After this a client that was refused is told to come again (seconds). */
const RETRY_S = 2;
const FULL = 'Too many requests are running. Try again in a few seconds.';
const LATE =
  'Too many requests are running, so this one timed out in the queue. Try again in a few seconds.';

/**
 * A bounded number of places, and a bounded and fair queue before them.
 *
 * A free place goes to the workspace that holds the fewest, among equals to the one whose last place is longest ago;
 * within it to an end user by the same rule, whose tasks keep their order. No workspace holds more than its share of the
 * places, and no end user more than theirs, also while nobody else waits: what runs is not interrupted, so a place that
 * was given to somebody's hundredth task would not be there for another's first. A queue that is too long loses the
 * newest task of whoever has the most in it (as FQ-CoDel does, RFC 8290, section 4.1), so that nobody can fill it for
 * others.
 */
export class Places<Need = void> {
  readonly #options: PlacesOptions<Need>;
  readonly #perWorkspace: number;
  readonly #perUser: number;
  readonly #inside = new Set<Entry<Need>>();
  /** In the order they came. */
  readonly #waiting: Waiting<Need>[] = [];
  /** Places held, by workspace and by end user. */
  readonly #held = new Map<string, number>();
  /** When each workspace and end user that holds places or waits got its last place, as a count of places given. */
  readonly #servedAt = new Map<string, number>();
  #given = 0;

  constructor(options: PlacesOptions<Need>) {
    this.#options = options;
    const { queue, places, limits } = options;
    limits.meter?.opened?.(queue, places);
    this.#perWorkspace = shareOf(places, limits.workspaceShare, places);
    this.#perUser = shareOf(places, limits.endUserShare, this.#perWorkspace);
  }

  /** Tasks that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How full the queue is: 0 nobody waits, 1 whoever comes is refused or takes the place of another. */
  get fill(): number {
    const { places, limits } = this.#options;
    if (limits.maxWaiting === 0) return this.#inside.size < places ? 0 : 1;
    return this.#waiting.length / limits.maxWaiting;
  }

  /** Whether a task has to wait because of others, not because its workspace or end user holds all that it may. */
  isTakenByOthers(asker: Asker, need: Need): boolean {
    const entry = entryOf(asker, need);
    return this.#isWithinShares(entry) && !this.#hasRoom(entry);
  }

  /** A place at once; null where there is none free. */
  enterNow(asker: Asker, need: Need): Leave | null {
    const entry = entryOf(asker, need);
    return this.#isAdmissible(entry) ? this.#enter(entry) : null;
  }

  /**
   * Waits for a place. Fails with the signal's reason as soon as that is aborted, and with `PlacesTaken` where the queue
   * is full or the wait too long.
   */
  async enter(asker: Asker, need: Need, signal: AbortSignal): Promise<Leave> {
    signal.throwIfAborted();
    return this.enterNow(asker, need) ?? this.#wait(asker, need, signal);
  }

  /** Runs a task in a place. Fails as `enter` does, or as the task. */
  async run<T>(asker: Asker, need: Need, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const leave = await this.enter(asker, need, signal);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Ends all waits with an error: what they wait for is gone. */
  refuseAll(error: unknown): void {
    for (const waiting of [...this.#waiting]) waiting.refuse(error);
  }

  async #wait(asker: Asker, need: Need, signal: AbortSignal): Promise<Leave> {
    const { queue, limits } = this.#options;
    const began = performance.now();
    const turn = Promise.withResolvers<Leave>();
    const waiting: Waiting<Need> = {
      ...entryOf(asker, need),
      admit: () => turn.resolve(this.#enter(waiting)),
      refuse: (reason) => {
        this.#remove(waiting);
        turn.reject(reason);
      },
    };
    const abort = () => waiting.refuse(signal.reason);
    const timer = setTimeout(() => waiting.refuse(new PlacesTaken(LATE)), limits.maxWaitMs);
    timer.unref();
    signal.addEventListener('abort', abort, { once: true });
    let outcome: WaitOutcome = 'entered';
    try {
      this.#waiting.push(waiting);
      this.#changed('waiting', 1);
      if (this.#waiting.length > limits.maxWaiting)
        this.#newestOfMost()?.refuse(new PlacesTaken(FULL));
      const leave = await turn.promise;
      // The signal may have been aborted between the admission and this.
      if (signal.aborted) leave();
      signal.throwIfAborted();
      return leave;
    } catch (error) {
      outcome = signal.aborted ? 'left' : 'refused';
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      const milliseconds = performance.now() - began;
      limits.meter?.waited(queue, outcome, milliseconds);
      asker.waited?.(milliseconds);
    }
  }

  #enter(entry: Entry<Need>): Leave {
    const inside = { ...entry };
    this.#inside.add(inside);
    this.#changed('held', 1);
    this.#given += 1;
    for (const holder of [entry.workspace, entry.user]) {
      this.#held.set(holder, this.#holds(holder) + 1);
      this.#servedAt.set(holder, this.#given);
    }
    return () => {
      if (!this.#inside.delete(inside)) return;
      this.#changed('held', -1);
      for (const holder of [entry.workspace, entry.user])
        this.#held.set(holder, this.#holds(holder) - 1);
      this.#admit();
      this.#forget(inside);
    };
  }

  #changed(what: 'held' | 'waiting', by: number): void {
    const { queue, limits } = this.#options;
    limits.meter?.changed?.(queue, what, by);
  }

  /** Gives free places to those who wait. */
  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      next.admit();
    }
  }

  /** Who gets the next place: the first by rank, workspace, end user and arrival of those for whom there is one. */
  #next(): Waiting<Need> | null {
    if (this.#inside.size >= this.#options.places) return null;
    let first: Waiting<Need> | null = null;
    for (const waiting of this.#waiting)
      if (this.#isAdmissible(waiting) && (first === null || this.#compare(waiting, first) < 0))
        first = waiting;
    return first;
  }

  #compare(one: Entry<Need>, other: Entry<Need>): number {
    const { rank = () => 0 } = this.#options;
    return (
      rank(one.need) - rank(other.need) ||
      this.#compareHolders(one.workspace, other.workspace) ||
      this.#compareHolders(one.user, other.user)
    );
  }

  #compareHolders(one: string, other: string): number {
    return (
      this.#holds(one) - this.#holds(other) ||
      (this.#servedAt.get(one) ?? 0) - (this.#servedAt.get(other) ?? 0)
    );
  }

  #isAdmissible(entry: Entry<Need>): boolean {
    return this.#isWithinShares(entry) && this.#hasRoom(entry);
  }

  #isWithinShares({ workspace, user }: Entry<Need>): boolean {
    return this.#holds(workspace) < this.#perWorkspace && this.#holds(user) < this.#perUser;
  }

  #hasRoom({ need }: Entry<Need>): boolean {
    const { places, fits } = this.#options;
    if (this.#inside.size >= places) return false;
    return (
      fits === undefined ||
      fits(
        need,
        [...this.#inside].map((inside) => inside.need),
      )
    );
  }

  #holds(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** The newest task of the end user with the most in the queue, of the workspace with the most. */
  #newestOfMost(): Waiting<Need> | undefined {
    const { isKept = () => false } = this.#options;
    const refusable = this.#waiting.filter(({ need }) => !isKept(need));
    const ofWorkspace = mostBy(refusable, ({ workspace }) => workspace);
    return mostBy(ofWorkspace, ({ user }) => user).at(-1);
  }

  #remove(waiting: Waiting<Need>): void {
    const index = this.#waiting.indexOf(waiting);
    if (index >= 0) this.#waiting.splice(index, 1);
    if (index >= 0) this.#changed('waiting', -1);
    this.#forget(waiting);
  }

  /** Whoever neither holds a place nor waits for one is as one who comes for the first time. */
  #forget({ workspace, user }: Entry<Need>): void {
    if (this.#holds(user) === 0 && !this.#waiting.some((waiting) => waiting.user === user))
      this.#drop(user);
    if (
      this.#holds(workspace) === 0 &&
      !this.#waiting.some((waiting) => waiting.workspace === workspace)
    )
      this.#drop(workspace);
  }

  #drop(holder: string): void {
    this.#held.delete(holder);
    this.#servedAt.delete(holder);
  }
}

/** A share of the places: at least one, and not all where there are two. */
function shareOf(places: number, share: number, all: number): number {
  if (share >= 1) return all;
  return Math.max(1, Math.min(all - 1, Math.round(places * share)));
}

/** JSON tells a workspace from an end user, and end users of the same name in two workspaces apart. */
const entryOf = <Need>({ workspaceId, endUserId }: Asker, need: Need): Entry<Need> => ({
  need,
  workspace: JSON.stringify([workspaceId]),
  user: JSON.stringify([workspaceId, endUserId]),
});

/** The items of the key that most of them have, in their order. */
function mostBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const groups = [...Map.groupBy(items, keyOf).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}
