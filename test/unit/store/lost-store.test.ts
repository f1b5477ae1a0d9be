import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { sql } from 'kysely';
import { pino } from 'pino';
import { AppError } from '#src/errors.ts';
import { type OpenedStore, openStore } from '#src/store/open.ts';
import { eventually } from '../../fakes/eventually.ts';
import { requirePostgres, temporaryDatabase } from '../../fakes/postgres.ts';
import { openTcpProxy, type TcpProxy } from '../../fakes/tcp-proxy.ts';

/** An error that nobody hears fails the test: mocha listens for it. */
describe('a PostgreSQL store that goes away', () => {
  let database: Awaited<ReturnType<typeof temporaryDatabase>>;
  let proxy: TcpProxy;
  let store: OpenedStore;

  before(async function () {
    if (!(await requirePostgres())) return this.skip();
    database = await temporaryDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port || 5432) });
    const url = Object.assign(new URL(database.url), { port: String(proxy.port) }).href;
    store = await openStore({ url, path: '', pool: 4, log: pino({ level: 'silent' }) });
  });
  after(async () => {
    await store?.close();
    await proxy?.close();
    await database?.drop();
  });
  afterEach(() => proxy.mend());

  const one = (db: OpenedStore['db'] = store.db) => sql`select 1 as n`.execute(db);
  const isUnavailable = (error: unknown) => {
    expect(error).to.be.instanceOf(AppError);
    expect(error).to.include({ code: 'unavailable', status: 503, retryAfter: 5 });
  };
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it did not fail'),
      (error: unknown) => error,
    );
  const answersAgain = () => eventually(() => one().then(Boolean, () => null), 'an answer');

  it('fails what waits in a transaction, and ends nothing else', async () => {
    const failure = await failureOf(
      store.db.transaction().execute(async (trx) => {
        await one(trx);
        // The connection is lent out, and nothing runs on it when its end arrives: about when this one hears of it.
        const beside = connect(proxy.port, '127.0.0.1').on('error', () => {});
        await once(beside, 'connect');
        proxy.cut();
        await once(beside, 'close');
        await one(trx);
      }),
    );
    isUnavailable(failure);
    proxy.mend();
    await answersAgain();
  });

  it('fails a statement that is under way', async () => {
    const running = failureOf(sql`select pg_sleep(60)`.execute(store.db));
    await eventually(async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(store.db);
      return rows[0]?.n || null;
    }, 'the statement to run');
    proxy.cut();
    isUnavailable(await running);
    proxy.mend();
    await answersAgain();
  });

  it('fails what finds no connection', async () => {
    proxy.cut();
    isUnavailable(
      await eventually(
        () =>
          one().then(
            () => null,
            (error) => error,
          ),
        'a failure',
      ),
    );
    proxy.mend();
    await answersAgain();
  });

  it('fails what the server ends, whether or not it is at work', async () => {
    const running = failureOf(sql`select pg_sleep(61)`.execute(store.db));
    const ended = failureOf(
      store.db.transaction().execute(async (trx) => {
        await eventually(async () => {
          const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where query like '%pg_sleep(61)%' and pid <> pg_backend_pid()`.execute(trx);
          return rows.length > 0 || null;
        }, 'the statement to be ended');
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
      }),
    );
    isUnavailable(await running);
    isUnavailable(await ended);
    await answersAgain();
  });

  it('still tells a wrong statement from a lost store', async () => {
    const failure = await failureOf(sql`select no_such_column`.execute(store.db));
    expect(failure).to.not.be.instanceOf(AppError);
    expect(failure).to.include({ code: '42703' });
  });
});
