import { expect } from 'chai';
import { pino } from 'pino';
import { createAnswerSource } from '#src/databases/answer-source.ts';
import { Connections } from '#src/databases/connections.ts';
import { createHostCheck } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import { type FakeServer, openFakeServer } from '../../fakes/database-server.ts';
import { eventually } from '../../fakes/eventually.ts';
import { unguardedSqlForTests } from '../../fakes/guarded-sql.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { addDatabase, addTenant } from './rows.ts';

const never = new AbortController().signal;
const LIMITS = { maxRows: 10, maxBytes: 1_000, timeoutMs: 1_000, signal: never };

describe('connections to stored databases', () => {
  let store: TestStore;
  let server: FakeServer;
  let resolves: readonly string[];
  const box = createSecretBox([{ id: 'k', key: new Uint8Array(32) }]);
  beforeEach(async () => {
    store = await sqliteStore();
    server = await openFakeServer();
    resolves = ['93.184.216.34'];
    await addTenant(store.db);
    for (const id of ['db_1', 'db_2', 'db_3'])
      await addDatabase(store.db, { id, scope_id: id, secret: box.seal('tops3cret', id) });
  });
  afterEach(async () => {
    await server.db.close();
    await store.dispose();
  });

  const open = (options: { maxOpen?: number; idleMs?: number; allowPrivateHosts?: boolean } = {}) =>
    new Connections({
      store: store.db,
      log: pino({ level: 'silent' }),
      server: async () => server,
      checkHost: createHostCheck({
        allowPrivateHosts: options.allowPrivateHosts ?? false,
        allowedHosts: [],
        dnsTimeoutMs: 60_000,
        setting: 'databases.allowed_hosts',
        lookup: async () => resolves,
      }),
      box,
      maxOpen: options.maxOpen ?? 2,
      idleMs: options.idleMs ?? 60_000,
      isReachable: async (address) => !server.deaf.has(address),
    });
  const ask = async (connections: Connections, id = 'db_1') => {
    const answers = createAnswerSource({
      store: store.db,
      server: async () => server,
      connections,
    });
    const chunks: ResultChunk[] = [];
    const source = await answers(id);
    for await (const chunk of source.query(unguardedSqlForTests('select 7'), LIMITS))
      chunks.push(chunk);
    return chunks.flatMap((chunk) => (chunk.kind === 'rows' ? chunk.rows : []));
  };
  const failure = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(SourceError).with.property('kind', 'unavailable');
    return (error as Error).message;
  };

  it('are opened by the first use, shared, and closed at the end', async () => {
    const connections = open();
    const leases = await Promise.all([connections.take('db_1'), connections.take('db_1')]);
    expect(leases[0]!.source).to.equal(leases[1]!.source);
    expect(server.open()).to.equal(1);
    expect(await ask(connections)).to.deep.equal([[7]]);
    await connections.close();
    expect(server.open()).to.equal(0);
    expect(await failure(connections.take('db_1'))).to.match(/is shutting down/);
  });

  it('give way when more are used than may be open, the longest idle first, never one in use', async () => {
    const connections = open();
    await ask(connections, 'db_1');
    await ask(connections, 'db_2');
    await ask(connections, 'db_1');
    const third = await connections.take('db_3');
    await eventually(() => server.open() === 2);
    const first = await connections.take('db_1');
    expect(server.open(), 'db_1 stayed').to.equal(2);
    expect(await failure(connections.take('db_2'))).to.match(
      /The limit of 2 open databases is reached/,
    );
    first.release();
    (await connections.take('db_2')).release();
    third.release();
    await connections.close();
  });

  it('are closed when they are idle for long, and opened again', async () => {
    const connections = open({ idleMs: 30 });
    await ask(connections);
    expect(server.open()).to.equal(1);
    await eventually(() => server.open() === 0);
    expect(await ask(connections)).to.deep.equal([[7]]);
    await connections.close();
  });

  it('are opened anew, to another address, after the server was lost', async () => {
    const connections = open();
    await ask(connections);
    server.deaf.add('93.184.216.34');
    expect(await failure(ask(connections))).to.match(/refused the connection/);
    await eventually(() => server.open() === 0);
    resolves = ['93.184.216.35'];
    expect(await ask(connections)).to.deep.equal([[7]]);
    await connections.close();
  });

  it('go to another address of the name when one answers no more, and back', async () => {
    resolves = ['93.184.216.34', '93.184.216.35'];
    const connections = open();
    await ask(connections);
    server.deaf.add('93.184.216.34');
    expect(await failure(ask(connections))).to.match(/refused the connection/);
    expect(await ask(connections)).to.deep.equal([[7]]);
    expect(server.targets.at(-1)!.address).to.equal('93.184.216.35');
    server.deaf.delete('93.184.216.34');
    server.deaf.add('93.184.216.35');
    expect(await failure(ask(connections))).to.match(/refused the connection/);
    expect(await ask(connections)).to.deep.equal([[7]]);
    expect(server.targets.at(-1)!.address).to.equal('93.184.216.34');
    await connections.close();
  });

  it('stay as they are when none of them is free', async () => {
    const connections = open();
    await ask(connections);
    const made = server.made();
    server.hold = async () => {
      const cause = new ConnectionError('busy', 'none is free');
      throw new SourceError('unavailable', cause.message, { cause });
    };
    expect(await failure(ask(connections))).to.match(/none is free/);
    server.hold = null;
    expect(await ask(connections)).to.deep.equal([[7]]);
    expect(server.made()).to.equal(made);
    await connections.close();
  });

  it('are opened anew when they are stored anew', async () => {
    const connections = open();
    await ask(connections);
    await store.db
      .updateTable('databases')
      .set({ secret: box.seal('other', 'db_1'), updated_at: 'later' })
      .where('id', '=', 'db_1')
      .execute();
    expect(await failure(ask(connections))).to.match(/password of "ann" is wrong/);
    server.users.set('ann', 'other');
    expect(await ask(connections)).to.deep.equal([[7]]);
    await connections.close();
  });

  const UNUSABLE: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['a host that moved inside', () => (resolves = ['169.254.169.254']), /link-local/],
    [
      'a host that moved into a private network',
      () => (resolves = ['10.0.0.1']),
      /private network/,
    ],
    ['a host that is gone', () => (resolves = []), /is unknown/],
    [
      'a password whose key is gone',
      () => store.db.updateTable('databases').set({ secret: 'v1.x.y.z' }).execute(),
      /key "x"/,
    ],
    ['a database that is gone', () => store.db.deleteFrom('databases').execute(), /disconnected/],
  ];
  for (const [what, change, text] of UNUSABLE)
    it(`are not opened with ${what}, and a question hears that the data is unavailable`, async () => {
      const connections = open();
      await change();
      expect(await failure(ask(connections))).to.match(text);
      expect(connections.open).to.equal(0);
      await connections.close();
    });

  it('are closed at once when a database is disconnected', async () => {
    const connections = open();
    const lease = await connections.take('db_1');
    await connections.drop('db_1');
    expect(server.open()).to.equal(0);
    lease.release();
    await connections.close();
  });
});
