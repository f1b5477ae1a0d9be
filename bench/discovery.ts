/**
 * `npm run bench discovery [postgres|mysql] [tables]`: connects a database with many tables (900 by default, 13
 * columns and 20 rows each) on the server of the tests, and prints how long discovery takes, how long it holds the
 * event loop up, and how long a question and a change of a column take then. `npm run bench discovery URL` discovers a
 * database of your own, and only reads it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { pino } from 'pino';
import request from 'supertest';
import { configSchema } from '../config/schema.ts';
import { systemClock } from '../src/clock.ts';
import { compose, type Service } from '../src/compose.ts';

const [first = 'postgres', count = '900'] = process.argv.slice(2);
const own = URL.canParse(first) ? new URL(first) : null;
const type = own ? own.protocol.slice(0, -1) : first;
const tables = Number(count);
const name = `plumb_discovery_${process.pid}`;
const server = new URL(
  type === 'postgres'
    ? (process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres')
    : (process.env['MYSQL_TEST_URL'] ?? 'mysql://root@127.0.0.1:3306/'),
);
const database = new URL(own ?? server);
if (!own) database.pathname = `/${name}`;

type Run = (sql: string) => Promise<unknown>;

/** Runs work with a connection to one of the two. */
async function connected(url: URL, work: (run: Run) => Promise<void>): Promise<void> {
  if (type === 'postgres') {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await work((sql) => client.query(sql)).finally(() => client.end());
  } else {
    const connection = await mysql.createConnection({ uri: url.href });
    await work((sql) => connection.query(sql)).finally(() => connection.end());
  }
}

async function fill(run: Run): Promise<void> {
  const fields = Array.from({ length: 8 }, (_, index) => `field_${index} varchar(20)`);
  for (let table = 0; table < tables; table++) {
    const parent = `topic_${table - 1}`;
    const key = table > 0 ? `, ${parent}_id integer references ${parent} (id)` : '';
    await run(
      `create table topic_${table} (id integer primary key, label varchar(40), amount decimal(10,2),
        happened_on date, ${fields.join(', ')}${key})`,
    );
    const rows = Array.from({ length: 20 }, (_, row) => {
      const values = fields.map(() => `'value ${row % 5}'`).join(', ');
      const day = String(row + 1).padStart(2, '0');
      return `(${row}, 'label ${table} ${row}', ${row}.5, '2025-01-${day}', ${values}${table > 0 ? `, ${row}` : ''})`;
    });
    await run(`insert into topic_${table} values ${rows.join(', ')}`);
  }
}

/** The longest time (milliseconds) that the event loop was held up while work ran. */
async function longestHold(work: () => Promise<void>): Promise<number> {
  const STEP = 10;
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - STEP);
    last = performance.now();
  }, STEP);
  await work().finally(() => clearInterval(timer));
  return longest;
}

async function measure({ app, firstKey }: Service): Promise<void> {
  const send = (method: 'get' | 'put' | 'post' | 'patch', url: string, body?: object) =>
    request(app)[method](url).set('X-API-Key', firstKey!).send(body);
  const { body: me } = await send('get', '/whoami');
  const workspace_id = me.workspaces[0].workspace_id as string;
  const client = `/clients/${me.client_id}`;
  const timed = async (what: string, work: () => PromiseLike<unknown>) => {
    const began = performance.now();
    await work();
    console.log(`${what}: ${Math.round(performance.now() - began)} ms`);
  };
  const hold = await longestHold(() =>
    timed(own ? 'discovered' : `${tables} tables of ${type} discovered`, async () => {
      await send('put', `/accounts${client}/database`, { workspace_id, url: database.href });
      for (;;) {
        const { body } = await send('get', `${client}/schema/status?workspace_id=${workspace_id}`);
        if (body.status === 'failed') throw new Error(body.error);
        if (body.status === 'ready') return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }),
  );
  console.log(`longest hold of the event loop: ${Math.round(hold)} ms`);
  if (own) return;
  const ask = () => send('post', '/query', { q: 'how many topic 7 are there', workspace_id });
  await timed('first question', ask);
  await timed('second question', ask);
  const column = `${client}/schema/tables/topic_7/columns/label?workspace_id=${workspace_id}`;
  await timed('column marked sensitive', () => send('patch', column, { sensitive: true }));
}

if (!own) await connected(server, async (run) => void (await run(`create database ${name}`)));
const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-discovery-'));
try {
  if (!own) await connected(database, fill);
  const service = await compose({
    config: configSchema.parse({ data_dir: dataDir, sample: { enabled: false } }),
    clock: systemClock,
    log: pino({ level: 'error' }),
    serverUrl: () => '',
  });
  await measure(service).finally(() => service.close());
} finally {
  await rm(dataDir, { recursive: true, force: true });
  if (!own) await connected(server, async (run) => void (await run(`drop database ${name}`)));
}
