/**
 * `npm run bench:gateway [-- --seconds 5 --rounds 5 --connections 32 --only compare,whoami,query]`: the gateway beside a bare Express in the same
 * run, by turns: `GET /whoami` (authenticated, limited, read from the store, logged) and `POST /query` (a question
 * that was asked before, its plan kept), then the processor time that each part of it takes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { timeByOwner } from './cpu-profile.ts';
import { call, startService } from './service.ts';
import { median, printTable } from './stats.ts';
import { type Load, type Measured, wrk } from './wrk.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: 'compare,whoami,query' },
  },
});
const seconds = Number(options.seconds);
const connections = Number(options.connections);

/** The parts that are run: the comparison, and the profile of a kind of call. */
const only = new Set(options.only.split(','));

const GOAL = 0.35;
/** A limit that is counted and never reached. */
const CONFIG = 'plans: { self_hosted: { requests_per_minute: 1000000 }, sample: {}, free: {} }\n';
const QUESTION = JSON.stringify({ q: 'total revenue by region in 2025' });

interface Gateway {
  readonly whoami: Load;
  readonly query: Load;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** The service as it is by default, with its log, and warm. */
async function openGateway(env: Readonly<Record<string, string>> = {}): Promise<Gateway> {
  const service = await startService({
    env: { PLUMBLINE_CONFIG: config, PLUMBLINE_LOG__LEVEL: 'info', ...env },
    log: 'ignore',
  });
  const sample = await call<{ api_key: string }>(service, 'GET', '/sample');
  const whoami: Load = {
    url: `${service.url}/whoami`,
    method: 'GET',
    headers: { 'X-API-Key': service.apiKey! },
  };
  const query: Load = {
    url: `${service.url}/query`,
    method: 'POST',
    headers: { 'X-API-Key': sample.api_key, 'Content-Type': 'application/json' },
    body: QUESTION,
  };
  await wrk(whoami, 2, connections);
  await wrk(query, 2, connections);
  return { whoami, query, process: service.process, stop: () => service.stop() };
}

/** The same answers, given by Express alone. */
async function openBare(gateway: Gateway): Promise<Gateway> {
  const answers = await Promise.all(
    [gateway.whoami, gateway.query].map(async ({ url, method, headers, body }) =>
      (await fetch(url, { method, headers, ...(body ? { body } : {}) })).json(),
    ),
  );
  const program = path.join(import.meta.dirname, 'bare-express.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(answers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const at = (load: Load) => ({ ...load, url: load.url.replace(/:\d+\//, `:${port}/`) });
  const bare = { whoami: at(gateway.whoami), query: at(gateway.query) };
  await wrk(bare.whoami, 2, connections);
  await wrk(bare.query, 2, connections);
  return { ...bare, process: child, stop: async () => void child.kill() };
}

async function compare(): Promise<void> {
  const gateway = await openGateway();
  const bare = await openBare(gateway);
  const found = { whoami: [] as Pair[], query: [] as Pair[] };
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const name of ['whoami', 'query'] as const)
      found[name].push({
        bare: await wrk(bare[name], seconds, connections),
        gateway: await wrk(gateway[name], seconds, connections),
      });
  await Promise.all([gateway.stop(), bare.stop()]);
  printTable(
    `${connections} connections, medians of ${options.rounds} rounds of ${seconds} s`,
    Object.entries(found).map(([name, pairs]) => rowOf(name, pairs)),
  );
}

interface Pair {
  readonly bare: Measured;
  readonly gateway: Measured;
}

function rowOf(name: string, pairs: readonly Pair[]) {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  const ratio = of(({ bare, gateway }) => gateway.perSecond / bare.perSecond);
  return {
    call: name,
    'bare Express (1/s)': of(({ bare }) => bare.perSecond),
    'gateway (1/s)': of(({ gateway }) => gateway.perSecond),
    ratio: ratio.toFixed(3),
    goal: name === 'whoami' ? `${GOAL} (${ratio >= GOAL ? 'met' : 'missed'})` : '',
    'p50 (ms)': of(({ gateway }) => gateway.p50),
    'p99 (ms)': of(({ gateway }) => gateway.p99),
    'p99 of bare (ms)': of(({ bare }) => bare.p99),
  };
}

/** Processor time of the gateway's process by package and file, for one kind of call. */
async function profile(name: 'whoami' | 'query'): Promise<void> {
  const file = path.join(folder, `${name}.json`);
  const hook = path.join(import.meta.dirname, 'profiler.mjs');
  const gateway = await openGateway({ NODE_OPTIONS: `--import=${hook}`, BENCH_PROFILE: file });
  gateway.process.kill('SIGUSR2');
  const { perSecond } = await wrk(gateway[name], seconds, connections);
  gateway.process.kill('SIGUSR2');
  while (!existsSync(file)) await sleep(100);
  await gateway.stop();
  const calls = perSecond * seconds;
  const rows = [...timeByOwner(file)].slice(0, 30).map(([owner, milliseconds]) => ({
    'processor time of': owner,
    'µs a call': (milliseconds * 1_000) / calls,
  }));
  printTable(`${name}, under the profiler at ${Math.round(perSecond)} calls a second`, rows);
}

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-gateway-'));
const config = path.join(folder, 'config.yaml');
await writeFile(config, CONFIG);
try {
  if (only.has('compare')) await compare();
  if (only.has('whoami')) await profile('whoami');
  if (only.has('query')) await profile('query');
} finally {
  await rm(folder, { recursive: true, force: true });
}
