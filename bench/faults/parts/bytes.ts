import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { connectDatabase } from '../../../test/e2e/connect.ts';
import { type OwnWorkspace, openWorkspace } from '../../../test/e2e/workspace.ts';
import type { DatabaseForTests, DatabaseKind } from '../../../test/fakes/database-kind.ts';
import { startIssuer } from '../../../test/fakes/jwks-server.ts';
import { startFakeModels } from '../../../test/fakes/models/server.ts';
import { MYSQL } from '../../../test/fakes/mysql-kind.ts';
import { hasRedis, ownRedis } from '../../../test/fakes/own-redis.ts';
import { listenOnOwnPort } from '../../../test/fakes/ports.ts';
import { POSTGRES } from '../../../test/fakes/postgres-server.ts';
import { call } from '../../service.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import { type FaultyProxy, openFaultyProxy } from '../faulty-proxy.ts';

const CONNECTIONS = 1_000;
const AT_ONCE = 8;
/** A damaged connection ends after this (milliseconds). */
const LIFE_MS = 500;
const TIMEOUT_MS = 60_000;

/** A peer behind a damaging proxy, and the service that uses it. */
interface Bench {
  readonly own: OwnWorkspace;
  readonly proxy: FaultyProxy;
  /** Lets the service use the peer once; gives the status of its answer. */
  use(nth: number): Promise<number>;
  /** Whether an answer is right that needs the peer. */
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
}

interface Peer {
  readonly name: string;
  /** Its part of the connections. */
  readonly share: number;
  /** Null where the machine lacks what it needs. */
  open(seed: number): Promise<Bench | null>;
}

/** The peers of the service, each behind a proxy that damages what it says, each connection in another way. */
export const part: FaultPart = {
  name: 'bytes',
  async run(context) {
    const rows: FaultRow[] = [];
    for (const peer of PEERS) {
      if (context.signal.aborted || !context.wants(peer.name)) continue;
      const row = await damage(peer, context);
      if (row) rows.push(row);
    }
    return rows;
  },
};

async function damage(peer: Peer, context: FaultContext): Promise<FaultRow | null> {
  const { seed, scale, signal, say } = context;
  const bench = await peer.open(seed);
  if (bench === null) {
    say(`${peer.name}: skipped, its server is missing`);
    return null;
  }
  const { own, proxy } = bench;
  const { process } = own.service;
  const lives = () => process.exitCode === null && process.signalCode === null;
  const count = Math.max(10, Math.round(CONNECTIONS * scale * peer.share));
  const statuses = new Map<number, number>();
  const counts = () => [...statuses].map(([status, n]) => `${n} × ${status || 'none'}`).join(', ');
  const told = () => `${peer.name}: ${proxy.damaged()} of ${count} connections, ${counts()}`;
  let [nth, isUsed] = [0, true];
  const user = async () => {
    while (proxy.damaged() < count && !signal.aborted && lives() && isUsed) {
      const status = await bench.use(nth++).catch((error: unknown) => {
        say(`${peer.name}: ${error instanceof Error ? (error.cause ?? error.message) : error}`);
        return 0;
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  let before = 0;
  const watch = setInterval(() => {
    say(told());
    // A service that no longer calls its peer is not tried at all.
    isUsed = proxy.damaged() > before;
    before = proxy.damaged();
  }, TIMEOUT_MS);
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, user));
    clearInterval(watch);
    proxy.heal(true);
    const began = performance.now();
    let isHealthy = false;
    while (!isHealthy && lives() && performance.now() - began < TIMEOUT_MS)
      isHealthy = await bench.isHealthy().catch(() => sleep(50, false));
    const healedMs = performance.now() - began;
    const failed = (statuses.get(500) ?? 0) + (statuses.get(0) ?? 0);
    say(told());
    if (!isUsed) say(`${peer.name}: no connection within ${TIMEOUT_MS / 1_000} s`);
    if (!isHealthy) say(`${peer.name}: no right answer once the peer was healthy again`);
    return {
      fault: `damaged bytes: ${peer.name}`,
      ...{ runs: proxy.damaged(), deaths: lives() ? 0 : 1 },
      ...{ lost: 0, orphans: 0, effects: 0 },
      wrong: failed + (isHealthy ? 0 : 1) + (isUsed ? 0 : 1),
      figures: `${counts()}; healthy after ${healedMs.toFixed(0)} ms`,
    };
  } finally {
    clearInterval(watch);
    await bench.close();
  }
}

const openProxy = (address: string, port: number, seed: number) =>
  openFaultyProxy({ host: address, port }, { seed, lifeMs: LIFE_MS, within: 8_000 });

async function status(
  { service }: OwnWorkspace,
  method: string,
  where: string,
  body?: object,
  headers: Record<string, string> = { 'x-api-key': service.apiKey ?? '' },
): Promise<number> {
  const response = await fetch(service.url + where, {
    method,
    body: body ? JSON.stringify(body) : null,
    headers: { ...headers, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.text();
  return response.status;
}

const QUIET = { PLUMBLINE_LOG__LEVEL: 'fatal' };

/** A database that teams connect: connection tests and questions in turn. */
const database = (type: 'postgres' | 'mysql', kind: DatabaseKind): Peer => ({
  name: kind.name,
  share: 1,
  async open(seed) {
    const server: DatabaseForTests | null = await kind.open();
    if (server === null) return null;
    const { target } = server;
    const proxy = await openProxy(target.address, target.port, seed);
    proxy.heal(true);
    const section = type.toUpperCase();
    const own = await openWorkspace({
      ...QUIET,
      [`PLUMBLINE_${section}__CONNECT_TIMEOUT_MS`]: '1000',
      [`PLUMBLINE_${section}__CANCEL_WAIT_MS`]: '300',
    });
    const damaged = { ...server, target: { ...target, port: proxy.port } };
    const workspace_id = await connectDatabase(own, type, damaged);
    proxy.heal(false);
    const { host, database: name, user, password } = target;
    const tested = { type, host, port: proxy.port, database: name, user, password };
    const question = { q: 'how many invoice lines are there', workspace_id };
    return {
      own,
      proxy,
      use: (nth) =>
        nth % 2 === 0
          ? status(own, 'POST', `/accounts/clients/${own.clientId}/database/test`, {
              ...tested,
              ssl: { mode: nth % 4 === 0 ? 'prefer' : 'disable' },
            })
          : status(own, 'POST', '/query', {
              ...question,
              q: `${question.q}${'?'.repeat(nth % 40)}`,
            }),
      async isHealthy() {
        const body = { ...question, q: `${question.q} in all` };
        const { result } = await call<{ result: string }>(own.service, 'POST', '/query', body);
        return result === 'success';
      },
      async close() {
        await own.close();
        await proxy.close();
        await server.close();
      },
    };
  },
});

const redisPeer: Peer = {
  name: 'Redis',
  share: 1,
  async open(seed) {
    if (!hasRedis()) return null;
    const redis = await ownRedis();
    const proxy = await openProxy('127.0.0.1', Number(new URL(redis.url).port), seed);
    const own = await openWorkspace({
      ...QUIET,
      PLUMBLINE_REDIS__URL: `redis://127.0.0.1:${proxy.port}`,
      PLUMBLINE_REDIS__PAUSE_MS: '10',
    });
    return {
      own,
      proxy,
      use: () => status(own, 'GET', '/whoami'),
      isHealthy: async () => (await status(own, 'GET', '/whoami')) === 200,
      async close() {
        await own.close();
        await proxy.close();
        await redis.dispose();
      },
    };
  },
};

const SALES = 'city,country,amount\nBerlin,Germany,10\nParis,France,20\nLyon,France,1\n';

const TOTALS = [
  ['France', 21],
  ['Germany', 10],
];

const model = (provider: string, name: string, base: string): Peer => ({
  name: `model (${provider})`,
  share: 0.25,
  async open(seed) {
    const fakes = await startFakeModels();
    const reply = {
      ...{ restatement: '', answerable: true, assumptions: [], clarification: '' },
      sql: 'SELECT country, SUM(amount) AS total FROM sales GROUP BY country ORDER BY total DESC',
    };
    fakes.answer = () => JSON.stringify(reply);
    const proxy = await openProxy('127.0.0.1', Number(new URL(fakes.url).port), seed);
    const own = await openWorkspace({
      ...QUIET,
      PLUMBLINE_MODEL__PROVIDER: provider,
      PLUMBLINE_MODEL__MODEL: name,
      PLUMBLINE_MODEL__API_KEY: 'sk-none',
      PLUMBLINE_MODEL__BASE_URL: `http://127.0.0.1:${proxy.port}${base}`,
      PLUMBLINE_MODEL__RETRIES: '0',
      PLUMBLINE_MODEL__BREAKER_FAILURES: '100',
      PLUMBLINE_MODEL__BREAKER_OPEN_MS: '1000',
    });
    await own.upload(SALES, 'sales.csv');
    const ask = (nth: number) => ({
      q: `how lopsided is amount across countries, please${'!'.repeat(nth % 300)}`,
      workspace_id: own.workspaceId,
    });
    return {
      own,
      proxy,
      use: (nth) => status(own, 'POST', '/query', ask(nth)),
      async isHealthy() {
        // A question that only the model can plan, asked in words of its own so that no kept plan answers it.
        const body = { ...ask(0), q: `${ask(0).q}, now` };
        const { data } = await call<{ data: { rows: unknown[][] } | null }>(
          own.service,
          'POST',
          '/query',
          body,
        );
        return JSON.stringify(data?.rows) === JSON.stringify(TOTALS);
      },
      async close() {
        await own.close();
        await proxy.close();
        await fakes.close();
      },
    };
  },
});

const webhooks: Peer = {
  name: 'webhook receiver',
  share: 1,
  async open(seed) {
    let taken = 0;
    const receiver = createServer((request, response) => {
      request.resume();
      request.on('error', () => {});
      request.once('end', () => {
        taken++;
        response.end('thanks');
      });
    });
    const port = await listenOnOwnPort(receiver);
    const proxy = await openProxy('127.0.0.1', port, seed);
    const own = await openWorkspace({
      ...QUIET,
      PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
      PLUMBLINE_WEBHOOKS__FIRST_RETRY_MS: '50',
      PLUMBLINE_WEBHOOKS__LONGEST_RETRY_MS: '200',
      PLUMBLINE_WEBHOOKS__TIMEOUT_MS: '1000',
      PLUMBLINE_JOBS__POLL_MS: '50',
    });
    await call(own.service, 'POST', '/accounts/webhooks', {
      url: `http://127.0.0.1:${proxy.port}/hook`,
    });
    const upload = async (nth: number) => {
      await own.upload(`city,amount\nRome,${nth}\n`, `sales${nth % 8}.csv`);
      return 200;
    };
    return {
      own,
      proxy,
      use: upload,
      async isHealthy() {
        const before = taken;
        await upload(1_000_000 + taken);
        for (let left = 100; left > 0 && taken === before; left--) await sleep(50);
        return taken > before;
      },
      async close() {
        await own.close();
        await proxy.close();
        receiver.closeAllConnections();
        receiver.close();
      },
    };
  },
};

const jwks: Peer = {
  name: 'JWKS host',
  share: 1,
  async open(seed) {
    const first = await openWorkspace(QUIET);
    const usual = { iss: 'https://issuer.test', aud: 'plumbline', sub: 'u1' };
    const claims = { ...usual, client_id: first.clientId };
    const issuer = await startIssuer(() => new Date(), claims);
    await issuer.addKey('shown', 'ES256');
    await issuer.addKey('ghost', 'ES256');
    issuer.removeKey('ghost');
    const proxy = await openProxy('127.0.0.1', Number(new URL(issuer.url).port), seed);
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-jwks-'));
    const config = path.join(folder, 'config.yaml');
    const entry = {
      ...{ name: 'test', issuer: usual.iss, audience: usual.aud },
      ...{ jwks_url: `http://127.0.0.1:${proxy.port}/jwks.json`, tenants: [first.clientId] },
    };
    const tokens = { jwks_cooldown_ms: 0, jwks_timeout_ms: 1_000, issuers: [entry] };
    await writeFile(config, stringify({ tokens }));
    const own = await first.restart({ ...QUIET, PLUMBLINE_CONFIG: config });
    // The paths of one tenant are those that take a token.
    const tenantPath = `/clients/${own.clientId}/suggestions?workspace_id=${own.workspaceId}`;
    const as = async (kid: string) => {
      const authorization = `Bearer ${await issuer.sign(kid)}`;
      return status(own, 'GET', tenantPath, undefined, { authorization });
    };
    /** Has a key that the issuer does not show, so that its keys are read again; no damage makes it valid. */
    const asGhost = async () => {
      const found = await as('ghost');
      if (found === 200) throw new Error('a token was accepted whose key the issuer does not show');
      return found;
    };
    return {
      own,
      proxy,
      use: (nth) => (nth % 2 === 0 ? asGhost() : as('shown')),
      isHealthy: async () => (await asGhost()) === 401 && (await as('shown')) === 200,
      async close() {
        await own.close();
        await proxy.close();
        await issuer.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

const PEERS: readonly Peer[] = [
  database('postgres', POSTGRES),
  database('mysql', MYSQL),
  redisPeer,
  model('openai', 'gpt-5-mini', '/v1'),
  model('anthropic', 'claude-sonnet-4-5', '/anthropic'),
  model('google', 'gemini-2.5-flash', '/gemini'),
  model('mistral', 'mistral-small', '/v1'),
  webhooks,
  jwks,
];
