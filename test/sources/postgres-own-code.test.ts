import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { probeDatabase } from '#plugins/sources/postgres/probe.ts';
import { createPostgresServer } from '#plugins/sources/postgres/server.ts';
import { schemaView } from '#src/catalog/schema-view.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { someOf } from '../fakes/full.ts';
import { discovered, tried } from '../fakes/own-code.ts';
import { NO_DIALECT, overPostgres, settingsForTests } from '../fakes/postgres-server.ts';
import { waitingForTests } from '../fakes/waiting.ts';
import {
  hostileStatements,
  ownCodeStatements,
  READABLE,
  RUNS_CODE,
} from '../fixtures/own-code/postgres.ts';

overPostgres('code of users in PostgreSQL', [], (database) => {
  let folder: string;
  const opened: DataSource[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-own-code-'));
    const [[major]] = (await database().run(
      `SELECT current_setting('server_version_num')::integer / 10000`,
    )) as [[number]];
    const { address, port, user: reader } = database().reader;
    const connection = `host=${address} port=${port} dbname=${database().name} user=root`;
    const owner = database().owner.user;
    for (const sql of ownCodeStatements({ connection, reader, owner, major }))
      await database().run(sql);
  });
  after(async () => {
    for (const source of opened) await source.close();
    await rm(folder, { recursive: true, force: true });
  });

  const effects = async () =>
    (await database().run(
      'SELECT what, count(*)::text FROM own.effects GROUP BY 1',
    )) as unknown[][];
  const forget = () => database().run('TRUNCATE own.effects');
  const connect = (role: 'reader' | 'owner' | 'superuser', settings = {}) => {
    const server = createPostgresServer({
      settings: settingsForTests(settings),
      dialect: NO_DIALECT,
      waiting: waitingForTests(),
    });
    const { owner, reader } = database();
    const superuser = { ...reader, user: 'root', password: '' };
    const source = server.connect({ reader, owner, superuser }[role]);
    opened.push(source);
    return source;
  };

  it('is seen when it runs', async () => {
    for (const sql of RUNS_CODE) {
      await forget();
      await database().run(sql);
      expect((await effects()).length, sql).to.be.greaterThan(0);
    }
    await forget();
  });

  for (const role of someOf(['superuser', 'reader', 'owner'] as const)) {
    it(`is not run by discovery, whole or by samples, nor by any statement (${role})`, async () => {
      await forget();
      const sampling = connect(role, { exact_rows: 5, sample_rows: 10 });
      await discovered(sampling, path.join(folder, `${role}-sample.sqlite`));
      expect(await effects()).to.deep.equal([]);
      const source = connect(role);
      const catalog = await discovered(source, path.join(folder, `${role}.sqlite`));
      expect(await effects()).to.deep.equal([]);
      const became = { ran: 0, failed: 0, refused: 0 };
      for (const { physical, columns } of catalog.tables.filter((t) => t.physical.schema === 'own'))
        for (const { name } of columns)
          for (const sql of hostileStatements(physical.table, name))
            became[await tried(sql, { source, catalog })] += 1;
      expect(await effects(), JSON.stringify(became)).to.deep.equal([]);
      expect(became.ran).to.be.greaterThan(1_000);
    });
  }

  describe('what is left', () => {
    let catalog: Catalog;
    const column = (table: string, name: string) =>
      catalog.tables
        .find(({ physical }) => physical.table === table)
        ?.columns.find((each) => each.name === name);

    before(async () => {
      catalog = await discovered(connect('reader'), path.join(folder, 'left.sqlite'));
    });

    it('are the relations that run none of it', () => {
      const names = catalog.tables.map(({ physical }) => physical.table);
      expect(names).to.include.members([...READABLE]);
      for (const name of [
        ...['guarded', 'folded', 'inlined_index', 'ordered', 'split'],
        ...['cast_view', 'implicit_view', 'number_view', 'json_view', 'row_view', 'text_view'],
        ...['ordered_view', 'sorted_view', 'grouped_view', 'domain_view', 'array_view'],
        ...['constant_view', 'function_view', 'operator_view', 'over_view'],
        ...['over_folded', 'union_view'],
      ])
        expect(names, name).not.to.include(name);
    });

    it('is told when the database is connected, and in the schema', async () => {
      const { postgres: settings } = configSchema.parse({});
      const never = new AbortController().signal;
      const { warnings } = await probeDatabase(
        database().reader,
        { settings, waiting: waitingForTests() },
        never,
      );
      expect(warnings.join()).to.match(/tables and views were left out.*own\.\w+ \(it/s);
      const view = schemaView(catalog, { filter: {}, hash: 'all' });
      const notes = view.tables.find(({ table_name }) => table_name === 'people')?.notes.join('\n');
      expect(notes).to.match(
        /"raw" is left out: its type is read and written by database functions/,
      );
      expect(notes).to.match(/"mood" is read and sorted as text/);
      expect(notes).to.match(/"size" is read as int4/);
      expect(notes).not.to.match(/"name"|"plain"/);
    });

    it('is nothing where PostgreSQL’s own types were changed', async () => {
      await database().run(`CREATE FUNCTION own.number_text(integer) RETURNS text LANGUAGE plpgsql IMMUTABLE
        AS $f$ BEGIN PERFORM own.ran('number'); RETURN 'x'; END $f$`);
      await database().run('CREATE CAST (integer AS text) WITH FUNCTION own.number_text(integer)');
      try {
        const error = await connect('reader')
          .introspect({ workspaceId: 'w', attachments: [] }, new AbortController().signal)
          .catch((e: unknown) => e);
        expect(String(error)).to.match(/cast from integer to text calls a function/);
      } finally {
        await database().run('DROP CAST (integer AS text)');
      }
    });

    it('is read through output functions and base types', async () => {
      expect(column('people', 'mood')).to.include({ type: 'text' });
      expect(column('people', 'mood')?.readThrough).to.deep.equal({ as: 'output' });
      expect(column('people', 'code')?.readThrough).to.deep.equal({ as: 'base', type: 'text' });
      expect(column('people', 'size')?.readThrough).to.deep.equal({ as: 'base', type: 'int4' });
      expect(column('people', 'plain')?.readThrough).to.equal(undefined);
      expect(column('people', 'raw')).to.equal(undefined);
      expect(column('people', 'mood')?.profile?.samples).to.have.members(['sad', 'ok', 'glad']);
      expect(column('people', 'size')?.profile).to.include({ min: '1', max: '12' });
      const people = catalog.tables.find(({ physical }) => physical.table === 'people');
      expect(people?.leftOut?.map(({ name }) => name)).to.deep.equal(['raw']);
    });
  });
});
