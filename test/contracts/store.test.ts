import { expect } from 'chai';
import { type Kysely, sql } from 'kysely';
import { isDiskFull, isLostRace } from '#src/errors.ts';
import * as databases from '#src/store/migrations/0002-databases.ts';
import * as rowClauses from '#src/store/migrations/0015-row-clauses.ts';
import { overStores, type TestStore } from '../fakes/stores.ts';
import { addDatabase } from '../unit/databases/rows.ts';

const AT = '2026-11-01T00:00:00.000';
const account = {
  type: 'standard' as const,
  plan: 'free',
  name: 'n',
  email: null,
  created_at: AT,
};
const generation = { catalog: '{}', discovered: null, closing_rules: 0, published_at: AT };
const file = {
  client_id: 't',
  workspace_id: 'w',
  current_version_id: null,
  version: 1,
  created_at: AT,
};

overStores('the metadata store', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.dispose());

  const addWorkspace = async () => {
    await store.db
      .insertInto('accounts')
      .values({ id: 'a', ...account })
      .execute();
    await store.db
      .insertInto('tenants')
      .values({ id: 't', account_id: 'a', name: 'T', slug: 't', created_at: AT })
      .execute();
    await store.db
      .insertInto('workspaces')
      .values({
        id: 'w',
        client_id: 't',
        name: 'W',
        slug: 'w',
        source: 'none',
        timezone: 'UTC',
        as_of: null,
        generation_id: null,
        schema_status: 'not_started',
        discovered_at: null,
        enrichment_completed_at: null,
        schema_updated_at: null,
        suggestions: '[]',
        created_at: AT,
      })
      .execute();
  };
  const addFile = (filename: string) =>
    store.db
      .insertInto('files')
      .values({ ...file, filename })
      .returning('id')
      .executeTakeFirstOrThrow();
  const addChat = (id: string, is_default: number) =>
    store.db
      .insertInto('sessions')
      .values({
        id,
        client_id: 't',
        workspace_id: 'w',
        end_user_id: null,
        policy_hash: 'all',
        is_default,
        title: '',
        created_at: AT,
        updated_at: AT,
      })
      .execute();
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      () => 'refused',
    );

  it('takes texts with U+0000, which PostgreSQL keeps as U+FFFD', async () => {
    await addWorkspace();
    await addFile('odd\0.csv');
    const { filename } = await store.db
      .selectFrom('files')
      .select('filename')
      .executeTakeFirstOrThrow();
    expect(filename).to.equal(store.kind === 'postgres' ? 'odd\uFFFD.csv' : 'odd\0.csv');
    const found = await store.db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', '\0')
      .executeTakeFirst();
    expect(found).to.equal(undefined);
  });

  it('says of a transaction on a full disk that the disk is full', async function () {
    if (store.kind !== 'sqlite') return this.skip();
    await addWorkspace();
    // SQLite's way to be full at a given size: no further page is taken.
    await sql`PRAGMA max_page_count = 1`.execute(store.db);
    const failed = await store.db
      .transaction()
      .execute((trx) =>
        trx
          .insertInto('accounts')
          .values({ ...account, id: 'b', name: 'x'.repeat(100_000) })
          .execute(),
      )
      .catch((error: unknown) => error);
    expect(isDiskFull(failed), String(failed)).to.equal(true);
    await sql`PRAGMA max_page_count = 100000`.execute(store.db);
    await store.db.transaction().execute((trx) =>
      trx
        .insertInto('accounts')
        .values({ ...account, id: 'b' })
        .execute(),
    );
  });

  it('says of a transaction that it lost to another which changed the same', async function () {
    if (store.kind !== 'postgres') return this.skip();
    for (const id of ['a', 'b'])
      await store.db
        .insertInto('accounts')
        .values({ ...account, id })
        .execute();
    const met = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    const change = (first: 'a' | 'b', second: 'a' | 'b') =>
      store.db.transaction().execute(async (trx) => {
        const rename = (id: string) =>
          trx.updateTable('accounts').set({ name: 'm' }).where('id', '=', id).execute();
        await rename(first);
        met[first].resolve();
        await met[second].promise;
        await rename(second);
      });
    const ends = await Promise.allSettled([change('a', 'b'), change('b', 'a')]);
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(lost.map(isLostRace)).to.deep.equal([true]);
  });

  it('keeps what was written when it is opened again, and migrates once', async () => {
    await store.db
      .insertInto('accounts')
      .values({ id: 'a', ...account })
      .execute();
    const again = await store.reopen();
    try {
      const rows = await again.db.selectFrom('accounts').selectAll().execute();
      expect(rows).to.deep.equal([{ id: 'a', ...account }]);
    } finally {
      await again.close();
    }
  });

  it('numbers files and gives counts back as numbers', async () => {
    await addWorkspace();
    const first = await addFile('a.csv');
    const second = await addFile('b.csv');
    expect(second.id).to.be.greaterThan(first.id);
    await store.db
      .insertInto('tables')
      .values({
        id: 'x',
        workspace_id: 'w',
        file_id: first.id,
        version_id: 'v',
        table_name: 'A',
        table_key: 'a',
        sheet_name: 'a',
        row_count: 5_000_000_000,
        column_count: 3,
        position: 0,
      })
      .execute();
    const row = await store.db.selectFrom('tables').select('row_count').executeTakeFirstOrThrow();
    expect(row.row_count).to.equal(5_000_000_000);
  });

  it('refuses a second file of one name and a second default chat of one person', async () => {
    await addWorkspace();
    await addFile('a.csv');
    expect(await outcome(addFile('a.csv'))).to.equal('refused');
    expect(await outcome(addChat('s1', 1))).to.equal('accepted');
    expect(await outcome(addChat('s2', 0))).to.equal('accepted');
    expect(await outcome(addChat('s3', 0))).to.equal('accepted');
    expect(await outcome(addChat('s4', 1))).to.equal('refused');
  });

  it('removes what belongs to a tenant with it', async () => {
    await addWorkspace();
    await store.db.deleteFrom('tenants').where('id', '=', 't').execute();
    expect(await store.db.selectFrom('workspaces').selectAll().execute()).to.deep.equal([]);
  });

  it('keeps the row filters of generations when they become clauses', async () => {
    await addWorkspace();
    const filters = [{ tenant_id: 42, region: 'EU' }, {}, [[{ column: 'a', value: 1 }]]];
    const texts = [...filters.map((rowFilter) => ({ rowFilter, tables: [] })), { tables: [] }];
    for (const [at, catalog] of texts.entries())
      await store.db
        .insertInto('generations')
        .values({
          ...generation,
          id: `g${at}`,
          workspace_id: 'w',
          database_id: null,
          catalog: JSON.stringify(catalog),
        })
        .execute();
    await rowClauses.up(store.db as Kysely<unknown>);
    const rows = await store.db.selectFrom('generations').select('catalog').orderBy('id').execute();
    const clauses = rows.map(
      ({ catalog }) => (JSON.parse(catalog) as { rowFilter?: unknown }).rowFilter,
    );
    expect(clauses).to.deep.equal([
      [[{ column: 'tenant_id', value: 42 }], [{ column: 'region', value: 'EU' }]],
      [],
      [[{ column: 'a', value: 1 }]],
      undefined,
    ]);
  });

  it('keeps the generations of files when databases come along, also when that breaks off', async () => {
    await addWorkspace();
    const run = (statement: string) => sql.raw(statement).execute(store.db);
    for (const table of ['generations', 'databases', 'schema_overrides'])
      await run(`drop table ${table}`);
    await run(
      'create table generations (id text primary key, workspace_id text not null, catalog text not null, published_at text not null)',
    );
    await run(`insert into generations values ('g', 'w', '{}', '${AT}')`);
    await run('create table schema_overrides (id text)');
    const migrated = () =>
      store.db.transaction().execute((trx) => databases.up(trx as unknown as Kysely<unknown>));
    expect(await outcome(migrated())).to.equal('refused');
    expect(await store.db.selectFrom('generations').selectAll().execute()).to.have.length(1);
    await run('drop table schema_overrides');
    await migrated();
    expect(await store.db.selectFrom('generations').selectAll().execute()).to.deep.equal([
      {
        id: 'g',
        workspace_id: 'w',
        database_id: null,
        catalog: '{}',
        discovered: null,
        published_at: AT,
      },
    ]);
  });

  it('holds one database for a tenant and for each workspace, and removes it with them', async () => {
    await addWorkspace();
    await addDatabase(store.db, { id: 'db_1' });
    await addDatabase(store.db, { id: 'db_2', workspace_id: 'w', scope_id: 'w' });
    expect(await outcome(addDatabase(store.db, { id: 'db_3' }))).to.equal('refused');
    await store.db
      .insertInto('generations')
      .values({ id: 'g', workspace_id: null, database_id: 'db_2', ...generation })
      .execute();
    await store.db.deleteFrom('workspaces').where('id', '=', 'w').execute();
    const left = await store.db.selectFrom('databases').select('id').execute();
    expect(left).to.deep.equal([{ id: 'db_1' }]);
    expect(await store.db.selectFrom('generations').selectAll().execute()).to.deep.equal([]);
    await store.db.deleteFrom('tenants').where('id', '=', 't').execute();
    expect(await store.db.selectFrom('databases').selectAll().execute()).to.deep.equal([]);
  });

  it('takes back a transaction that fails', async () => {
    const failing = store.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('accounts')
        .values({ id: 'a', ...account })
        .execute();
      throw new Error('half-way');
    });
    expect(await outcome(failing)).to.equal('refused');
    expect(await store.db.selectFrom('accounts').selectAll().execute()).to.deep.equal([]);
  });
});
