import { X509Certificate } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { createPostgresServer } from '#plugins/sources/postgres/server.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseServer, DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { answer } from '../fakes/data-source.ts';
import { eventually } from '../fakes/eventually.ts';
import { OWN_HOST, type OwnPostgres, openOwnPostgres } from '../fakes/own-postgres.ts';
import { NO_DIALECT, settingsForTests } from '../fakes/postgres-server.ts';
import { waitingForTests } from '../fakes/waiting.ts';

const never = new AbortController().signal;
/** Sessions that the server takes of users that are not superusers: all but the reserved ones. */
const ROOM = 8;

describe('a PostgreSQL server with passwords and TLS', () => {
  let own: OwnPostgres;
  let server: DatabaseServer;

  before(async function () {
    const opened = await openOwnPostgres(ROOM + 2);
    if (opened === null) {
      console.log('      skipped: the packaged PostgreSQL or openssl is missing');
      return this.skip();
    }
    own = opened;
    await own.run(`CREATE ROLE asker LOGIN PASSWORD 'right'`);
    await own.run('CREATE DATABASE closed');
    await own.run('REVOKE CONNECT ON DATABASE closed FROM PUBLIC');
    const settings = settingsForTests({ connect_timeout_ms: 30_000, cancel_wait_ms: 500 });
    // One asks for everything here, and may have every connection.
    const waiting = waitingForTests({ workspace_share: 100, end_user_share: 100 });
    server = createPostgresServer({ settings, dialect: NO_DIALECT, waiting });
  });
  after(async () => {
    await server?.close();
    await own?.close();
  });

  /** Sessions that work on a statement with the text. */
  const working = async (text: string) => {
    const [row] = await own.run(
      `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%${text}%' AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return Number(row!['count']);
  };
  const probe = (change: Partial<DatabaseTarget>) =>
    server.probe({ ...own.target, ...change }, never).then(
      () => ({ kind: 'connected', message: '' }),
      (error: { kind: string; message: string }) => error,
    );

  it('shows its certificate, where the connection is encrypted', async () => {
    const { certificate } = await server.probe(own.target, never);
    const real = new X509Certificate(own.certificate);
    expect(certificate?.fingerprint256).to.equal(real.fingerprint256);
    expect(certificate?.subject).to.equal(OWN_HOST);
    expect(certificate?.validTo.getTime()).to.equal(new Date(real.validTo).getTime());
    const open = { ...own.target, ssl: { mode: 'disable', ca: null } } as const;
    expect((await server.probe(open, never)).certificate).to.equal(null);
  });

  describe('connects as libpq’s modes say', () => {
    const cases: readonly (readonly [
      what: string,
      ssl: (one: OwnPostgres) => DatabaseTarget['ssl'],
      host: string | null,
      kind: string,
      text: RegExp,
    ])[] = [
      ['disable', () => ({ mode: 'disable', ca: null }), null, 'connected', /^/],
      ['prefer', () => ({ mode: 'prefer', ca: null }), null, 'connected', /^/],
      ['require, unchecked', () => ({ mode: 'require', ca: null }), 'other.test', 'connected', /^/],
      [
        'require with its CA',
        ({ ca }) => ({ mode: 'require', ca }),
        'other.test',
        'connected',
        /^/,
      ],
      [
        'require with another CA',
        ({ otherCa: ca }) => ({ mode: 'require', ca }),
        null,
        'tls',
        /authority/,
      ],
      [
        'verify-ca with its CA',
        ({ ca }) => ({ mode: 'verify-ca', ca }),
        'other.test',
        'connected',
        /^/,
      ],
      [
        'verify-ca with another CA',
        ({ otherCa: ca }) => ({ mode: 'verify-ca', ca }),
        null,
        'tls',
        /authority/,
      ],
      ['verify-ca without a CA', () => ({ mode: 'verify-ca', ca: null }), null, 'tls', /authority/],
      [
        'verify-full with its CA',
        ({ ca }) => ({ mode: 'verify-full', ca }),
        null,
        'connected',
        /^/,
      ],
      [
        'verify-full for another host',
        ({ ca }) => ({ mode: 'verify-full', ca }),
        'other.test',
        'tls',
        /other\.test/,
      ],
      [
        'verify-full for an address',
        ({ ca }) => ({ mode: 'verify-full', ca }),
        '127.0.0.1',
        'tls',
        /127\.0\.0\.1/,
      ],
      [
        'verify-full with a CA that is none',
        () => ({ mode: 'verify-full', ca: 'no PEM' }),
        null,
        'tls',
        /./,
      ],
    ];
    for (const [what, ssl, host, kind, text] of cases)
      it(`${what}: ${kind}`, async () => {
        const error = await probe({ ssl: ssl(own), ...(host ? { host } : {}) });
        expect(error.kind, error.message).to.equal(kind);
        expect(error.message).to.match(text);
      });

    it('binds the login to the channel', async () => {
      const ssl = { mode: 'require', ca: null, channelBinding: 'require' } as const;
      expect(await probe({ ssl })).to.include({ kind: 'connected' });
      const error = await probe({ ssl, password: 'wrong' });
      expect(error.kind, error.message).to.equal('credentials');
    });

    it('encrypts where it says so', async () => {
      for (const [mode, encrypted] of [
        ['disable', false],
        ['prefer', true],
        ['require', true],
      ] as const) {
        const source = server.connect({ ...own.target, ssl: { mode, ca: null } });
        const { rows } = await answer(
          source,
          'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
        );
        expect(rows).to.deep.equal([[encrypted]]);
        await source.close();
      }
    });
  });

  describe('tells why it does not connect', () => {
    for (const [what, change, kind, text] of [
      [
        'a wrong password',
        { password: 'wrong' },
        'credentials',
        /The user "asker" or its password is wrong/,
      ],
      ['an empty password', { password: '' }, 'credentials', /password/],
      ['an unknown user', { user: 'nobody' }, 'credentials', /"nobody"/],
      ['an unknown database', { database: 'nowhere' }, 'database', /"nowhere"/],
      ['a database that the user may not enter', { database: 'closed' }, 'database', /CONNECT/],
    ] as const)
      it(what, async () => {
        const error = await probe(change);
        expect(error.kind, error.message).to.equal(kind);
        expect(error.message).to.match(text);
        expect(error.message).to.not.match(/wrong$/);
      });

    it('a server that takes no more connections', async () => {
      const many = Array.from({ length: ROOM / 4 }, () => server.connect(own.target));
      const free = new AbortController();
      // Again where the administrator who looks had the last place.
      const hold = (source: DataSource): Promise<unknown> =>
        answer(source, 'SELECT pg_sleep(80)::text', {
          signal: free.signal,
          timeoutMs: 100_000,
        }).catch(({ kind }: { kind: string }) => (kind === 'cancelled' ? kind : hold(source)));
      const holding = many.flatMap((source) => Array.from({ length: 4 }, () => hold(source)));
      await eventually(async () => (await working('pg_sleep(80)')) === ROOM);
      const error = await probe({});
      expect(error.kind, error.message).to.equal('busy');
      free.abort();
      expect(new Set(await Promise.all(holding))).to.deep.equal(new Set(['cancelled']));
      await Promise.all(many.map((source) => source.close()));
      await eventually(async () => (await probe({})).kind === 'connected');
    });
  });

  it('cancels on the server over TLS', async () => {
    const ssl = { mode: 'verify-full', ca: own.ca } as const;
    const source = server.connect({ ...own.target, ssl });
    // A connection over TLS may take longer than the limit of the query on a busy machine.
    await answer(source, 'SELECT 1::text');
    const error = await answer(source, 'SELECT pg_sleep(30)::text', { timeoutMs: 200 }).catch(
      (failed: unknown) => failed,
    );
    expect(error).to.include({ kind: 'timeout' });
    await eventually(async () => (await working('pg_sleep(30)')) === 0);
    await source.close();
  });

  it('is back after a restart under load', async () => {
    const source = server.connect(own.target);
    let stop = false;
    const kinds = new Set<string>();
    let lastAnswer = 0;
    const load = Array.from({ length: 6 }, async () => {
      while (!stop)
        await answer(source, 'SELECT count(*) FROM generate_series(1, 1000)').then(
          () => {
            kinds.add('answered');
            lastAnswer = performance.now();
          },
          async (error: { kind: string }) => {
            kinds.add(error.kind);
            await wait(10);
          },
        );
    });
    await eventually(() => lastAnswer > 0);
    await own.restart();
    const up = performance.now();
    await eventually(() => lastAnswer > up);
    stop = true;
    await Promise.all(load);
    expect([...kinds].toSorted()).to.deep.equal(['answered', 'unavailable']);
    await source.close();
  });
});
