import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect } from 'chai';
import type { ResolvedWorkspace } from '#src/accounts/types.ts';
import { openValueLookup } from '#src/catalog/value-lookup.ts';
import { systemClock } from '#src/clock.ts';
import type { Enqueue } from '#src/databases/discovery-state.ts';
import { refreshOld } from '#src/databases/refresh.ts';
import type { ConnectionRequest } from '#src/databases/types.ts';
import { AppError } from '#src/errors.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { eventually } from '../../fakes/eventually.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { type Harness, OWN, openHarness, SHOP, TENANT } from './harness.ts';

const never = new AbortController().signal;

const CA = rootCertificates[0]!;
const HALF_CA = `${CA.slice(0, 300)}\n-----END CERTIFICATE-----`;

overStores('connected databases', (open) => {
  let opened: TestStore;
  let at: Harness;
  beforeEach(async () => {
    opened = await open();
    at = await openHarness(opened);
  });
  afterEach(async () => {
    await at.close();
    await opened.dispose();
  });

  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(AppError);
    return `${(error as AppError).code}: ${(error as AppError).message}`;
  };
  const connect = (
    change: Partial<ConnectionRequest> = {},
    scope: typeof OWN | typeof TENANT = OWN,
  ) => at.service.connect(scope, { ...SHOP, ...change }, never);
  const catalog = async (workspaceId: string) => {
    const pinned = await at.pin(workspaceId);
    pinned?.release();
    return pinned?.catalog ?? null;
  };
  const tables = async (workspaceId: string) =>
    (await catalog(workspaceId))?.tables.map(({ name }) => name).sort() ?? null;
  const rows = () => at.store.selectFrom('databases').selectAll().execute();
  const refresh = (workspaceId: string) =>
    at
      .shown(workspaceId)
      .then(({ database_id, source }) =>
        at.service.refresh({ workspaceId, databaseId: database_id, source } as ResolvedWorkspace),
      );
  const folders = async () => {
    const all = await readdir(path.join(at.dataDir, 'engine'), { recursive: true }).catch(() => []);
    return all.filter((name) => name.endsWith('values.sqlite'));
  };
  const addFile = (current: string | null = 'ver_1') =>
    at.store
      .insertInto('files')
      .values({
        client_id: 't',
        workspace_id: 'w1',
        filename: 'a.csv',
        current_version_id: current,
        version: 1,
        created_at: '2026-11-01T00:00:00.000',
      })
      .execute();

  it('keeps its value index under a row filter, and after', async () => {
    await connect();
    await at.settled('w1');
    const indexes = async () => (await catalog('w1'))!.valueIndexes;
    const before = await indexes();
    expect(before).to.have.length(1);
    await at.filter('w1', "city = 'Berlin'");
    await at.idle();
    expect(await indexes()).to.deep.equal(before);
    expect(await readdir(path.dirname(before[0]!))).to.include('values.sqlite');
    await at.filter('w1', null);
    await at.idle();
    expect(await indexes()).to.deep.equal(before);
    expect(await at.settled('w1')).to.equal('ready');
    expect(await readdir(path.dirname(before[0]!))).to.include('values.sqlite');
  });

  it('are tried, stored without their password in clear, and discovered', async () => {
    expect(await connect()).to.deep.equal({
      client_id: 't',
      workspace_id: 'w1',
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'shop',
      user: 'ann',
      schema_status: 'discovering',
      read_only: true,
      warnings: [],
    });
    expect(await at.settled('w1')).to.equal('ready');
    expect(await tables('w1')).to.deep.equal(['customers', 'orders']);
    expect(await at.status('w1')).to.include({ status: 'ready', table_count: 2 });
    expect(await at.shown('w1')).to.include({ source: 'database' });
    expect(JSON.parse((await at.shown('w1')).suggestions)).to.have.length(2);
    expect(JSON.stringify(await rows())).to.not.contain('tops3cret');
    expect(at.lines.join('')).to.not.contain('tops3cret');
    expect(JSON.stringify(await at.service.show(OWN))).to.not.contain('tops3cret');
    const lookup = openValueLookup((await catalog('w1'))!, NO_ROW_POLICY);
    expect(lookup.lookup('berlin').map(({ column }) => column)).to.deep.equal(['city']);
    lookup.close();
  });

  it('are connected to the address that was checked, and to nothing else', async () => {
    await connect();
    await at.settled('w1');
    expect(new Set(at.server.targets.map(({ address }) => address))).to.deep.equal(
      new Set(['93.184.216.34']),
    );
  });

  it('are connected at that of several addresses which answers', async () => {
    at.addresses.current = ['93.184.216.34', '93.184.216.35'];
    at.server.deaf.add('93.184.216.34');
    await connect();
    expect(await at.settled('w1')).to.equal('ready');
    expect((await rows())[0]!.address).to.equal('93.184.216.35');
  });

  const FAILING: readonly (readonly [string, Partial<ConnectionRequest>, RegExp])[] = [
    ['a wrong password', { password: 'no' }, /^database_connection_failed: The password of "ann"/],
    ['an unknown database', { database: 'x' }, /^database_connection_failed: The database "x"/],
    ['a host that is none', { host: 'a b' }, /^database_host_refused: .* isn't a host/],
    ['a metadata host', { host: '0xa9fea9fe' }, /^database_host_refused: .*link-local/],
    ['an unknown kind', { type: 'oracle' }, /^unprocessable: Type "oracle" isn't supported/],
    ['a kind of the name constructor', { type: 'constructor' }, /^unprocessable: Type "con/],
    ['a kind of the name __proto__', { type: '__proto__' }, /^unprocessable: Type "__pro/],
    ['a missing host', { host: undefined }, /^unprocessable: Field required/],
    [
      'a file name as CA',
      { ssl: { mode: 'verify-ca', ca: '/etc/ca.pem' } },
      /isn't a readable certificate/,
    ],
    ['an empty CA', { ssl: { mode: 'require', ca: '' } }, /isn't a readable certificate/],
    ['half a CA', { ssl: { mode: 'verify-full', ca: HALF_CA } }, /isn't a readable certificate/],
    [
      'a CA that is not used',
      { ssl: { mode: 'prefer', ca: CA } },
      /"prefer" doesn't check certificates/,
    ],
    ['a URL beside parts', { url: 'postgres://a@h/d' }, /^unprocessable: "url" can't be combined/],
  ];
  for (const [what, change, text] of FAILING)
    it(`are not stored with ${what}`, async () => {
      expect(await refusal(connect(change))).to.match(text);
      expect(await rows()).to.deep.equal([]);
      expect(await at.shown('w1')).to.include({ source: 'none' });
    });

  it('say that nothing listens, or that nothing answers in time', async () => {
    at.server.deaf.add('93.184.216.34');
    expect(await refusal(connect())).to.match(/db\.example\.com:5432 refused the connection/);
    at.addresses.current = [];
    expect(await refusal(connect())).to.match(/"db\.example\.com" is unknown/);
  });

  it('can be given as a URL, of whose options only those of a list are taken', async () => {
    const url = 'postgresql://ann:tops3cret@db.example.com:6543/shop?sslmode=require';
    await at.service.connect(OWN, { url }, never);
    expect(await at.service.show(OWN)).to.include({ port: 6543, ssl_mode: 'require' });
    const other = { url: `${url}&host=10.0.0.1` };
    expect(await refusal(at.service.connect(OWN, other, never))).to.match(/"host" isn't supported/);
  });

  it('bind the login to the channel only where that is encrypted', async () => {
    const url = 'postgresql://ann:tops3cret@db.example.com/shop?channel_binding=require';
    await at.service.connect(OWN, { url }, never);
    const bound = { mode: 'require', ca: null, channelBinding: 'require' };
    expect(at.server.targets.at(-1)!.ssl).to.deep.equal(bound);
    const open = at.service.connect(OWN, { url: `${url}&sslmode=prefer` }, never);
    expect(await refusal(open)).to.match(/needs an encrypted connection/);
  });

  it('are made under the authorities that are given', async () => {
    const ca = rootCertificates.slice(0, 2).join('\n');
    await connect({ ssl: { mode: 'verify-full', ca } });
    expect(at.server.targets.at(-1)!.ssl).to.deep.equal({ mode: 'verify-full', ca });
  });

  it('warn of a user that can write', async () => {
    at.server.writers.add('ann');
    expect(await connect()).to.deep.include({
      read_only: false,
      warnings: ['The user "ann" can write.'],
    });
    expect(await at.service.test(OWN, null, never)).to.include({ ok: true, read_only: false });
  });

  it('are refused for a workspace with files', async () => {
    await addFile();
    expect(await refusal(connect())).to.match(/^workspace_has_files/);
    expect(at.server.targets).to.deep.equal([]);
    expect(await connect({}, TENANT)).to.include({ workspace_id: null });
  });

  it('may stand beside the record of a file that failed, but not of one that is being read', async () => {
    await addFile(null);
    const { id } = await at.store.selectFrom('files').select('id').executeTakeFirstOrThrow();
    const version = {
      ...{ id: 'ver_1', file_id: id, version: 1, sha256: 'a', byte_size: 1 },
      status: 'queued' as const,
      ...{ error: null, mapping: '{}', folder: null, manifest: null, retired_at: null },
      created_at: '2026-11-01T00:00:00.000',
    } as const;
    await at.store.insertInto('file_versions').values(version).execute();
    expect(await refusal(connect())).to.match(/^workspace_has_files/);
    await at.store.updateTable('file_versions').set({ status: 'failed', error: 'x' }).execute();
    expect(await connect()).to.include({ workspace_id: 'w1' });
  });

  it('of a tenant serve the workspaces that have no data of their own, each with its own day', async () => {
    await connect({}, TENANT);
    await at.settled('w2');
    await at.store
      .updateTable('workspaces')
      .set({ timezone: 'Asia/Tokyo', as_of: '2026-01-31' })
      .where('id', '=', 'w2')
      .execute();
    expect(await catalog('w2')).to.include({
      workspaceId: 'w2',
      timezone: 'Asia/Tokyo',
      asOf: '2026-01-31',
    });
    expect(await catalog('w1')).to.include({ workspaceId: 'w1', timezone: 'UTC', asOf: null });
    expect(await catalog('w1')).to.equal(await catalog('w1'));
    await connect({ tables: { include: ['orders'] } }, OWN);
    await at.settled('w1');
    expect(await tables('w1')).to.deep.equal(['orders']);
    expect(await tables('w2')).to.deep.equal(['customers', 'orders']);
    await at.service.disconnect(OWN);
    expect(await tables('w1')).to.deep.equal(['customers', 'orders']);
    await at.store
      .updateTable('workspaces')
      .set({ source: 'files' })
      .where('id', '=', 'w1')
      .execute();
    expect(await tables('w1')).to.equal(null);
  });

  it('are gone when they are disconnected, with their files and connections', async () => {
    await connect();
    await at.settled('w1');
    expect(await folders()).to.have.length(1);
    expect(await at.service.disconnect(OWN)).to.deep.equal({ deleted: 'shop' });
    expect(await tables('w1')).to.equal(null);
    expect(await folders()).to.deep.equal([]);
    expect(at.server.open()).to.equal(0);
    expect(await at.status('w1')).to.include({ status: 'not_started', table_count: 0 });
    expect(await refusal(at.service.show(OWN))).to.match(/^database_not_found/);
    expect(await refusal(at.service.disconnect(OWN))).to.match(/^database_not_found/);
    expect(await refusal(at.service.test(OWN, null, never))).to.match(/^database_not_found/);
    expect(await refusal(refresh('w1'))).to.match(/^no_data/);
    expect(await at.store.selectFrom('generations').selectAll().execute()).to.deep.equal([]);
  });

  it('keep their value index while a question reads it, also when they are disconnected', async () => {
    await connect();
    await at.settled('w1');
    const pinned = (await at.pin('w1'))!;
    await at.service.disconnect(OWN);
    expect(await folders()).to.have.length(1);
    pinned.release();
    await eventually(async () => (await folders()).length === 0, folders);
  });

  it('show a new table after a refresh, and answer from the old catalog until then', async () => {
    await connect();
    await at.settled('w1');
    await at.server.db.run('create table returns (id integer, reason text)');
    const free = Promise.withResolvers<void>();
    at.server.hold = () => free.promise;
    await refresh('w1');
    await refresh('w1');
    expect(await at.status('w1')).to.include({ status: 'discovering', table_count: 2 });
    expect(await tables('w1')).to.deep.equal(['customers', 'orders']);
    free.resolve();
    expect(await at.settled('w1')).to.equal('ready');
    expect(await tables('w1')).to.deep.equal(['customers', 'orders', 'returns']);
    expect(await folders()).to.have.length(1);
    const discoveries = await at.store
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'databases.discover')
      .execute();
    expect(discoveries).to.have.length(2);
  });

  it('are discovered anew when their discovery is old, or failed long ago', async () => {
    await connect();
    await at.settled('w1');
    const old = (change: object) => at.store.updateTable('databases').set(change).execute();
    const enqueue: Enqueue = (trx, job) => at.jobs.enqueue(trx, job);
    const refreshed = () =>
      refreshOld({ store: at.store, clock: systemClock, enqueue }, 60 * 60_000);
    expect(await refreshed()).to.equal(0);
    await at.server.db.run('create table returns (id integer)');
    await old({ discovered_at: '2026-01-01T00:00:00.000' });
    expect(await refreshed()).to.equal(1);
    expect(await refreshed()).to.equal(0);
    expect(await at.settled('w1')).to.equal('ready');
    expect(await tables('w1')).to.include('returns');
    await old({ schema_status: 'failed', schema_updated_at: '2026-01-01T00:00:00.000' });
    expect(await refreshed()).to.equal(1);
    expect(await at.settled('w1')).to.equal('ready');
  });

  it('leave out a table that the server cannot read, say so, and show it when it can', async () => {
    at.server.broken.set('customers', 'View references invalid table');
    await connect();
    expect(await at.settled('w1')).to.equal('ready');
    expect(await tables('w1')).to.deep.equal(['orders']);
    expect((await at.service.show(OWN)).warnings.join()).to.match(
      /customers" was left out, because the database can't read it: View references/,
    );
    at.server.broken.clear();
    await refresh('w1');
    expect(await at.settled('w1')).to.equal('ready');
    expect(await tables('w1')).to.deep.equal(['customers', 'orders']);
    expect((await at.service.show(OWN)).warnings).to.deep.equal([]);
  });

  it('fail where the server can read none of its tables, with its words', async () => {
    for (const name of ['customers', 'orders']) at.server.broken.set(name, 'permission denied');
    await connect();
    expect(await at.settled('w1')).to.equal('failed');
    expect((await at.status('w1')).error).to.match(/None of the tables.*permission denied/);
  });

  it('go on answering from the old catalog when a refresh fails, and say why', async () => {
    await connect();
    await at.settled('w1');
    at.server.users.set('ann', 'changed');
    await refresh('w1');
    expect(await at.settled('w1')).to.equal('failed');
    expect((await at.status('w1')).error).to.match(
      /The password of "ann" is wrong.*Then connect it again/,
    );
    expect(await tables('w1')).to.deep.equal(['customers', 'orders']);
    await connect({ password: 'changed' });
    expect(await tables('w1'), 'the same data goes on').to.deep.equal(['customers', 'orders']);
    expect(await at.settled('w1')).to.equal('ready');
    expect(await at.status('w1')).to.not.have.property('error');
  });

  const UNREADABLE: readonly (readonly [string, Partial<ConnectionRequest>, RegExp])[] = [
    ['nothing is chosen', { tables: { include: ['sales.*'] } }, /none of the 2 tables/],
    ['everything is left out', { tables: { exclude: ['*'] } }, /none of the 2 tables/],
  ];
  for (const [what, change, text] of UNREADABLE)
    it(`are marked as failed where ${what}`, async () => {
      await connect(change);
      expect(await at.settled('w1')).to.equal('failed');
      expect(at.events.at(-1)!.type).to.equal('schema.failed');
      expect((await at.status('w1')).error).to.match(text);
      expect(await tables('w1')).to.equal(null);
    });

  it('show other data only when it is discovered', async () => {
    await connect();
    await at.settled('w1');
    const free = Promise.withResolvers<void>();
    at.server.hold = () => free.promise;
    await connect({ tables: { exclude: ['CUST*'] } });
    expect(await tables('w1')).to.equal(null);
    free.resolve();
    expect(await at.settled('w1')).to.equal('ready');
    expect(await tables('w1')).to.deep.equal(['orders']);
    expect(await rows()).to.have.length(1);
  });

  it('show nothing of what another user saw', async () => {
    await connect();
    await at.settled('w1');
    const free = Promise.withResolvers<void>();
    at.server.hold = () => free.promise;
    at.server.users.set('bob', 'tops3cret');
    await connect({ user: 'bob' });
    expect(await tables('w1')).to.equal(null);
    free.resolve();
    expect(await at.settled('w1')).to.equal('ready');
  });

  it('are one, the last, where several are connected at once', async () => {
    for (const scope of [OWN, TENANT]) {
      const all = Array.from({ length: 5 }, (_, index) =>
        connect({ tables: { exclude: [`none_${index}`] } }, scope),
      );
      expect(await Promise.all(all)).to.have.length(5);
    }
    expect(await rows()).to.have.length(2);
    expect(await at.settled('w1')).to.equal('ready');
    expect(await at.settled('w2')).to.equal('ready');
    expect(await folders()).to.have.length(2);
  });

  it('keep what people said over discoveries and a new connection, and do not read what they closed', async () => {
    await connect();
    await at.settled('w1');
    const target = { workspaceId: 'w1', table: 'orders', column: 'city', reachesTenant: false };
    await at.edit(target, { sensitive: true });
    const city = async () =>
      (await catalog('w1'))!.tables
        .find(({ name }) => name === 'orders')!
        .columns.find(({ name }) => name === 'city')!;
    expect(await city()).to.deep.include({ sensitive: true, profile: null });
    await refresh('w1');
    await at.settled('w1');
    expect(await city()).to.deep.include({ sensitive: true, profile: null });
    await at.service.disconnect(OWN);
    await connect();
    await at.settled('w1');
    expect(await city()).to.deep.include({ sensitive: true, profile: null });
    const lookup = openValueLookup((await catalog('w1'))!, NO_ROW_POLICY);
    expect(lookup.lookup('berlin')).to.deep.equal([]);
    lookup.close();
  });

  it('of a tenant are described by keys of the tenant only', async () => {
    await connect({}, TENANT);
    await at.settled('w1');
    const target = { workspaceId: 'w1', table: 'orders', column: null, reachesTenant: false };
    expect(await refusal(at.edit(target, { hidden: true }))).to.match(/^forbidden/);
    await at.edit({ ...target, reachesTenant: true }, { hidden: true });
    expect(await tables('w2')).to.deep.equal(['customers']);
  });

  it('are not published by a discovery that was overtaken', async () => {
    const free = Promise.withResolvers<void>();
    at.server.hold = () => free.promise;
    await connect();
    await at.service.disconnect(OWN);
    free.resolve();
    await at.idle();
    expect(await tables('w1')).to.equal(null);
    expect(await folders()).to.deep.equal([]);
    expect(await at.store.selectFrom('generations').selectAll().execute()).to.deep.equal([]);
  });
});
