import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnWorkspace, openWorkspace } from '../../../test/e2e/workspace.ts';
import { openOwnPostgres } from '../../../test/fakes/own-postgres.ts';
import { Load } from '../../kill/load.ts';
import { seeded } from '../../kill/run.ts';
import type { FaultPart } from '../fault.ts';

const RESTARTS = 20;
/** A restart comes so long after the load is taken again at the latest (milliseconds). */
const LONGEST_PAUSE_MS = 1_000;
const TIMEOUT_MS = 60_000;
/** Between two calls of a loop; uploads leave room for those whose loss is looked for (milliseconds). */
const CALL_MS = 20;
const UPLOAD_MS = 250;

type Body = FormData | string | undefined;

/**
 * A PostgreSQL server that holds the store is restarted under uploads, background uploads and questions. Between two
 * restarts something of each is acknowledged, so that there is something to lose; a restart comes while uploads run.
 */
export const part: FaultPart = {
  name: 'store-restarts',
  async run({ seed, scale, signal, say }) {
    const server = await openOwnPostgres(50);
    if (server === null) {
      say('the packaged PostgreSQL server or openssl is missing');
      return null;
    }
    const { port } = server.target;
    let own: OwnWorkspace | null = null;
    try {
      own = await openWorkspace({
        PLUMBLINE_LOG__LEVEL: 'fatal',
        PLUMBLINE_STORE__URL: `postgres://postgres:right@127.0.0.1:${port}/postgres`,
        PLUMBLINE_JOBS__POLL_MS: '50',
      });
      const random = seeded(seed);
      const { service, workspaceId, files } = own;
      const target = { url: service.url, apiKey: service.apiKey ?? '', workspaceId, files };
      const load = new Load(target, random);
      load.start();
      const watched = new Watched(own);
      watched.start();
      const restarts = Math.max(1, Math.round(RESTARTS * scale));
      const isOver = () => signal.aborted || !watched.lives;
      let [done, underWay, acknowledgedAcross] = [0, 0, 0];
      await isTakenAgain(load, isOver);
      while (done < restarts && !isOver()) {
        await sleep(random() * LONGEST_PAUSE_MS);
        const across = load.uploadsUnderWay();
        await server.restart();
        if (!(await isTakenAgain(load, isOver)) && !isOver())
          watched.wrong.push(`not all of the load was taken again after restart ${done + 1}`);
        underWay += across.length;
        acknowledgedAcross += across.filter(({ isAcknowledged }) => isAcknowledged).length;
        say(`${++done} restarts, ${load.uploads} uploads, ${load.jobs.length} background uploads`);
      }
      await watched.stop();
      // What a dead service acknowledged cannot be counted.
      if (watched.lives) {
        await load.stop();
        for (const job of load.jobs) await load.settle(job);
        await load.checkTables();
      }
      for (const line of [...load.wrong, ...watched.wrong]) say(line);
      return [
        {
          fault: 'the PostgreSQL of the store restarts',
          ...{ runs: done, deaths: watched.lives ? 0 : 1, lost: load.wrong.length },
          ...{ orphans: 0, effects: 0, wrong: watched.wrong.length },
          figures: `acknowledged: ${load.uploads} uploads, ${load.jobs.length} background uploads, ${load.answers} answers; ${underWay} uploads under way at a restart, ${acknowledgedAcross} of them acknowledged; ${watched.counts()}`,
        },
      ];
    } finally {
      await own?.close();
      await server.close();
    }
  },
};

/** Waits until an upload, a background upload and an answer are acknowledged from now on; false where they do not come. */
async function isTakenAgain(load: Load, isOver: () => boolean): Promise<boolean> {
  const taken = () => [load.uploads, load.jobs.length, load.answers];
  const before = taken();
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    if (taken().every((count, n) => count > (before[n] ?? 0))) return true;
    if (isOver() || performance.now() > until) return false;
    await sleep(20);
  }
}

/** Calls one after the other, and what their answers are: those that fail are to be 503 with `Retry-After`. */
class Watched {
  readonly wrong: string[] = [];
  readonly #own: OwnWorkspace;
  readonly #statuses = new Map<number, number>();
  readonly #stopping = new AbortController();
  #running: Promise<void>[] = [];

  constructor(own: OwnWorkspace) {
    this.#own = own;
  }

  get lives(): boolean {
    const { exitCode, signalCode } = this.#own.service.process;
    return exitCode === null && signalCode === null;
  }

  counts(): string {
    return [...this.#statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
  }

  start(): void {
    const { files, workspaceId } = this.#own;
    const form = (nth: number) => {
      const body = new FormData();
      body.set('file', new Blob([`city,amount\nRome,${nth}\n`]), 'watched.csv');
      return body;
    };
    const question = JSON.stringify({ q: 'how many orders are there', workspace_id: workspaceId });
    this.#loop(CALL_MS, () => ['GET', '/whoami', undefined]);
    this.#loop(CALL_MS, () => ['POST', '/query', question]);
    this.#loop(UPLOAD_MS, (nth) => ['POST', files, form(nth)]);
    this.#loop(UPLOAD_MS, (nth) => ['POST', `${files}/async`, form(nth)]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #loop(
    pauseMs: number,
    request: (nth: number) => [method: string, path: string, body: Body],
  ): void {
    const run = async () => {
      for (let nth = 0; !this.#stopping.signal.aborted && this.lives; nth++) {
        await this.#call(...request(nth));
        await sleep(pauseMs);
      }
    };
    this.#running.push(run());
  }

  async #call(method: string, path: string, body: Body): Promise<void> {
    const { url, apiKey } = this.#own.service;
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    try {
      const response = await fetch(url + path, {
        method,
        body: body ?? null,
        headers: { 'x-api-key': apiKey ?? '', ...type },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const { status, headers } = response;
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
      const isPassing = status === 503 && headers.has('retry-after');
      if (status >= 500 && !isPassing)
        this.wrong.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.wrong.push(
        `${method} ${path}: no answer (${error instanceof Error ? (error.cause ?? error.message) : error})`,
      );
    }
  }
}
