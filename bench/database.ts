/**
 * `npm run bench database [-- --repeat N] [--only postgres,mysql]`
 *
 * Time of a query through the guard and the source beside the bare driver on the same server, in turns in one run:
 * medians and ratios. `source` runs a statement that is guarded already; `guard + source` parses, checks and rewrites
 * it first, with no verdict kept. Machines are noisy: read the ratios. With `--awake` no processor sleeps meanwhile.
 */

import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { createPostgresDialect } from '../plugins/sources/postgres/dialect/index.ts';
import { createPostgresServer } from '../plugins/sources/postgres/server.ts';
import type { Catalog } from '../src/plugin-api/catalog.ts';
import type { DataSource } from '../src/plugin-api/data-source.ts';
import type { GuardedSql } from '../src/plugin-api/guarded-sql.ts';
import { NO_ROW_POLICY } from '../src/principal.ts';
import { createGuard } from '../src/sql/guard.ts';
import { optionsForTests } from '../test/fakes/data-source.ts';
import { mysqlServerForTests, openMysqlForTests } from '../test/fakes/mysql-source.ts';
import { makePostgresDatabase, settingsForTests } from '../test/fakes/postgres-server.ts';
import { waitingForTests } from '../test/fakes/waiting.ts';
import { catalogOf, column, table } from '../test/unit/guard/fixtures.ts';
import { keepAwake } from './awake.ts';
import { median, printTable } from './stats.ts';

/** Rows of the table that is asked; an aggregate over them takes the drivers about a millisecond. */
const ROWS = 10_000;

const QUERIES = [
  ['one row by its key', 'SELECT id, name FROM sales WHERE id = 77'],
  [
    'aggregate of about 1 ms',
    'SELECT count(*) AS n, sum(amount * 3) AS total FROM sales WHERE id > 0',
  ],
  ['1,000 rows', 'SELECT id, amount, name FROM sales WHERE id <= 1000'],
] as const;

const COLUMNS = [column('id', 'integer'), column('amount', 'integer'), column('name', 'text')];
const salesIn = (schema: string) =>
  catalogOf([table('sales', COLUMNS, { physical: { database: null, schema, table: 'sales' } })]);

/** A server with the table `sales`, the bare driver and the source. */
interface Bench {
  readonly catalog: Catalog;
  readonly source: DataSource;
  bare(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

const { values: options } = parseArgs({
  options: {
    repeat: { type: 'string', default: '2000' },
    only: { type: 'string' },
    awake: { type: 'boolean', default: false },
  },
});
if (options.awake) keepAwake();
const repeat = Number(options.repeat);
const wanted = options.only?.split(',') ?? ['postgres', 'mysql'];

const guard = createGuard({
  maxSqlBytes: 65_536,
  maxDepth: 50,
  maxWeight: 100_000,
  keptVerdicts: 0,
});

for (const [name, open] of [
  ['postgres', openPostgres],
  ['mysql', openMysql],
] as const) {
  if (!wanted.includes(name)) continue;
  const bench = await open();
  if (bench === null) console.log(`no ${name} server: skipped`);
  else
    try {
      await run(name, bench);
    } finally {
      await bench.close();
    }
}

async function run(name: string, bench: Bench): Promise<void> {
  const rows = [];
  for (const [what, sql] of QUERIES) {
    const guarded = await guardedSql(sql, bench);
    const times = { bare: [] as number[], source: [] as number[], both: [] as number[] };
    const timed = async (into: number[], work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      into.push(performance.now() - began);
    };
    for (let i = -100; i < repeat; i += 1) {
      const round = i < 0 ? { bare: [], source: [], both: [] } : times;
      await timed(round.bare, () => bench.bare(sql));
      await timed(round.source, () => drain(bench.source, guarded));
      await timed(round.both, async () => drain(bench.source, await guardedSql(sql, bench)));
    }
    const bare = median(times.bare);
    rows.push({
      query: what,
      'bare driver ms': bare,
      'source ms': median(times.source),
      'source : bare': median(times.source) / bare,
      'guard + source ms': median(times.both),
      'guard + source : bare': median(times.both) / bare,
    });
  }
  printTable(`${name}: ${repeat} runs of each in turns, medians`, rows);
}

async function drain(source: DataSource, sql: GuardedSql): Promise<void> {
  for await (const chunk of source.query(sql, optionsForTests()))
    if (chunk.kind === 'end' && chunk.truncated) throw new Error('the result was cut');
}

async function guardedSql(sql: string, { source, catalog }: Bench): Promise<GuardedSql> {
  const result = await guard({
    sql,
    catalog,
    policy: NO_ROW_POLICY,
    dialect: source.dialect,
    maxRows: 10_000,
    signal: new AbortController().signal,
  });
  if (!result.ok) throw new Error(result.refusal.text);
  return result.guarded;
}

async function openPostgres(): Promise<Bench | null> {
  const database = await makePostgresDatabase();
  if (database === null) return null;
  await database.run(`CREATE TABLE sales AS SELECT i AS id, i * 7 % 1000 AS amount, 'name ' || i AS name
    FROM generate_series(1, ${ROWS}) t(i); ALTER TABLE sales ADD PRIMARY KEY (id); ANALYZE sales;
    GRANT SELECT ON sales TO ${database.reader.user}`);
  const { address: host, port, user, password, database: name } = database.reader;
  const client = new pg.Client({ host, port, user, password, database: name });
  await client.connect();
  const server = createPostgresServer({
    settings: settingsForTests(),
    dialect: createPostgresDialect(),
    waiting: waitingForTests(),
  });
  return {
    catalog: salesIn('public'),
    source: server.connect(database.reader),
    bare: (sql) =>
      client.query({ text: sql, queryMode: 'extended', rowMode: 'array' } as pg.QueryArrayConfig),
    close: async () => {
      await client.end();
      await server.close();
      await database.drop();
    },
  };
}

async function openMysql(): Promise<Bench | null> {
  const database = await openMysqlForTests();
  if (database === null) return null;
  await database.admin(`CREATE TABLE sales (id INT PRIMARY KEY, amount INT, name VARCHAR(40))`);
  const rows = Array.from({ length: ROWS }, (_, i) => `(${i + 1}, ${(i * 7) % 1000}, 'name ${i}')`);
  await database.admin(`INSERT INTO sales VALUES ${rows.join(', ')}; ANALYZE TABLE sales`);
  const { address: host, port, user, password } = database.target;
  const client = await mysql.createConnection({
    host,
    port,
    user,
    password,
    database: database.database,
    rowsAsArray: true,
  });
  const server = mysqlServerForTests();
  return {
    catalog: salesIn(database.database),
    source: server.connect(database.target),
    bare: (sql) => client.execute(sql),
    close: async () => {
      await client.end();
      await server.close();
      await database.close();
    },
  };
}
