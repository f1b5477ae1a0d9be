import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type StartedService, type StartOptions, startService } from '../service.ts';
import { Load, type Target } from './load.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export interface KillPlan {
  readonly kills: number;
  readonly seed: number;
  /** The service is killed so many milliseconds after its start at the latest. */
  readonly longestRunMs: number;
  /** Ends the kills early; what is there and what was told is checked all the same. */
  readonly signal?: AbortSignal;
  /** Settings of the service over those of the bench, such as another store. */
  readonly env?: Readonly<Record<string, string>>;
  /** Counts, and ends, the processes that outlived a killed service on the data folder; called after each kill. */
  readonly orphansOf?: (dataDir: string) => Promise<number>;
}

export interface KillOutcome {
  /** Those that took place. */
  readonly kills: number;
  /** Kills before the service had said that it was ready. */
  readonly killsAtStart: number;
  /** Acknowledged as published. */
  readonly uploads: number;
  /** Background uploads that the service took over, and those that it gave up because it was killed in each attempt. */
  readonly jobs: number;
  readonly abandoned: number;
  readonly answers: number;
  /** Events that had to be told, those that were not, and calls beyond the first. */
  readonly events: number;
  readonly untold: readonly string[];
  readonly repeated: number;
  readonly forged: number;
  /** Processes that outlived their gateway; 0 where nothing counts them. */
  readonly orphans: number;
  /** Lost uploads, half-visible tables, failed jobs. */
  readonly wrong: readonly string[];
}

const ENV = {
  PLUMBLINE_SAMPLE__ENABLED: 'false',
  PLUMBLINE_LOG__LEVEL: 'fatal',
  // What a start takes for garbage goes at once, so that a mistake shows.
  PLUMBLINE_FILES__SWEEP_DELAY_MS: '0',
  PLUMBLINE_FILES__TRASH_HOURS: '0',
  PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
  PLUMBLINE_WEBHOOKS__FIRST_RETRY_MS: '50',
  PLUMBLINE_WEBHOOKS__LONGEST_RETRY_MS: '500',
  PLUMBLINE_JOBS__POLL_MS: '50',
  // A slow machine is no wrong answer.
  PLUMBLINE_ASK__PLANNING_TIMEOUT_MS: '60000',
  PLUMBLINE_ASK__TIMEOUT_MS: '60000',
  PLUMBLINE_DUCKDB__PARSE_TIMEOUT_MS: '60000',
};
const REFUSED_CALLS = 0.1;
const KILLED_AT_START = 0.2;
const LONGEST_START_MS = 1_000;
/** Nothing more is told after so long without news. */
const QUIET_MS = 60_000;

/** A generator of numbers from 0 to 1 (mulberry32), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Kills the service so many times at random moments under a mixed load, then looks what is there and what was told. */
export async function killRuns(plan: KillPlan, say: (line: string) => void): Promise<KillOutcome> {
  const random = seeded(plan.seed);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-kill-'));
  const options = { dataDir, env: { ...ENV, ...plan.env } };
  const receiver = await openReceiver(random, REFUSED_CALLS);
  let service = await startService(options);
  try {
    const target = await prepare(service, receiver);
    const load = new Load(target, random);
    load.start();
    let [kills, killsAtStart, orphans] = [0, 0, 0];
    while (kills < plan.kills && !plan.signal?.aborted) {
      await sleep(random() * plan.longestRunMs);
      await end(service);
      load.pause();
      kills++;
      orphans += (await plan.orphansOf?.(dataDir)) ?? 0;
      if (kills < plan.kills && random() < KILLED_AT_START) {
        killsAtStart += await killAtStart(options, random() * LONGEST_START_MS);
        kills++;
        orphans += (await plan.orphansOf?.(dataDir)) ?? 0;
      }
      service = await startService({ ...options, again: true });
      target.url = service.url;
      load.resume();
      say(`${kills} kills, ${load.uploads} uploads, ${load.jobs.length} jobs, ${orphans} orphans`);
    }
    return { kills, killsAtStart, orphans, ...(await check(load, receiver)) };
  } finally {
    await service.stop();
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What is there and what was told once everything has come to rest. */
async function check(
  load: Load,
  receiver: Receiver,
): Promise<Omit<KillOutcome, 'kills' | 'killsAtStart' | 'orphans'>> {
  await load.stop();
  for (const job of load.jobs) await load.settle(job);
  await load.checkTables();
  const untold = await allTold(load.ready, receiver.files);
  return {
    uploads: load.uploads,
    jobs: load.jobs.length,
    abandoned: load.abandoned,
    answers: load.answers,
    events: load.ready.size,
    untold,
    repeated: receiver.repeated(),
    forged: receiver.forged(),
    wrong: load.wrong,
  };
}

async function prepare(
  service: StartedService,
  receiver: { readonly url: string; expect(secret: string): void },
): Promise<Target> {
  const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
    service,
    'GET',
    '/whoami',
  );
  const workspaceId = me.workspaces[0]!.workspace_id;
  const { secret } = await call<{ secret: string }>(service, 'POST', '/accounts/webhooks', {
    url: receiver.url,
  });
  receiver.expect(secret);
  const files = `/clients/${me.client_id}/workspaces/${workspaceId}/files`;
  return { url: service.url, apiKey: service.apiKey!, workspaceId, files };
}

async function end(service: StartedService): Promise<void> {
  const ended = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await ended;
}

/** Kills a start after so many milliseconds; 1 where it was not ready by then. */
async function killAtStart(
  options: Pick<StartOptions, 'dataDir' | 'env'>,
  afterMs: number,
): Promise<number> {
  let early = 1;
  await startService({
    ...options,
    onSpawn(child) {
      setTimeout(() => child.kill('SIGKILL'), afterMs);
    },
  }).then(
    async (service) => {
      early = 0;
      await end(service);
    },
    () => undefined,
  );
  return early;
}

/** Waits for what has to be told, as long as there is news; gives what was not. */
async function allTold(wanted: ReadonlySet<string>, told: ReadonlySet<string>): Promise<string[]> {
  let [known, since] = [told.size, performance.now()];
  for (;;) {
    const untold = [...wanted].filter((one) => !told.has(one));
    if (untold.length === 0 || performance.now() - since > QUIET_MS) return untold;
    await sleep(50);
    if (told.size > known) [known, since] = [told.size, performance.now()];
  }
}
