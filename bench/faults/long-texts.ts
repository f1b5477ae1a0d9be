import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { type LongTexts, workbookOfLongTexts } from '../../test/fakes/long-texts.ts';
import { temporaryDatabase } from '../../test/fakes/postgres.ts';
import { call, type StartedService, startService } from '../service.ts';

/** Where the table of long texts lies. */
export const KINDS = ['duckdb', 'alasql', 'postgres', 'mysql'] as const;
export type Kind = (typeof KINDS)[number];

/** Heap of the gateway (MiB). */
const HEAP_MB = 512;
const MYSQL_URL = process.env['MYSQL_TEST_URL'] ?? 'mysql://root@127.0.0.1:3306';
export const QUESTION = 'show title and body of letters';

/** A service with little memory, and a workspace with the table `letters` of long texts. */
export interface LongTextService {
  readonly service: StartedService;
  readonly clientId: string;
  readonly workspaceId: string;
  close(): Promise<void>;
}

/** Starts the service over a table of `kind`. */
export async function openLongTexts(
  kind: Kind,
  texts: LongTexts,
  env: Readonly<Record<string, string>> = {},
): Promise<LongTextService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-long-'));
  const service = await startService({
    dataDir,
    log: 'ignore',
    env: {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      PLUMBLINE_SAMPLE__ENABLED: 'false',
      PLUMBLINE_FILES__ENGINE: kind === 'alasql' ? 'alasql' : 'duckdb',
      ...env,
    },
  });
  const closers: (() => Promise<void>)[] = [
    () => rm(dataDir, { recursive: true, force: true }),
    () => service.stop(),
  ];
  const close = async () => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    const { client_id: clientId, workspaces } = await call<{
      client_id: string;
      workspaces: { workspace_id: string }[];
    }>(service, 'GET', '/whoami');
    const workspaceId = workspaces[0]!.workspace_id;
    if (kind === 'duckdb' || kind === 'alasql') {
      const form = new FormData();
      form.set('file', await workbookOfLongTexts(texts), 'letters.xlsx');
      await call(service, 'POST', `/clients/${clientId}/workspaces/${workspaceId}/files`, form);
    } else {
      const database = await (kind === 'postgres' ? postgresTable : mysqlTable)(texts);
      // After the service, which holds connections to it.
      closers.splice(1, 0, database.drop);
      await call(service, 'PUT', `/accounts/clients/${clientId}/database`, {
        ...{ workspace_id: workspaceId, type: kind, url: database.url },
      });
    }
    await untilReady(service, `/clients/${clientId}/schema/status?workspace_id=${workspaceId}`);
    return { service, clientId, workspaceId, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilReady(service: StartedService, status: string): Promise<void> {
  for (;;) {
    const found = await call<{ status: string; error?: string }>(service, 'GET', status);
    if (found.status === 'ready') return;
    if (found.status === 'failed') throw new Error(`the schema was not read: ${found.error}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function postgresTable({ rows, chars }: LongTexts) {
  const { url, drop } = await temporaryDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `CREATE TABLE letters AS SELECT 'Letter ' || n AS title, left(repeat(md5(n::text), ${Math.ceil(chars / 32)}), ${chars}) AS body FROM generate_series(1, ${rows}) n`,
  );
  await client.end();
  return { url, drop };
}

async function mysqlTable({ rows, chars }: LongTexts) {
  const name = `plumb_long_${randomBytes(5).toString('hex')}`;
  const server = await mysql.createConnection(MYSQL_URL);
  await server.query(`CREATE DATABASE ${name}`);
  await server.query(`CREATE TABLE ${name}.letters (title VARCHAR(40), body LONGTEXT)`);
  await server.query(
    `INSERT INTO ${name}.letters WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(rows, 1_000)}) SELECT CONCAT('Letter ', i), LEFT(REPEAT(MD5(i), ${Math.ceil(chars / 32)}), ${chars}) FROM n`,
  );
  await server.end();
  const url = new URL(MYSQL_URL);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      const again = await mysql.createConnection(MYSQL_URL);
      await again.query(`DROP DATABASE ${name}`);
      await again.end();
    },
  };
}

/** What is known of a long answer without holding it. */
export interface LongReply {
  readonly status: number;
  readonly bytes: number;
  /** The last 64 KiB of the body. */
  readonly tail: string;
  readonly retryAfter: string | undefined;
}

const agent = new Agent({ keepAlive: false });
const TAIL = 64 * 1024;

/** Sends a request and reads its answer to the end, or waits `pauseMs` before each block of it. */
export function send(
  { service }: Pick<LongTextService, 'service'>,
  pathname: string,
  {
    body,
    method = body === undefined ? 'GET' : 'POST',
    pauseMs = 0,
  }: { readonly body?: unknown; readonly method?: string; readonly pauseMs?: number } = {},
): Promise<LongReply> {
  const headers: Record<string, string> = { 'x-api-key': service.apiKey ?? '' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return new Promise((resolve, reject) => {
    const sent = request(service.url + pathname, { method, agent, headers }, (response) => {
      readSlowly(response, pauseMs).then(resolve, reject);
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function readSlowly(response: IncomingMessage, pauseMs: number): Promise<LongReply> {
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const block of response as AsyncIterable<Buffer>) {
    bytes += block.length;
    tail = Buffer.concat([tail, block]).subarray(-TAIL);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const { statusCode: status = 0, headers } = response;
  return { status, bytes, tail: tail.toString(), retryAfter: headers['retry-after'] };
}

/** Asks for the whole table. */
export const askForAll = (own: LongTextService, pauseMs = 0): Promise<LongReply> =>
  send(own, '/query', { body: { q: QUESTION, workspace_id: own.workspaceId }, pauseMs });

/** Measures `/healthz` from a thread of its own, so that what this one does is not measured. */
export function watchHealth(url: string): { stop(): Promise<readonly number[]> } {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const http = require('node:http');
     const agent = new http.Agent({ keepAlive: true });
     const found = [];
     let stopped = false;
     parentPort.on('message', () => { stopped = true; });
     const once = () => new Promise((resolve) => {
       const began = performance.now();
       const done = () => { found.push(performance.now() - began); resolve(); };
       http.get(workerData + '/healthz', { agent }, (res) => res.resume().once('end', done))
         .once('error', () => { found.push(Infinity); resolve(); });
     });
     (async () => {
       while (!stopped) { await once(); await new Promise((resolve) => setTimeout(resolve, 20)); }
       agent.destroy();
       parentPort.postMessage(found);
       parentPort.close();
     })();`,
    { eval: true, workerData: url },
  );
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
}

/** Highest resident memory of a process so far (MiB); 0 where the system does not tell. */
export function peakMemory({ process: child }: StartedService): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
