import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTagOf } from '../../../src/child-processes.ts';
import { seeded } from '../../kill/run.ts';
import { call, type StartedService, startService } from '../../service.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import { orphansAfter, processesOf } from '../service-processes.ts';

const KILLS = 100;
const LONGEST_START_MS = 1_500;
const LONGEST_LOAD_MS = 1_500;
const ROWS = 60_000;
const ENV = { PLUMBLINE_SAMPLE__ENABLED: 'false', PLUMBLINE_LOG__LEVEL: 'fatal' };

/** Kills the gateway and counts the processes that are left after the grace. */
export const part: FaultPart = {
  name: 'orphans',
  async run(context) {
    if (process.platform !== 'linux') {
      context.say('needs /proc');
      return null;
    }
    const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-orphans-'));
    try {
      const first = await startService({ dataDir, env: ENV });
      if (first.apiKey === null) throw new Error('the first start printed no key');
      await first.stop();
      const tag = await processTagOf(dataDir);
      const bench = { context, dataDir, key: first.apiKey, tag };
      const rows = [await duringStart(bench), await duringLoad(bench), await reaped(bench)];
      for (const pid of await processesOf(tag)) process.kill(pid, 'SIGKILL');
      return rows;
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    }
  },
};

interface Bench {
  readonly context: FaultContext;
  readonly dataDir: string;
  readonly key: string;
  readonly tag: string;
}

const kills = ({ context }: Bench) => Math.max(2, Math.round(KILLS * context.scale));

interface Left {
  runs: number;
  orphans: number;
  seen: number;
  slowestMs: number;
}

const nothingLeft = (): Left => ({ runs: 0, orphans: 0, seen: 0, slowestMs: 0 });

/** Counts what is left of a killed gateway, and how long the last one took. */
async function count({ tag }: Bench, left: Left): Promise<void> {
  left.runs++;
  const { seen, orphans, tookMs } = await orphansAfter(tag);
  left.seen += seen;
  left.orphans += orphans;
  if (orphans === 0) left.slowestMs = Math.max(left.slowestMs, tookMs);
}

const rowOf = (fault: string, { runs, orphans, seen, slowestMs }: Left): FaultRow => ({
  ...{ fault, runs, orphans, deaths: 0, lost: 0, effects: 0, wrong: 0 },
  figures: `${seen} processes there at the kills, the last gone after ${Math.round(slowestMs)} ms`,
});

/** `kill -9` at a random moment of the start, also while engine processes load their modules. */
async function duringStart(bench: Bench): Promise<FaultRow> {
  const random = seeded(bench.context.seed);
  const left = nothingLeft();
  while (left.runs < kills(bench) && !bench.context.signal.aborted) {
    const service = await startService({
      ...{ dataDir: bench.dataDir, env: ENV, again: true },
      onSpawn: (child) => void setTimeout(() => child.kill('SIGKILL'), random() * LONGEST_START_MS),
    }).catch(() => null);
    if (service) await killed(service);
    await count(bench, left);
  }
  bench.context.say(`${left.runs} kills during a start, ${left.orphans} orphans`);
  return rowOf('kill -9 during a start', left);
}

async function killed({ process: child }: StartedService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** `kill -9` while files are parsed and loaded and questions run. */
async function duringLoad(bench: Bench): Promise<FaultRow> {
  const random = seeded(bench.context.seed + 1);
  const left = nothingLeft();
  const lines = Array.from({ length: ROWS }, (_, n) => `${n},place ${n % 97},${n % 13}.5`);
  const csv = `number,place,amount\n${lines.join('\n')}\n`;
  while (left.runs < kills(bench) && !bench.context.signal.aborted) {
    const service = await startService({ dataDir: bench.dataDir, env: ENV, again: true });
    // Caught at once: it may fail while the processes are counted.
    const going = work({ url: service.url, apiKey: bench.key }, csv).catch(() => null);
    await sleep(random() * LONGEST_LOAD_MS);
    await killed(service);
    await count(bench, left);
    await going;
  }
  bench.context.say(`${left.runs} kills during loads, ${left.orphans} orphans`);
  return rowOf('kill -9 during uploads and questions', left);
}

interface Me {
  readonly client_id: string;
  readonly workspaces: readonly { readonly workspace_id: string }[];
}

/** An upload and questions at once; what fails of them is no matter here. */
async function work(target: { url: string; apiKey: string }, csv: string): Promise<void> {
  const me = await call<Me>(target, 'GET', '/whoami');
  const workspaceId = me.workspaces[0]?.workspace_id;
  const form = new FormData();
  form.set('file', new Blob([csv]), 'orders.csv');
  form.set('force', 'true');
  const question = { q: 'total amount by place', workspace_id: workspaceId };
  await Promise.allSettled([
    call(target, 'POST', `/clients/${me.client_id}/workspaces/${workspaceId}/files`, form),
    ...[1, 2, 3].map(() => call(target, 'POST', '/query', question)),
  ]);
}

/** Processes that cannot notice the end of their gateway (stopped by SIGSTOP) are ended by the next start. */
async function reaped(bench: Bench): Promise<FaultRow> {
  const left = nothingLeft();
  let seen = 0;
  while (left.runs < Math.ceil(kills(bench) / 10) && !bench.context.signal.aborted) {
    const options = { dataDir: bench.dataDir, env: ENV, again: true };
    const service = await startService(options);
    const stuck = await processesOf(bench.tag);
    for (const pid of stuck) process.kill(pid, 'SIGSTOP');
    await killed(service);
    const next = await startService(options);
    const now = await processesOf(bench.tag);
    left.orphans += stuck.filter((pid) => now.includes(pid)).length;
    seen += stuck.length;
    await killed(next);
    await count(bench, left);
  }
  return rowOf('kill -9 with stuck engine processes, then a start', { ...left, seen });
}
