import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { pino } from 'pino';
import { configSchema } from '../../config/schema.ts';
import { createMysqlDialect } from '../../plugins/sources/mysql/dialect/index.ts';
import { createMysqlServer } from '../../plugins/sources/mysql/server.ts';
import type { DatabaseTarget } from '../../src/plugin-api/database-server.ts';
import { waitingForTests } from '../../test/fakes/waiting.ts';
import {
  hostileStatements,
  OWN_CODE_DATABASE,
  ownCodeStatements,
  RUNS_CODE,
} from '../../test/fixtures/own-code/mysql.ts';
import type { OwnTables } from '../guard-catalog.ts';
import { freePort } from './port.ts';
import { type EffectsServer, ROLES, type Role } from './server.ts';

const PASSWORD = 'effects';
const USERS: Readonly<Record<Role, string>> = {
  reader: 'effects_reader',
  owner: 'effects_owner',
  superuser: 'effects_super',
};
const START_TRIES = 200;

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'VARCHAR(100)': ['1', '2', 'x'],
  INT: ['1', '2', '3'],
  'DECIMAL(10,2)': ['1.5', '2', '300'],
  DATETIME: ['2024-01-01', '2024-06-30 12:00', '2025-12-31'],
  JSON: ['{"a": 1}', '[1, 2]', '"x"'],
  DOUBLE: ['1.5', '-2', '0'],
};

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/**
 * Counters of statements that change something; SET, START TRANSACTION and the KILL of a statement past its time, which
 * the source itself sends, are not among them. A killed session of another is seen as such.
 */
const CHANGING =
  /^(Com_(alter|analyze|assign|backup|call|change|check|checksum|create|dealloc|delete|do|drop|flush|grant|ha_|insert|install|load|lock|optimize|preload|purge|rename|repair|replace|reset_|resignal|revoke|savepoint|signal|shutdown|truncate|uninstall|unlock|update|xa)\w*|Delayed_writes)$/i;

/** MariaDB of this machine on a folder of its own, with a binary log. */
export async function openEffectsMysql(): Promise<EffectsServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-effects-my-'));
  const data = path.join(folder, 'data');
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      '--skip-test-db',
      '--auth-root-authentication-method=normal',
    ],
    { stdio: 'ignore' },
  );
  const socket = path.join(folder, 's.sock');
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      `--port=${port}`,
      `--socket=${socket}`,
      '--bind-address=127.0.0.1',
      '--log-bin=binlog',
      '--innodb-flush-log-at-trx-commit=0',
      '--local-infile=0',
      '--event-scheduler=OFF',
    ],
    { stdio: 'ignore' },
  );
  process.once('exit', () => server.kill());
  server.once('exit', (code, by) => process.stderr.write(`mariadbd ended: ${by ?? code}\n`));
  const admin = await connected(socket);
  const run = async (sql: string) =>
    (await admin.query({ sql, rowsAsArray: true }))[0] as unknown[][];
  for (const sql of [
    `CREATE USER effects_reader@'%' IDENTIFIED BY '${PASSWORD}'`,
    `CREATE USER effects_owner@'%' IDENTIFIED BY '${PASSWORD}'`,
    `CREATE USER effects_super@'%' IDENTIFIED BY '${PASSWORD}'`,
    "GRANT SELECT ON `own\\_%`.* TO effects_reader@'%'",
    "GRANT ALL ON `own\\_%`.* TO effects_owner@'%'",
    "GRANT ALL ON *.* TO effects_super@'%' WITH GRANT OPTION",
    'CREATE DATABASE canary',
    'USE canary',
    'CREATE TABLE canary.canary AS SELECT seq AS id, MD5(seq) AS text FROM seq_1_to_50',
    'CREATE SEQUENCE canary.numbers',
    "GRANT SELECT ON canary.* TO effects_reader@'%'",
    "GRANT ALL ON canary.* TO effects_owner@'%'",
  ])
    await run(sql);
  const other = await mysql.createConnection({
    host: '127.0.0.1',
    port,
    user: USERS.reader,
    password: PASSWORD,
  });
  other.on('error', () => {});
  const plugin = createMysqlServer({
    settings: configSchema.parse({}).mysql,
    dialect: createMysqlDialect(),
    waiting: waitingForTests(),
    log: pino({ level: 'silent' }),
  });
  const sources = new Map(
    Object.entries(USERS).map(([role, name]) => [role, plugin.connect(targetOf(port, name))]),
  );
  const [[version]] = (await run('SELECT VERSION()')) as [[unknown]];
  return {
    version: String(version),
    roles: ROLES,
    types: Object.keys(VALUES),
    known: [
      'SELECT NEXTVAL(canary.numbers)',
      `SELECT 1 INTO OUTFILE '${path.join(data, 'known.txt')}'`,
      "SELECT GET_LOCK('a', 0)",
      'UPDATE canary.canary SET text = id WHERE id = 1',
    ],
    // Past the source, whose session stops them all.
    runKnown: async (sql) => {
      await run(sql);
    },
    async make(schemas, type) {
      // A name that MariaDB keeps for itself (`seq_1_to_9`) cannot be made; its statement does not run then.
      for (const [schema, own] of schemas)
        for (const sql of tablesOf(schema, own, type)) await run(sql).catch(() => {});
    },
    async drop(schemas) {
      for (const schema of schemas) await run(`DROP DATABASE IF EXISTS ${quoted(schema)}`);
    },
    source: (role) => sources.get(role)!,
    async fingerprint() {
      const state = new Map<string, string>();
      const take = async (name: string, sql: string) =>
        state.set(name, JSON.stringify(await run(sql)));
      await take(
        'tables',
        "SELECT table_schema, table_name, table_type, create_time FROM information_schema.tables WHERE table_type <> 'SYSTEM VIEW' ORDER BY 1, 2",
      );
      await take(
        'routines',
        'SELECT routine_schema, routine_name FROM information_schema.routines ORDER BY 1, 2',
      );
      await take(
        'events',
        'SELECT event_schema, event_name FROM information_schema.events ORDER BY 1, 2',
      );
      await take(
        'triggers',
        'SELECT trigger_schema, trigger_name FROM information_schema.triggers ORDER BY 1, 2',
      );
      await take('accounts', 'SELECT host, user, priv FROM mysql.global_priv ORDER BY 1, 2');
      await take('functions', 'SELECT name FROM mysql.func ORDER BY 1');
      await take('canary', 'SELECT * FROM canary.canary ORDER BY id');
      await take('sequence', 'SELECT next_not_cached_value FROM canary.numbers');
      await take('binary log', 'SHOW MASTER STATUS');
      await take(
        'named locks',
        "SELECT IS_USED_LOCK('a'), IS_USED_LOCK('x'), IS_USED_LOCK('lock1')",
      );
      const variables = (await run('SHOW GLOBAL VARIABLES')).filter(
        ([name]) => !/^(gtid_|timestamp|.*_pos)/.test(String(name)),
      );
      state.set('settings', JSON.stringify(variables));
      for (const [name, value] of await run('SHOW GLOBAL STATUS'))
        if (CHANGING.test(String(name))) state.set(`counter ${name}`, String(value));
      state.set(
        'sessions',
        await other.query('SELECT 1').then(
          () => 'alive',
          () => 'gone',
        ),
      );
      const files = await readdir(data, { recursive: true });
      state.set(
        'files',
        files
          .filter((file) => !/^binlog|aria_log|ib_|tmp/.test(file))
          .sort()
          .join(),
      );
      return state;
    },
    async ownCode() {
      for (const sql of ownCodeStatements("effects_reader@'%'", "effects_owner@'%'"))
        await run(sql);
      const counted = async () => Number((await run('SELECT @@GLOBAL.max_error_count'))[0]![0]);
      let before = await counted();
      const effects = async () => (await counted()) - before;
      const forget = async () => {
        before = await counted();
      };
      const own = new Map(
        Object.entries(USERS).map(([role, name]) => [
          role,
          plugin.connect({ ...targetOf(port, name), database: OWN_CODE_DATABASE }),
        ]),
      );
      return {
        ...{ roles: ROLES, statements: hostileStatements, effects, forget, isTried: () => true },
        source: (role) => own.get(role)!,
        async shows() {
          for (const sql of RUNS_CODE) {
            await forget();
            await run(sql);
            if ((await effects()) === 0) throw new Error(`the effect of ${sql} was not seen`);
          }
        },
      };
    },
    async close() {
      await plugin.close();
      for (const client of [admin, other]) await client.end().catch(() => {});
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function connected(socketPath: string): Promise<mysql.Connection> {
  for (let tries = 0; ; tries++) {
    try {
      return await mysql.createConnection({ socketPath, user: 'root', multipleStatements: false });
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await sleep(100);
    }
  }
}

function targetOf(port: number, user: string): DatabaseTarget {
  return {
    host: '127.0.0.1',
    address: '127.0.0.1',
    port,
    database: 'canary',
    user,
    password: PASSWORD,
    ssl: { mode: 'disable', ca: null },
    schemas: null,
  };
}

function tablesOf(schema: string, own: OwnTables, type: string): readonly string[] {
  const statements = [`CREATE DATABASE ${quoted(schema)}`];
  for (const [name, columns] of own) {
    const table = `${quoted(schema)}.${quoted(name.split('.').at(-1)!)}`;
    const list = [...columns].map((column) => `${quoted(column)} ${type}`).join(', ');
    const rows = VALUES[type]!.map(
      (value) => `(${[...columns].map(() => `'${value}'`).join(', ')})`,
    );
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${table} (${list})`,
      `INSERT INTO ${table} VALUES ${rows.join(', ')}`,
    );
  }
  return statements;
}
