/**
 * `npm run bench crowd [-- --seconds 10 --connections 16,80,400 --chat --beside DIR]`: new questions (nothing is kept)
 * from more clients than the service has places for, each of which asks again at once, whatever `Retry-After` says.
 * Answers a second, and the processor time of the service for each, which also compares on a busy machine. With
 * `--chat` each question begins a chat; with `--beside`, also the service of another checkout, by turns.
 */
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { processorTime } from './processor-time.ts';
import { call, type StartedService, startService } from './service.ts';
import { printTable } from './stats.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16,80,400' },
    chat: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
});
const seconds = Number(options.seconds);

const NEW = {
  PLUMBLINE_ASK__KEPT_ANSWERS: '0',
  PLUMBLINE_ASK__KEPT_PLANS: '0',
  PLUMBLINE_ASK__KEPT_RESULTS: '0',
};

interface Target {
  readonly service: StartedService;
  readonly path: string;
  readonly apiKey: string;
}

async function open(root?: string): Promise<Target> {
  const service = await startService({ ...(root && { root }), env: NEW, log: 'ignore' });
  const sample = await call<{ api_key: string; client_id: string }>(service, 'GET', '/sample');
  const path = options.chat ? `/clients/${sample.client_id}/ask` : '/query';
  return { service, path, apiKey: sample.api_key };
}

let asked = 0;
/** Questions that differ in a number. */
function question(): string {
  asked += 1;
  return `how many orders have a quantity over ${asked % 1_000}`;
}

/** Asks once; gives the status, 0 where the connection failed. */
function ask({ service, path, apiKey }: Target, agent: Agent, client: number): Promise<number> {
  const body = options.chat ? { query: question(), new_session: true } : { q: question() };
  return new Promise((resolve) => {
    const headers = {
      'X-API-Key': apiKey,
      'X-End-User-Id': `client-${client}`,
      'Content-Type': 'application/json',
    };
    const sent = request(service.url + path, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(JSON.stringify(body));
  });
}

async function crowd(target: Target, connections: number, forSeconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  const pid = target.service.process.pid!;
  const [began, spent] = [performance.now(), processorTime(pid)];
  const client = async (_: unknown, at: number) => {
    while (performance.now() - began < forSeconds * 1_000) {
      const from = performance.now();
      const status = await ask(target, agent, at);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const took = (performance.now() - began) / 1_000;
  agent.destroy();
  const answers = statuses.get(200) ?? 0;
  latencies.sort((a, b) => a - b);
  return {
    connections,
    'answers/s': answers / took,
    'others/s': ([...statuses.values()].reduce((sum, one) => sum + one, 0) - answers) / took,
    'processor ms an answer': (processorTime(pid) - spent) / Math.max(answers, 1),
    'p50 (ms)': latencies[Math.floor(latencies.length / 2)] ?? Number.NaN,
  };
}

const sides = new Map([['own', await open()]]);
if (options.beside) sides.set('beside', await open(options.beside));
try {
  for (const target of sides.values()) await crowd(target, 16, 5);
  const rows: Record<string, string | number>[] = [];
  for (const connections of options.connections.split(',').map(Number))
    for (const [of, target] of sides)
      rows.push({ of, ...(await crowd(target, connections, seconds)) });
  printTable(`new questions${options.chat ? ', each in a chat' : ''}, ${seconds} s each`, rows);
} finally {
  for (const { service } of sides.values()) await service.stop();
}
