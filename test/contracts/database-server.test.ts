import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { DataSource, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { type Asking, answer, optionsForTests } from '../fakes/data-source.ts';
import { type DatabaseForTests, openOrSkip } from '../fakes/database-kind.ts';
import { eventually } from '../fakes/eventually.ts';
import { unguardedSqlForTests } from '../fakes/guarded-sql.ts';
import { MYSQL } from '../fakes/mysql-kind.ts';
import { POSTGRES } from '../fakes/postgres-server.ts';
import { openTcpProxy, type TcpProxy } from '../fakes/tcp-proxy.ts';
import { MUSIC, musicTable } from '../fixtures/music/music.ts';

/** What every kind of database server owes, over the music fixture on a real one. */
const KINDS = [POSTGRES, MYSQL] as const;

const never = new AbortController().signal;
const scope = { workspaceId: 'w1', attachments: [] };

for (const kind of KINDS)
  describe(`database server ${kind.name}`, () => {
    let test: DatabaseForTests;
    let source: DataSource;

    const ask = (sql: string, asking: Asking = {}) => answer(source, sql, asking);
    const physical = (table: string) => ({ database: null, schema: test.schema, table });

    before(async function () {
      test = await openOrSkip(kind, this);
      source = test.server.connect(test.target);
    });
    after(async () => {
      await test?.close();
    });

    describe('queries', () => {
      it('gives columns first, then rows, then the end', async () => {
        const kinds: string[] = [];
        const sql = unguardedSqlForTests(kind.sql.numbers(3));
        for await (const chunk of source.query(sql, optionsForTests())) kinds.push(chunk.kind);
        expect(kinds).to.deep.equal(['columns', 'rows', 'end']);
      });

      it('gives columns also of a result without rows', async () => {
        const { columns, rows } = await ask(
          `SELECT invoice_id, total, invoice_date, billing_country FROM ${test.schema}.invoices WHERE invoice_id < 0`,
        );
        expect(columns.map(({ name, type }) => [name, type])).to.deep.equal([
          ['invoice_id', 'integer'],
          ['total', 'decimal'],
          ['invoice_date', 'timestamp'],
          ['billing_country', 'text'],
        ]);
        expect(rows).to.deep.equal([]);
      });

      it('gives the rows of every table as they were stored', async () => {
        for (const { name, columns, primaryKey, rows } of MUSIC) {
          const found = await ask(
            `SELECT * FROM ${test.schema}.${name} ORDER BY ${primaryKey.join(', ')}`,
          );
          const expected = rows.map((row) =>
            row.map((value, index) => {
              const { type } = columns[index]!;
              if (type === 'decimal') return Number(value);
              return type === 'timestamp' ? String(value).replace(' ', 'T') : value;
            }),
          );
          expect(found.rows, name).to.deep.equal(expected);
        }
      });

      it('keeps equal and odd column names apart', async () => {
        const { columns, rows } = await ask(kind.sql.oddNames);
        expect(columns.map(({ name }) => name)).to.deep.equal(['total', 'total_2', '__proto__']);
        expect(rows).to.deep.equal([[1, 2, 3]]);
      });

      it('says when there are more rows than were asked for', async () => {
        const most = (maxRows: number) => ask(kind.sql.numbers(4), { maxRows });
        expect((await most(2)).rows).to.deep.equal([[1], [2]]);
        expect((await most(3)).truncated).to.equal(true);
        expect((await most(4)).truncated).to.equal(false);
        expect((await most(5)).truncated).to.equal(false);
      });

      it('cuts a result by its bytes, and refuses a row that alone is too large', async () => {
        const cut = await ask(kind.sql.numbers(1_000), { maxBytes: 100 });
        expect(cut.truncated).to.equal(true);
        expect(JSON.stringify(cut.rows).length).to.be.at.most(101);
        expect((await failure(ask(kind.sql.text(1_000), { maxBytes: 100 }))).kind).to.equal(
          'too_large',
        );
        const huge = ask(kind.sql.text(50_000_000), { maxBytes: 100_000 });
        expect((await failure(huge)).kind).to.equal('too_large');
        expect((await ask(kind.sql.numbers(1))).rows).to.deep.equal([[1]]);
      });

      it('streams large results whole', async () => {
        let sum = 0;
        let count = 0;
        const sql = unguardedSqlForTests(kind.sql.numbers(300_000));
        for await (const chunk of source.query(sql, optionsForTests({ maxRows: 1_000_000 })))
          if (chunk.kind === 'rows')
            for (const [value] of chunk.rows) {
              sum += Number(value);
              count += 1;
            }
        expect([count, sum]).to.deep.equal([300_000, (300_001 * 300_000) / 2]);
      });

      it('takes rows no faster than they are wanted', async () => {
        const sql = unguardedSqlForTests(kind.sql.numbers(3_000_000));
        const { address: host, port } = test.target;
        const proxy = await openTcpProxy({ host, port });
        const near = test.server.connect(through(test.target, proxy));
        for await (const chunk of near.query(
          sql,
          optionsForTests({ maxRows: 1e9, maxBytes: 1e9 }),
        )) {
          if (chunk.kind !== 'rows') continue;
          let taken = -1;
          await eventually(() => {
            const before = taken;
            taken = proxy.received();
            return taken === before && wait(100).then(() => proxy.received() === taken);
          });
          break;
        }
        // All of them are 20 MB and more.
        expect(proxy.received()).to.be.below(10_000_000);
        await near.close();
        await proxy.close();
      });

      it('tells what the engine refused, and goes on', async () => {
        expect((await failure(ask(kind.sql.failing))).kind).to.equal('query');
        expect((await ask(kind.sql.numbers(1))).rows).to.deep.equal([[1]]);
      });

      it('tells that a table, a column or the right to it has gone', async () => {
        const table = `${test.schema}.going`;
        const changes = [
          `ALTER TABLE ${table} RENAME COLUMN a TO b`,
          kind === POSTGRES ? `REVOKE SELECT ON ${table} FROM PUBLIC` : null,
          `DROP TABLE ${table}`,
        ];
        await test.run(`CREATE TABLE ${table} (a INTEGER)`);
        if (kind === POSTGRES) await test.run(`GRANT SELECT ON ${table} TO PUBLIC`);
        const read = () => ask(`SELECT a FROM ${table}`);
        expect((await read()).rows).to.deep.equal([]);
        for (const change of changes.filter((each) => each !== null)) {
          await test.run(change);
          expect((await failure(read())).kind, change).to.equal('changed');
        }
        expect((await ask(kind.sql.numbers(1))).rows).to.deep.equal([[1]]);
      });

      it('tells how long the engine took', async () => {
        const { engineMs } = await ask(kind.sql.numbers(1));
        expect(engineMs).to.be.within(0, 60_000);
      });

      it('holds no more connections than it may', async () => {
        const all = Array.from({ length: 30 }, () => ask(kind.sql.numbers(1_000)));
        const most = await test.sessions();
        const results = await Promise.all(all);
        expect(Math.max(most, await test.sessions())).to.be.at.most(test.maxConnections);
        expect(results.map(({ rows }) => rows.length)).to.deep.equal(Array(30).fill(1_000));
      });
    });

    describe('queries that run together', () => {
      const counted = () => `${test.schema}.seen_together`;
      /** So many rows that the server cannot have sent them all before they are read. */
      const MANY = 300_000;
      const rowsOf = async (chunks: AsyncIterable<ResultChunk>) => {
        const rows: (readonly unknown[])[] = [];
        for await (const chunk of chunks) if (chunk.kind === 'rows') rows.push(...chunk.rows);
        return rows;
      };
      const together = (...sqls: readonly string[]) =>
        source.queryTogether!(
          sqls.map((sql) => unguardedSqlForTests(sql)),
          optionsForTests({ maxRows: 2 * MANY }),
        );

      before(async () => {
        await test.run(`CREATE TABLE ${counted()} AS ${kind.sql.numbers(MANY)}`);
        if (kind === POSTGRES) await test.run(`GRANT SELECT ON ${counted()} TO PUBLIC`);
      });
      after(() => test.run(`DROP TABLE ${counted()}`));

      it('see one state of the data, whatever others write in between', async () => {
        const counting = `SELECT COUNT(*) AS n FROM ${counted()}`;
        const [first, second] = together(`SELECT * FROM ${counted()}`, counting);
        let rows = 0;
        for await (const chunk of first!) {
          if (chunk.kind !== 'rows') continue;
          if (rows === 0) await test.run(`INSERT INTO ${counted()} VALUES (0)`);
          rows += chunk.rows.length;
        }
        expect(rows).to.equal(MANY);
        expect(await rowsOf(second!)).to.deep.equal([[MANY]]);
        expect((await ask(counting)).rows).to.deep.equal([[MANY + 1]]);
      });

      it('each give their columns, rows and end', async () => {
        const kinds = [];
        for (const chunks of together(kind.sql.numbers(3), kind.sql.numbers(2_000)))
          for await (const chunk of chunks)
            kinds.push(chunk.kind === 'rows' ? chunk.rows.length : chunk.kind);
        expect(kinds.slice(0, 4)).to.deep.equal(['columns', 3, 'end', 'columns']);
        const rows = kinds.filter((one) => typeof one === 'number');
        expect(rows.reduce((sum, many) => sum + many, 0)).to.equal(2_003);
        expect(kinds.at(-1)).to.equal('end');
      });

      it('end where the first fails or is left, and hold no connection', async () => {
        for (let round = 0; round < test.maxConnections + 1; round += 1) {
          const [failing, after] = together(kind.sql.failing, kind.sql.numbers(1));
          expect((await failure(rowsOf(failing!))).kind).to.equal('query');
          expect((await failure(rowsOf(after!))).kind).to.equal('cancelled');
          const [left, unread] = together(kind.sql.numbers(1_000_000), kind.sql.numbers(1));
          for await (const chunk of left!) if (chunk.kind === 'rows') break;
          expect((await failure(rowsOf(unread!))).kind).to.equal('cancelled');
        }
        expect((await ask(kind.sql.numbers(2))).rows).to.have.length(2);
      });

      it('say which of them failed', async () => {
        const [first, second] = together(kind.sql.numbers(2), kind.sql.failing);
        expect(await rowsOf(first!)).to.have.length(2);
        expect((await failure(rowsOf(second!))).kind).to.equal('query');
        expect((await ask(kind.sql.numbers(2))).rows).to.have.length(2);
      });
    });

    describe('queries that end early', () => {
      const untilIdle = () => eventually(async () => (await test.busySessions()) === 0);
      const isBusy = () => eventually(async () => (await test.busySessions()) > 0);

      it('are gone on the server when their signal aborts', async () => {
        const early = await failure(ask(kind.sql.slow, { signal: AbortSignal.abort() }));
        expect(early.kind).to.equal('cancelled');
        const controller = new AbortController();
        const slow = failure(ask(kind.sql.slow, { signal: controller.signal }));
        await isBusy();
        controller.abort();
        expect((await slow).kind).to.equal('cancelled');
        await untilIdle();
        expect((await ask(kind.sql.numbers(2))).rows).to.have.length(2);
      });

      it('are gone on the server when their time is over', async () => {
        const error = await failure(ask(kind.sql.slow, { timeoutMs: 150 }));
        expect(error.kind).to.equal('timeout');
        await untilIdle();
        expect((await ask(kind.sql.numbers(2))).rows).to.have.length(2);
      });

      it('are gone on the server when their reader leaves', async () => {
        const sql = unguardedSqlForTests(kind.sql.numbers(50_000_000));
        for await (const chunk of source.query(sql, optionsForTests({ maxRows: 1e9 })))
          if (chunk.kind === 'rows') break;
        await untilIdle();
        expect((await ask(kind.sql.numbers(2))).rows).to.have.length(2);
      });

      it('are gone on the server when their reader stalls beyond their time', async () => {
        const sql = unguardedSqlForTests(kind.sql.numbers(50_000_000));
        const options = optionsForTests({ maxRows: 1e9, maxBytes: 1e9, timeoutMs: 300 });
        const error = await failure(
          (async () => {
            for await (const chunk of source.query(sql, options))
              if (chunk.kind === 'rows') await wait(100);
          })(),
        );
        expect(error.kind).to.equal('timeout');
        await untilIdle();
      });

      it('do not hit the queries after them', async () => {
        for (let round = 0; round < 20; round += 1) {
          const controller = new AbortController();
          const cancelled = failure(ask(kind.sql.slow, { signal: controller.signal }));
          await wait(round);
          controller.abort();
          const next = ask(kind.sql.numbers(5));
          expect((await cancelled).kind).to.equal('cancelled');
          expect((await next).rows).to.have.length(5);
        }
        await untilIdle();
      });
    });

    describe('statements that are no queries', () => {
      it('change nothing, whoever runs them, and leave no trace in the session', async () => {
        const state = async () => [
          await test.run(`SELECT count(*), min(name) FROM ${test.schema}.artists`),
          await test.run(`SELECT count(*) FROM ${test.schema}.invoice_lines`),
        ];
        const before = JSON.stringify(await state());
        const mighty = test.server.connect(test.owner);
        for (const sql of [...kind.sql.writing, kind.sql.several]) {
          await answer(mighty, sql, { timeoutMs: 2_000 }).catch(() => {});
          await answer(source, sql, { timeoutMs: 2_000 }).catch(() => {});
          expect(JSON.stringify(await state()), sql).to.equal(before);
        }
        await mighty.close();
      });

      it('refuse two statements in one text', async () => {
        expect((await failure(ask(kind.sql.several))).kind).to.equal('query');
      });
    });

    describe('discovery', () => {
      it('shows tables and views with their columns, keys and comments', async () => {
        const tables = await source.introspect(scope, never);
        expect(
          tables.map(({ physical: { table }, isView }) => [table, isView]),
        ).to.have.deep.members([
          ...MUSIC.map(({ name }) => [name, false]),
          ['customer_totals', true],
        ]);
        for (const expected of MUSIC) {
          const table = tables.find((one) => one.physical.table === expected.name)!;
          expect(table.physical).to.deep.equal(physical(expected.name));
          expect(
            table.columns.map(({ name, type, nullable, comment }) => ({
              name,
              type,
              nullable,
              comment,
            })),
          ).to.deep.equal(expected.columns);
          expect(table.primaryKey).to.deep.equal(expected.primaryKey);
          expect(table.comment).to.equal(expected.comment);
          expect(table.foreignKeys).to.have.deep.members(
            expected.references.map(({ column, table: target, to }) => ({
              columns: [column],
              to: { table: target, columns: [to] },
            })),
          );
        }
      });

      it('estimates rows without counting them', async () => {
        const tables = await source.introspect(scope, never);
        const rows = tables.find((one) => one.physical.table === 'tracks')!.rowCount;
        expect(rows).to.be.within(1_000, 1_400);
      });

      it('profiles small tables exactly and reads no sensitive columns', async () => {
        const [profile] = await source.profile(
          scope,
          [
            {
              physical: physical('tracks'),
              columns: [
                { name: 'track_id', type: 'integer', sensitive: false },
                { name: 'genre', type: 'text', sensitive: false },
                { name: 'composer', type: 'text', sensitive: false },
                { name: 'unit_price', type: 'decimal', sensitive: false },
                { name: 'name', type: 'text', sensitive: true },
              ],
            },
          ],
          never,
        );
        const { rows } = musicTable('tracks');
        expect(profile!.rowCount).to.equal(rows.length);
        expect([...profile!.columns.keys()]).to.deep.equal([
          'track_id',
          'genre',
          'composer',
          'unit_price',
        ]);
        expect(profile!.columns.get('track_id')).to.include({
          distinctCount: 1_200,
          nullCount: 0,
          min: '1',
          max: '1200',
          unique: true,
        });
        expect(profile!.columns.get('genre')).to.deep.equal({
          distinctCount: 8,
          nullCount: 0,
          min: 'Blues',
          max: 'Rock',
          samples: byFrequency(rows.map((row) => row[3]!)).map(([value]) => value),
          unique: false,
        });
        expect(profile!.columns.get('composer')!.nullCount).to.equal(
          rows.filter((row) => row[5] === null).length,
        );
        expect(profile!.columns.get('unit_price')).to.include({ min: '0.99', max: '1.99' });
        expect(profile!.columns.get('unit_price')!.samples).to.deep.equal([0.99, 1.99]);
      });

      it('profiles dates and times as text that sorts', async () => {
        const [albums, invoices] = await source.profile(
          scope,
          [
            {
              physical: physical('albums'),
              columns: [{ name: 'released', type: 'date', sensitive: false }],
            },
            {
              physical: physical('invoices'),
              columns: [{ name: 'invoice_date', type: 'timestamp', sensitive: false }],
            },
          ],
          never,
        );
        const days = musicTable('albums')
          .rows.map((row) => row[3])
          .filter((day) => day !== null);
        expect(albums!.columns.get('released')).to.include({
          min: days.toSorted()[0],
          max: days.toSorted().at(-1),
          nullCount: 15,
        });
        expect(invoices!.columns.get('invoice_date')!.min).to.equal('2021-01-03T00:00:00');
      });

      it('lists the values of text columns, most frequent first', async () => {
        const listed: unknown[] = [];
        const request = {
          physical: physical('tracks'),
          column: 'genre',
          maxValues: 3,
          maxLength: 4,
        };
        for await (const batch of source.values(scope, [request], never))
          listed.push(...batch.values);
        const short = musicTable('tracks')
          .rows.map((row) => row[3]!)
          .filter((name) => `${name}`.length <= 4);
        expect(listed).to.deep.equal(
          byFrequency(short)
            .slice(0, 3)
            .map(([value, rowCount]) => ({ value, rowCount })),
        );
      });

      it('measures how much of a column occurs in another', async () => {
        const columns = (table: string, ...names: string[]) => ({
          physical: physical(table),
          columns: names,
        });
        const customers = new Set(musicTable('invoices').rows.map((row) => row[1])).size;
        const shares = await source.containment(
          scope,
          [
            { from: columns('invoices', 'customer_id'), to: columns('customers', 'customer_id') },
            { from: columns('customers', 'customer_id'), to: columns('invoices', 'customer_id') },
            { from: columns('invoices', 'billing_country'), to: columns('customers', 'country') },
            { from: columns('artists', 'name'), to: columns('albums', 'title') },
            {
              from: columns('invoice_lines', 'invoice_id', 'line'),
              to: columns('invoice_lines', 'invoice_id', 'line'),
            },
          ],
          never,
        );
        expect(shares).to.deep.equal([1, customers / 80, 1, 0, 1]);
      });

      it('counts combinations of values', async () => {
        const sets = [['invoice_id'], ['invoice_id', 'line'], ['unit_price']].map((columns) => ({
          physical: physical('invoice_lines'),
          columns,
        }));
        expect(await source.countDistinct?.(scope, sets, never)).to.deep.equal([500, 1_492, 2]);
      });
    });

    describe('a look at the server', () => {
      it('tells its version, and that the user can only read', async () => {
        const probe = await test.server.probe(test.target, never);
        expect(probe.serverVersion).to.match(/^\w+ \d+\.\d+/);
        expect(probe).to.deep.include({ readOnly: true, warnings: [] });
      });

      it('warns of a user that can write', async () => {
        const probe = await test.server.probe(test.owner, never);
        expect(probe.readOnly).to.equal(false);
        expect(probe.warnings.join(' ')).to.match(new RegExp(test.owner.user));
      });

      it('leaves no connection behind', async () => {
        const before = await test.sessions();
        await test.server.probe(test.target, never);
        await eventually(async () => (await test.sessions()) <= before);
      });

      for (const [what, change, failureKind, text] of [
        [
          'a database that is not there',
          { database: 'plumb_nowhere' },
          'database',
          /plumb_nowhere/,
        ],
        ['a port where nothing listens', { port: 1 }, 'host', /:1\b/],
      ] as const)
        it(`tells of ${what}`, async () => {
          const error = await failure(test.server.probe({ ...test.target, ...change }, never));
          expect(error.name).to.equal('ConnectionError');
          expect(error.kind).to.equal(failureKind);
          expect(error.message).to.match(text);
        });

      for (const [what, greeting] of [
        ['that speaks something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
        ['that says nothing', null],
      ] as const)
        it(`tells of a server ${what}`, async () => {
          const other = createServer((socket) => {
            socket.on('error', () => {});
            if (greeting) socket.write(greeting);
          });
          other.listen(0, '127.0.0.1');
          await once(other, 'listening');
          const { port } = other.address() as AddressInfo;
          const error = await failure(test.server.probe({ ...test.target, port }, never));
          expect(error.name).to.equal('ConnectionError');
          expect(error.kind).to.equal(greeting ? 'protocol' : 'host');
          other.close();
        });

      it('stops when its signal aborts', async () => {
        const error = await failure(test.server.probe(test.target, AbortSignal.abort()));
        expect(error.name).to.not.equal('no failure');
      });
    });

    describe('a server that goes away', () => {
      let proxy: TcpProxy;
      let near: DataSource;

      beforeEach(async () => {
        const { address: host, port } = test.target;
        proxy = await openTcpProxy({ host, port });
        near = test.server.connect(through(test.target, proxy));
      });
      afterEach(async () => {
        await near.close();
        await proxy.close();
      });
      const quick = (asking: Asking = {}) => answer(near, kind.sql.numbers(1), asking);

      it('fails queries with a reason, and answers again when it is back', async () => {
        await quick();
        const running = failure(answer(near, kind.sql.slow));
        await eventually(async () => (await test.busySessions()) > 0);
        proxy.cut();
        expect((await running).kind).to.equal('unavailable');
        expect((await failure(quick())).kind).to.equal('unavailable');
        proxy.mend();
        expect((await quick()).rows).to.deep.equal([[1]]);
      });

      it('does not show when only idle connections were lost', async () => {
        await Promise.all([quick(), quick(), quick()]);
        proxy.cut();
        proxy.mend();
        expect((await quick()).rows).to.deep.equal([[1]]);
      });

      it('survives a restart under load, and is back', async () => {
        let stop = false;
        const kinds = new Set<string>();
        const load = Array.from({ length: 8 }, async () => {
          while (!stop)
            await quick().then(
              () => kinds.add('answered'),
              (error: { kind: string }) => kinds.add(error.kind),
            );
        });
        await eventually(() => kinds.has('answered'));
        proxy.cut();
        await eventually(() => kinds.has('unavailable'));
        proxy.mend();
        await eventually(() => quick().catch(() => null));
        stop = true;
        await Promise.all(load);
        expect([...kinds].toSorted()).to.deep.equal(['answered', 'unavailable']);
      });

      it('ends a query on a connection that hangs, and keeps no such connection', async () => {
        await Promise.all([quick(), quick()]);
        proxy.hang();
        const errors = await Promise.all([
          failure(quick({ timeoutMs: 300 })),
          failure(quick({ timeoutMs: 300 })),
        ]);
        for (const { kind: failed } of errors)
          expect(failed).to.be.oneOf(['timeout', 'unavailable']);
        await wait(700);
        proxy.mend();
        for (let round = 0; round < 5; round += 1)
          expect((await quick()).rows).to.deep.equal([[1]]);
      });

      it('is left although it hangs', async () => {
        await quick();
        proxy.hang();
        const running = failure(answer(near, kind.sql.slow));
        await wait(50);
        await near.close();
        expect((await running).kind).to.equal('unavailable');
      });
    });

    it('closes all its connections, and answers no more', async () => {
      const other = test.server.connect(test.target);
      await answer(other, kind.sql.numbers(1));
      const running = failure(answer(other, kind.sql.slow));
      await wait(100);
      await other.close();
      await other.close();
      expect((await running).kind).to.equal('unavailable');
      expect((await failure(answer(other, kind.sql.numbers(1)))).kind).to.equal('unavailable');
      // The server notices a moment later.
      await eventually(async () => (await test.busySessions()) === 0);
    });
  });

const through = (target: DatabaseTarget, proxy: TcpProxy): DatabaseTarget => ({
  ...target,
  host: '127.0.0.1',
  address: '127.0.0.1',
  port: proxy.port,
});

function byFrequency<T extends string | number>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

async function failure(
  work: Promise<unknown>,
): Promise<{ name: string; kind: string; message: string }> {
  try {
    await work;
  } catch (error) {
    return error as { name: string; kind: string; message: string };
  }
  throw new Error('it did not fail');
}
