/**
 * `npm run bench gateway [-- --seconds 5 --rounds 5 --connections 32 --only compare,whoami,query --beside DIR]`: the
 * gateway beside a bare Express in the same run, by turns: `GET /whoami` (authenticated, limited, read from the store,
 * logged) and `POST /query` (a question that was asked before), then the processor time that each part of it takes.
 * With `--beside`, also the service of another checkout.
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
import { processorTime } from './processor-time.ts';
import { call, startService } from './service.ts';
import { median, printTable } from './stats.ts';
import { type Load, type Measured, wrk } from './wrk.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: 'compare,whoami,query' },
    beside: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const connections = Number(options.connections);

/** The parts that are run: the comparison, and the profile of a kind of call. */
const only = new Set(options.only.split(','));

const GOALS = { whoami: 0.35, query: 0.2 };
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
async function openGateway(
  env: Readonly<Record<string, string>> = {},
  root?: string,
): Promise<Gateway> {
  const service = await startService({
    ...(root && { root }),
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
  const before = options.beside ? await openGateway({}, options.beside) : null;
  const bare = await openBare(gateway);
  const sides = { 'bare Express': bare, gateway, ...(before && { before }) };
  const found = new Map<string, Round[]>();
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const name of ['whoami', 'query'] as const)
      for (const [side, served] of Object.entries(sides)) {
        const key = `${name} ${side}`;
        found.set(key, [...(found.get(key) ?? []), await measureRound(served, name)]);
      }
  await Promise.all([gateway.stop(), before?.stop(), bare.stop()]);
  printTable(
    `${connections} connections, medians of ${options.rounds} rounds of ${seconds} s`,
    (['whoami', 'query'] as const).flatMap((name) =>
      Object.keys(sides).map((side) =>
        rowOf(name, side, found.get(`${name} bare Express`)!, found.get(`${name} ${side}`)!),
      ),
    ),
  );
}

interface Round extends Measured {
  /** Microseconds of processor time a call, of all its processes and threads. */
  readonly processor: number;
}

async function measureRound(side: Gateway, name: 'whoami' | 'query'): Promise<Round> {
  const before = processorTime(side.process.pid!);
  const measured = await wrk(side[name], seconds, connections);
  const spent = processorTime(side.process.pid!) - before;
  return { ...measured, processor: (spent * 1_000) / (measured.perSecond * seconds) };
}

function rowOf(
  name: 'whoami' | 'query',
  side: string,
  bare: readonly Round[],
  own: readonly Round[],
) {
  const of = (pick: (round: Round) => number) => median(own.map(pick));
  const ratio = median(own.map(({ perSecond }, at) => perSecond / bare[at]!.perSecond));
  const work = median(own.map(({ processor }, at) => bare[at]!.processor / processor));
  const goal = side === 'gateway' && `${GOALS[name]} (${ratio >= GOALS[name] ? 'met' : 'missed'})`;
  return {
    call: name,
    of: side,
    '1/s': of(({ perSecond }) => perSecond),
    ratio: ratio.toFixed(3),
    goal: goal || '',
    'processor µs': of(({ processor }) => processor),
    'ratio of it': work.toFixed(3),
    'p50 (ms)': of(({ p50 }) => p50),
    'p99 (ms)': of(({ p99 }) => p99),
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
