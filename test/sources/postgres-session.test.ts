import { expect } from 'chai';
import pg from 'pg';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { answer } from '../fakes/data-source.ts';
import { eventually } from '../fakes/eventually.ts';
import { connectPostgres, overPostgres } from '../fakes/postgres-server.ts';
import { openStartupProxy } from '../fakes/startup-proxy.ts';
import { openTcpProxy } from '../fakes/tcp-proxy.ts';

const SHOWN = [
  'search_path',
  'standard_conforming_strings',
  'row_security',
  'transform_null_equals',
  'gin_fuzzy_search_limit',
  'array_nulls',
  'DateStyle',
  'IntervalStyle',
  'TimeZone',
  'extra_float_digits',
  'bytea_output',
  'transaction_read_only',
  'transaction_isolation',
  'lock_timeout',
  'statement_timeout',
];
const SHOW = `SELECT ${SHOWN.map((name) => `replace(current_setting('${name}'), ' ', '')`).join(', ')}`;
const PINNED = [
  'pg_catalog,pg_temp',
  'on',
  'on',
  'off',
  '0',
  'on',
  'ISO,YMD',
  'postgres',
  'UTC',
  '1',
  'hex',
  'on',
  'repeatableread',
  '5s',
  '61s',
];

overPostgres(
  'sessions of PostgreSQL',
  [
    'CREATE SCHEMA evil',
    'CREATE FUNCTION evil.upper(text) RETURNS text LANGUAGE sql AS $$ SELECT $x$evil$x$ $$',
    `CREATE FUNCTION evil.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS $$ SELECT 'evil' $$`,
    'GRANT USAGE ON SCHEMA evil TO PUBLIC',
    'CREATE TABLE held (id integer)',
    'CREATE SEQUENCE counter',
    'GRANT USAGE ON SEQUENCE counter TO PUBLIC',
  ],
  (database) => {
    let source: DataSource;
    before(async () => {
      const { user } = database().reader;
      for (const setting of [
        'search_path = evil, public, pg_catalog',
        'standard_conforming_strings = off',
        `DateStyle = 'German'`,
        `TimeZone = 'Asia/Tokyo'`,
        'extra_float_digits = -5',
        `bytea_output = 'escape'`,
        'statement_timeout = 50',
        `IntervalStyle = 'iso_8601'`,
        'transform_null_equals = on',
        'gin_fuzzy_search_limit = 5',
        'array_nulls = off',
      ])
        await database().run(`ALTER ROLE ${user} SET ${setting}`);
      source = connectPostgres(database());
    });
    after(() => source?.close());

    const settingsOf = async (one: DataSource) => (await answer(one, SHOW)).rows[0];

    it('run each query under pinned settings, whatever the role has', async () => {
      expect(await settingsOf(source)).to.deep.equal(PINNED);
      const { rows } = await answer(
        source,
        `SELECT upper('a'), 'a\\b', 0.1::float8, now() > '2020-01-01'`,
      );
      expect(rows).to.deep.equal([['A', 'a\\b', 0.1, true]]);
    });

    it('are the same after a query that set something', async () => {
      for (const name of ['search_path', 'TimeZone', 'standard_conforming_strings']) {
        await answer(source, `SELECT set_config('${name}', 'off', false)`).catch(() => {});
        await answer(source, `SELECT set_config('${name}', 'UTC', false)`).catch(() => {});
        for (let n = 0; n < 4; n += 1) expect(await settingsOf(source)).to.deep.equal(PINNED);
      }
    });

    it('keep no lock after a query that took one', async () => {
      await answer(source, 'SELECT pg_advisory_lock(4711)::text, pg_advisory_lock_shared(7)::text');
      const held = () =>
        database().run(
          `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
      await eventually(async () => String((await held())[0]![0]) === '0', held);
    });

    it('leave sequences as they were', async () => {
      const error = await answer(source, `SELECT nextval('public.counter')`).catch((e: Error) => e);
      expect(String(error)).to.match(/read-only/);
    });

    for (const treatment of ['refuse', 'drop'] as const)
      it(`are pinned also behind a pooler that ${treatment}s start-up options`, async () => {
        const { address: host, port } = database().reader;
        const proxy = await openStartupProxy({ host, port }, treatment);
        const ssl = { mode: 'disable', ca: null } as const;
        const behind = connectPostgres(
          database(),
          {},
          { address: '127.0.0.1', port: proxy.port, ssl },
        );
        try {
          for (let n = 0; n < 4; n += 1) expect(await settingsOf(behind)).to.deep.equal(PINNED);
          if (treatment === 'refuse') expect(proxy.refused()).to.be.at.least(1);
          await answer(behind, `SELECT set_config('TimeZone', 'Asia/Tokyo', false)`);
          for (let n = 0; n < 4; n += 1) expect(await settingsOf(behind)).to.deep.equal(PINNED);
        } finally {
          await behind.close();
          await proxy.close();
        }
      });

    it('tell that the server is gone, not that the query is slow, when it is heard of no more', async () => {
      const { address: host, port } = database().reader;
      const proxy = await openTcpProxy({ host, port });
      const behind = connectPostgres(
        database(),
        { connect_timeout_ms: 500 },
        { address: '127.0.0.1', port: proxy.port },
      );
      try {
        expect((await answer(behind, 'SELECT 1')).rows).to.deep.equal([[1]]);
        expect((await answer(behind, 'SELECT pg_sleep(1), 2')).rows[0]![1]).to.equal(2);
        proxy.hang();
        const error = await answer(behind, 'SELECT 1').catch((e: unknown) => e);
        expect(error).to.include({ kind: 'unavailable' });
        expect(String(error)).to.match(/didn't answer in time/);
        proxy.mend();
        expect((await answer(behind, 'SELECT 1')).rows).to.deep.equal([[1]]);
      } finally {
        await behind.close();
        await proxy.close();
      }
    });

    it('leave no query on the server when their connection is lost', async () => {
      const { address: host, port } = database().reader;
      const proxy = await openTcpProxy({ host, port });
      const behind = connectPostgres(database(), {}, { address: '127.0.0.1', port: proxy.port });
      const asleep = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(49)%' AND pid <> pg_backend_pid()`;
      try {
        const running = answer(behind, 'SELECT pg_sleep(49)::text').catch((e: unknown) => e);
        await eventually(async () => (await database().run(asleep)).length === 1);
        proxy.cut();
        proxy.mend();
        expect(await running).to.include({ kind: 'unavailable' });
        await eventually(async () => (await database().run(asleep)).length === 0);
      } finally {
        await behind.close();
        await proxy.close();
      }
    });

    it('wait for a lock of others no longer than they may', async () => {
      const { address: host, port, database: name, user, password } = database().owner;
      const holder = new pg.Client({ host, port, database: name, user, password });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE held IN ACCESS EXCLUSIVE MODE');
      const hasty = connectPostgres(database(), { lock_timeout_ms: 100 });
      const error = await answer(hasty, 'SELECT * FROM public.held').catch((e: unknown) => e);
      expect(error).to.include({ kind: 'timeout' });
      expect(String(error)).to.match(/lock/);
      await holder.query('ROLLBACK');
      expect((await answer(hasty, 'SELECT * FROM public.held')).rows).to.deep.equal([]);
      await hasty.close();
      await holder.end();
    });

    it('are replaced when an administrator ends them', async () => {
      const running = answer(source, 'SELECT pg_sleep(50)::text').catch((e: unknown) => e);
      const asleep = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(50)%' AND pid <> pg_backend_pid()`;
      await eventually(async () => (await database().run(asleep)).length === 1);
      await database().run(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${database().reader.user}'`,
      );
      expect(await running).to.include({ kind: 'unavailable' });
      for (let n = 0; n < 4; n += 1)
        expect((await answer(source, 'SELECT 1')).rows).to.deep.equal([[1]]);
    });

    it('bound the temporary files of a query where the role may set that', async () => {
      const sorting = `SELECT count(*) FROM (SELECT md5(i::text) FROM generate_series(1, 300000) g(i) ORDER BY 1 OFFSET 1) x`;
      const role = database().reader.user;
      const limited = connectPostgres(database(), { temp_file_mb: 1 });
      expect((await answer(limited, sorting)).rows).to.deep.equal([[299_999]]);
      await limited.close();
      await database().run(`GRANT SET ON PARAMETER temp_file_limit TO ${role}`);
      const allowed = connectPostgres(database(), { temp_file_mb: 1 });
      const wide = connectPostgres(database(), { temp_file_mb: 1_000 });
      try {
        const error = await answer(allowed, sorting).catch((e: unknown) => e);
        expect(error).to.include({ kind: 'too_large' });
        expect((await answer(wide, sorting)).rows).to.deep.equal([[299_999]]);
        // A smaller limit of the role stays.
        await database().run(`ALTER ROLE ${role} SET temp_file_limit = '1MB'`);
        const ofRole = connectPostgres(database(), { temp_file_mb: 1_000 });
        expect(await answer(ofRole, sorting).catch((e: unknown) => e)).to.include({
          kind: 'too_large',
        });
        await ofRole.close();
      } finally {
        await Promise.all([allowed.close(), wide.close()]);
        await database().run(`ALTER ROLE ${role} RESET temp_file_limit`);
        await database().run(`REVOKE SET ON PARAMETER temp_file_limit FROM ${role}`);
      }
    });

    it('show their query while it runs, and no transaction afterwards', async () => {
      await Promise.all([
        answer(source, 'SELECT 1'),
        answer(source, 'SELECT 1 / 0').catch(() => {}),
      ]);
      const states = () =>
        database().run(
          `SELECT DISTINCT state, xact_start IS NULL FROM pg_stat_activity WHERE usename = '${database().reader.user}'`,
        );
      await eventually(async () => JSON.stringify(await states()) === '[["idle",true]]', states);
    });
  },
);
