import { setTimeout as sleep } from 'node:timers/promises';
import { abortable } from '#src/ask/deadline.ts';
import type { Planning, PlanningAbout } from '#src/ask/deps.ts';
import { affinity, type PlannerThreads } from '#src/ask/planner-threads.ts';
import { limitThread } from '#src/ask/thread-limit.ts';
import { isPlainlyEnglish } from '#src/language/recognise.ts';
import { type Asker, Places, type WaitingLimits } from '#src/places.ts';
import type { Catalog, ProbedValue, ValuePlace } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import type { ReadingTrace } from '#src/read/trace.ts';
import type { PlanningReply, PlanningScope, PlanningTask } from '#workers/plan-protocol.ts';

/** How long it is waited for workers that still start before they are asked again (milliseconds). */
const STARTING_MS = 10;

export interface PlanningOptions {
  /** Ended by whoever began it. */
  readonly pool: PlannerThreads;
  /** How work waits for a worker. */
  readonly waiting: WaitingLimits;
  /** Processor time that a worker may take (milliseconds); the wait for one does not count. */
  readonly timeoutMs: number;
  /** Looks for values among the rows that the caller sees. */
  readonly probe?: (
    about: PlanningAbout,
    places: readonly ValuePlace[],
    signal: AbortSignal,
  ) => Promise<readonly ProbedValue[]>;
}

/** The planner took more time or memory than it may; its worker was replaced. */
export class PlanningExhausted extends Error {
  constructor(what: string, cause: unknown) {
    super(`planning took more than ${what}`, { cause });
    this.name = 'PlanningExhausted';
  }
}

/** Looks for values among the caller's rows for one question, and values that one look is for. */
const MOST_ROUNDS = 4;
const MOST_PROBED = 200;

type Probed = PlanningAbout & Pick<PlanningScope, 'probed'>;
type WithoutScope<T> = T extends unknown ? Omit<T, keyof PlanningScope> : never;
type Work = WithoutScope<PlanningTask>;

/** Planning in a Piscina pool; `warm` resolves when its workers have loaded the planner. */
export function createPlanning(options: PlanningOptions): Planning & {
  /** How the planner reads a question; values of the data only for one who sees all rows. */
  reading(
    about: PlanningAbout,
    question: string,
    now: Date,
    signal: AbortSignal,
  ): Promise<ReadingTrace>;
  warm(): Promise<void>;
} {
  const { pool } = options;
  const threads = pool.options.maxThreads;
  const heapMb = pool.options.resourceLimits?.maxOldGenerationSizeMb;

  const attempt = (work: Work, scope: PlanningScope, signal: AbortSignal) => {
    const task = { ...work, ...scope } as PlanningTask;
    return pool.run(Object.assign(task, affinity(scope.catalogKey)), { signal });
  };

  // One task a worker, so that none spends its time in the pool's queue.
  const places = new Places({
    queue: 'planner',
    places: threads,
    limits: options.waiting,
  });

  // The caller's signal only ends the waiting: aborting a running task would kill its worker and the catalogs in it.
  const run = (work: Work, about: Probed, signal: AbortSignal) =>
    places.run(askerOf(about), undefined, signal, () => runNow(work, about, signal));

  const runNow = async (work: Work, about: Probed, signal: AbortSignal) => {
    const limit = limitThread(() => pool.threads, options.timeoutMs);
    try {
      const { begun } = limit;
      const { policy, probed } = about;
      const scope = { begun, catalogKey: keyOf(about.catalog), policy, probed };
      const first = await attempt(work, { ...scope, catalog: null }, limit.signal);
      if (first.kind !== 'missing') return first;
      signal.throwIfAborted();
      return await attempt(work, { ...scope, catalog: about.catalog }, limit.signal);
    } catch (error) {
      if (limit.signal.aborted)
        throw new PlanningExhausted(`${options.timeoutMs} ms of processor time`, error);
      throw ranOutOfMemory(error) ? new PlanningExhausted(`${heapMb} MiB`, error) : error;
    } finally {
      limit.stop();
    }
  };

  /** Asks again with what the data says of the values that the reading came upon, until it comes upon no other. */
  const probing = async (work: Work, about: PlanningAbout, signal: AbortSignal) => {
    const probed: ProbedValue[] = [];
    for (let round = 0; ; round++) {
      const reply = await abortable(run(work, { ...about, probed }, signal), signal);
      const { unprobed = [] } = reply;
      if (unprobed.length === 0 || round === MOST_ROUNDS || !options.probe) return reply;
      const some = unprobed.slice(0, MOST_PROBED);
      probed.push(...(await abortable(options.probe(about, some, signal), signal)));
    }
  };

  const ask = async <K extends PlanningReply['kind']>(
    kind: K,
    work: Work,
    about: PlanningAbout,
    signal: AbortSignal,
  ) => {
    const reply = await probing(work, about, signal);
    if (reply.kind !== kind) throw new Error(`planning worker answered ${reply.kind} to ${kind}`);
    return reply as Extract<PlanningReply, { kind: K }>;
  };

  return {
    async plan({ question, history, now, lessons = [], ...about }, signal) {
      const work = { kind: 'plan' as const, question, history, now, lessons };
      return (await ask('plan', work, about, signal)).plan;
    },
    async findLiterals(about, literals, signal) {
      return (await ask('literals', { kind: 'literals', literals }, about, signal)).findings;
    },
    async hits(about, question, signal, { near = false } = {}) {
      return (await ask('hits', { kind: 'hits', question, near }, about, signal)).hits;
    },
    async english(about, question, signal) {
      // No need to wait for a thread.
      if (isPlainlyEnglish(question)) return null;
      return (await ask('english', { kind: 'english', question }, about, signal)).text;
    },
    async answerable(about, wanted, signal) {
      const work = { kind: 'answerable' as const, ...wanted };
      return (await ask('answerable', work, about, signal)).questions;
    },
    async reading(about, question, now, signal) {
      const work = { kind: 'reading' as const, question, now };
      return (await ask('reading', work, about, signal)).trace;
    },
    async warm() {
      const scope = { catalogKey: '', catalog: null, policy: NO_ROW_POLICY, probed: [] };
      const work = { kind: 'literals' as const, literals: [] };
      const signal = new AbortController().signal;
      const loaded = new Set<number>();
      const isWarm = () => pool.threads.every(({ threadId }) => loaded.has(threadId));
      // A worker that is there already may answer for those that still start.
      while (!isWarm()) {
        if (loaded.size > 0) await sleep(STARTING_MS);
        const cells = Array.from(
          { length: threads },
          () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
        );
        await Promise.all(cells.map((begun) => attempt(work, { ...scope, begun }, signal)));
        for (const begun of cells) loaded.add(Atomics.load(begun, 0));
      }
    },
  };
}

const askerOf = ({ asker, catalog }: PlanningAbout): Asker =>
  asker ?? { workspaceId: catalog.workspaceId, endUserId: null };

const ranOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A generation as a workspace sees it: one of a database may be seen by several, each with its own day. */
const keyOf = ({ generationId, workspaceId, timezone, asOf }: Catalog) =>
  [generationId, workspaceId, timezone, asOf].join(' ');
