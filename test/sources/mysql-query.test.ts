import { expect } from 'chai';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { eventually } from '../fakes/eventually.ts';
import { unguardedSqlForTests } from '../fakes/guarded-sql.ts';
import {
  ask,
  askingOptions,
  failure,
  mysqlServerForTests,
  overMysql,
  runningWith,
} from '../fakes/mysql-source.ts';
import { openTcpProxy, type TcpProxy } from '../fakes/tcp-proxy.ts';

const never = new AbortController().signal;

overMysql('queries on MySQL', (mysql) => {
  let source: DataSource;
  const table = (name: string) => `${mysql().database}.${name}`;
  const seq = (rows: number) => table(`seq_1_to_${rows}`);
  /** A source that is reached by a way on which bytes are counted. */
  const counted = async (): Promise<{ proxy: TcpProxy; near: DataSource }> => {
    const { address: host, port } = mysql().target;
    const proxy = await openTcpProxy({ host, port });
    const at = { host: '127.0.0.1', address: '127.0.0.1', port: proxy.port };
    return { proxy, near: mysqlServerForTests().connect({ ...mysql().target, ...at }) };
  };

  before(async () => {
    source = mysqlServerForTests().connect(mysql().target);
    await mysql().admin(`
      CREATE TABLE numbers (n INT PRIMARY KEY, label VARCHAR(40));
      INSERT INTO numbers SELECT seq, CONCAT('number ', seq) FROM seq_1_to_5000;
      CREATE FUNCTION write_it() RETURNS INT BEGIN INSERT INTO numbers VALUES (-1, 'x'); RETURN 1; END;
      CREATE PROCEDURE rows_of() SELECT * FROM numbers;
      CREATE PROCEDURE wipe() BEGIN COMMIT; DELETE FROM numbers; END`);
  });
  after(() => source?.close());

  describe('settings', () => {
    it('are pinned, whatever the server has for new sessions', async () => {
      const { rows } = await ask(
        source,
        `SELECT @@time_zone, @@character_set_client, @@character_set_results, @@autocommit,
           @@sql_mode LIKE '%ONLY_FULL_GROUP_BY%', @@sql_mode REGEXP 'ANSI_QUOTES|NO_BACKSLASH|PIPES_AS|ORACLE|IGNORE_SPACE',
           @@sql_select_limit, @@group_concat_max_len, DATABASE()`,
      );
      expect(rows).to.deep.equal([
        ['+00:00', 'utf8mb4', 'utf8mb4', 1, 1, 0, 10_001, 16777216, null],
      ]);
    });

    it('are back after a statement that changed them', async () => {
      const two = mysqlServerForTests({ max_connections: 1 }).connect(mysql().target);
      await ask(two, `SELECT @mine := 5, GET_LOCK('${mysql().database}', 0)`);
      await eventually(async () => {
        const [row] = await mysql().admin(`SELECT IS_FREE_LOCK('${mysql().database}') AS free`);
        return row!['free'] === 1;
      });
      expect((await ask(two, 'SELECT @mine, @@time_zone')).rows).to.deep.equal([[null, '+00:00']]);
      await two.close();
    });

    it('take the time limit of each query to the server', async () => {
      const limit = async (timeoutMs: number) =>
        (await ask(source, 'SELECT @@max_statement_time', { timeoutMs })).rows[0]![0];
      expect([await limit(5_000), await limit(900)]).to.deep.equal([7, 2.9]);
    });
  });

  describe('whatever SQL comes', () => {
    for (const sql of [
      'INSERT INTO numbers VALUES (0, NULL)',
      'INSERT INTO {db}.numbers VALUES (0, NULL)',
      'INSERT INTO {db}.numbers VALUES (0, NULL) RETURNING n',
      'UPDATE {db}.numbers SET label = NULL',
      'DELETE FROM {db}.numbers',
      'DELETE FROM {db}.numbers RETURNING n',
      'DROP TABLE {db}.numbers',
      'TRUNCATE TABLE {db}.numbers',
      'ALTER TABLE {db}.numbers ADD x INT',
      'CREATE TABLE {db}.made AS SELECT 1 AS a',
      'CREATE TEMPORARY TABLE {db}.made (a INT)',
      'SELECT {db}.write_it()',
      'CALL {db}.wipe()',
      'CALL {db}.rows_of()',
      "SELECT 1 INTO OUTFILE '/tmp/plumb_srcmy.txt'",
      'SELECT 1 INTO @x',
      'SET GLOBAL max_connections = 1',
      'COMMIT',
      'LOCK TABLES {db}.numbers WRITE',
      'SELECT 1; DROP TABLE {db}.numbers',
      "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE {db}.numbers",
      'SELECT ?',
    ])
      it(`does nothing for ${sql}`, async () => {
        const text = sql.replaceAll('{db}', mysql().database);
        expect((await failure(ask(source, text))).kind).to.be.oneOf(['query', 'changed']);
        const [row] = await mysql().admin(
          `SELECT COUNT(*) AS n, SUM(label IS NULL) AS lost FROM ${table('numbers')}`,
        );
        expect([row!['n'], Number(row!['lost'])]).to.deep.equal([5_000, 0]);
      });

    it('goes on with the same connection after a statement that failed', async () => {
      const one = mysqlServerForTests({ max_connections: 1 }).connect(mysql().target);
      const id = async () => (await ask(one, 'SELECT CONNECTION_ID()')).rows[0]![0];
      const first = await id();
      await failure(ask(one, 'SELECT nothing'));
      await failure(ask(one, 'SELECT ~0 + 1'));
      expect(await id()).to.equal(first);
      await one.close();
    });
  });

  describe('large results', () => {
    it('say when there are more rows than were asked for', async () => {
      const most = (maxRows: number) =>
        ask(source, `SELECT n FROM ${table('numbers')} LIMIT 4`, { maxRows });
      expect((await most(2)).rows).to.deep.equal([[1], [2]]);
      expect((await most(2)).truncated).to.equal(true);
      expect((await most(4)).truncated).to.equal(false);
      expect((await most(5)).truncated).to.equal(false);
    });

    it('are read no further on the server than they are given', async () => {
      const one = mysqlServerForTests({ max_connections: 1 }).connect(mysql().target);
      const id = async () => (await ask(one, 'SELECT CONNECTION_ID()')).rows[0]![0];
      const first = await id();
      for (const sql of [
        `SELECT seq FROM ${seq(100_000_000)}`,
        `SELECT 1 FROM ${seq(3)} UNION ALL SELECT seq FROM ${seq(100_000_000)}`,
      ]) {
        const { rows, truncated } = await ask(one, sql, { maxRows: 10 });
        expect([rows.length, truncated]).to.deep.equal([10, true]);
      }
      const inner = `SELECT COUNT(*) FROM (SELECT seq FROM ${seq(5_000)}) AS s`;
      expect((await ask(one, inner, { maxRows: 10 })).rows).to.deep.equal([[5_000]]);
      expect(await id(), 'no query had to be killed').to.equal(first);
      await one.close();
    });

    it('are cut by their bytes; a row that alone is too large fails', async () => {
      const cut = await ask(source, `SELECT label FROM ${table('numbers')}`, { maxBytes: 500 });
      expect(cut.truncated).to.equal(true);
      expect(JSON.stringify(cut.rows).length).to.be.within(450, 501);
      const large = ask(source, `SELECT REPEAT('x', 1000)`, { maxBytes: 500 });
      expect((await failure(large)).kind).to.equal('too_large');
    });

    it('with a row of many megabytes end before the row is in memory', async () => {
      const { proxy, near } = await counted();
      const huge = ask(near, `SELECT REPEAT('x', 16000000), REPEAT('y', 16000000)`, {
        maxBytes: 10_000,
      });
      expect((await failure(huge)).kind).to.equal('too_large');
      expect(proxy.received()).to.be.below(16_000_000);
      expect((await ask(near, 'SELECT 1')).rows).to.deep.equal([[1]]);
      await near.close();
      await proxy.close();
    });

    it('are read whole', async () => {
      const { rows } = await ask(source, `SELECT seq, seq * 2 FROM ${seq(200000)}`, {
        maxRows: 1_000_000,
      });
      expect(rows.length).to.equal(200_000);
      expect(rows.at(-1)).to.deep.equal([200_000, 400_000]);
    });

    it('wait on the server for a reader that reads slowly', async () => {
      const sql = unguardedSqlForTests(
        `SELECT seq, REPEAT('slow reader', 20) FROM ${seq(3000000)} -- slow_reader`,
      );
      const { proxy, near } = await counted();
      const chunks = near.query(sql, askingOptions({ maxRows: 1e9, maxBytes: 1e9 }));
      const reader = chunks[Symbol.asyncIterator]();
      await reader.next();
      await reader.next();
      const state = async () => {
        const [row] = await mysql().admin(
          `SELECT STATE AS state FROM information_schema.PROCESSLIST WHERE INFO LIKE '%slow_reader%' AND ID <> CONNECTION_ID()`,
        );
        return String(row?.['state']);
      };
      // It waits for the network, and goes on waiting.
      let taken = -1;
      await eventually(async () => {
        const before = taken;
        taken = proxy.received();
        return /net/i.test(await state()) && taken === before;
      }, state);
      expect(taken).to.be.below(64_000_000);
      await reader.return?.(undefined);
      await eventually(async () => (await runningWith(mysql(), 'slow_reader')) === 0);
      await near.close();
      await proxy.close();
    });
  });

  describe('values that nobody asked for', () => {
    for (const [sql, note] of [
      [`SELECT label + 0 FROM {table} LIMIT 3`, /used as numbers or dates/],
      [`SELECT COUNT(*) FROM {table} WHERE label = 0`, /used as numbers or dates/],
      [`SELECT 1 / (n - 1) FROM {table} LIMIT 3`, /Divisions by zero/],
      [`SELECT REPEAT('x', 1000000000)`, /longer than the database allows/],
      [`SELECT STR_TO_DATE('hello', '%Y')`, /don't match the date format/],
      [`SELECT CAST('12 pieces' AS SIGNED)`, /used as numbers or dates/],
    ] as const)
      it(`are told: ${sql}`, async () => {
        const { notes } = await ask(source, sql.replace('{table}', table('numbers')));
        expect(notes.join()).to.match(note);
        expect(notes.join()).to.not.match(/number \d|hello|pieces/);
      });

    it('are told of a result that is cut, too', async () => {
      const { notes } = await ask(source, `SELECT label + 0 FROM ${table('numbers')}`, {
        maxRows: 3,
      });
      expect(notes.join()).to.match(/used as numbers or dates/);
    });

    it('are not told where there are none', async () => {
      const { notes } = await ask(source, `SELECT n, label FROM ${table('numbers')}`);
      expect(notes).to.deep.equal([]);
    });
  });

  describe('a recursive WITH', () => {
    const numbersTo = (end: string) =>
      `WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t ${end}) SELECT COUNT(*) FROM t`;

    it('goes on beyond the thousand steps that the server has by itself', async () => {
      const { rows } = await ask(source, numbersTo('WHERE n < 20000'));
      expect(rows).to.deep.equal([[20_000]]);
    });

    it('fails rather than give what it had when it was cut', async () => {
      const { kind, message } = await failure(ask(source, numbersTo('')));
      expect(kind).to.equal('too_large');
      expect(message).to.match(/recursive WITH.*1,000,000 steps/);
    });
  });

  describe('that nobody wants any more', () => {
    const slow = (mark: string) =>
      `SELECT COUNT(*) FROM ${seq(1000000)} a, ${seq(1000000)} b WHERE (a.seq * b.seq) % 7 = 3 AND '${mark}' <> ''`;

    it('end on the server when the signal aborts', async () => {
      const controller = new AbortController();
      const work = failure(ask(source, slow('aborted_one'), { signal: controller.signal }));
      await eventually(async () => (await runningWith(mysql(), 'aborted_one')) === 1);
      controller.abort();
      expect((await work).kind).to.equal('cancelled');
      await eventually(async () => (await runningWith(mysql(), 'aborted_one')) === 0);
    });

    it('end on the server when their time is over', async () => {
      const error = await failure(ask(source, slow('late_one'), { timeoutMs: 200 }));
      expect([error.kind, error.message]).to.deep.equal([
        'timeout',
        'The query took longer than 200 ms.',
      ]);
      await eventually(async () => (await runningWith(mysql(), 'late_one')) === 0);
    });

    it('end on the server when the reader leaves', async () => {
      const sql = unguardedSqlForTests(`SELECT seq FROM ${seq(100000000)} -- left_alone`);
      for await (const chunk of source.query(sql, askingOptions({ maxRows: 1e9 })))
        if (chunk.kind === 'rows') break;
      await eventually(async () => (await runningWith(mysql(), 'left_alone')) === 0);
      expect((await ask(source, 'SELECT 3')).rows).to.deep.equal([[3]]);
    });

    it('end while the reader does not read', async () => {
      const sql = unguardedSqlForTests(`SELECT seq FROM ${seq(100000000)} -- not_read`);
      const options = askingOptions({ maxRows: 1e9, timeoutMs: 3_000 });
      const reader = source.query(sql, options)[Symbol.asyncIterator]();
      await reader.next();
      await eventually(async () => (await runningWith(mysql(), 'not_read')) === 0);
      const rest = async () => {
        while (!(await reader.next()).done);
      };
      expect((await failure(rest())).kind).to.equal('timeout');
    });

    it('never start when the signal has aborted', async () => {
      const error = await failure(ask(source, 'SELECT 1', { signal: AbortSignal.abort() }));
      expect(error.kind).to.equal('cancelled');
    });

    it('leave room for others at once', async () => {
      const waiting = { max_wait_ms: 1_000, workspace_share: 100, end_user_share: 100 };
      const server = mysqlServerForTests({ max_connections: 2 }, waiting);
      const small = server.connect(mysql().target);
      const late = Array.from({ length: 6 }, () =>
        failure(ask(small, `SELECT SLEEP(30), 'crowd'`, { timeoutMs: 3_000 })),
      );
      await eventually(async () => (await runningWith(mysql(), 'crowd')) === 2);
      const kinds = (await Promise.all(late)).map(({ kind }) => kind);
      // Those that never had a connection.
      const waited = kinds.splice(2);
      expect(kinds).to.deep.equal(['timeout', 'timeout']);
      expect(waited).to.deep.equal(waited.map(() => 'unavailable'));
      expect((await ask(small, 'SELECT 5')).rows).to.deep.equal([[5]]);
      await small.close();
    });
  });

  it('keeps its places and its answers apart, however queries end', async () => {
    const small = mysqlServerForTests({ max_connections: 3 }).connect(mysql().target);
    const kinds = new Map<string, number>();
    const one = async (n: number) => {
      const controller = new AbortController();
      if (n % 4 === 1) setTimeout(() => controller.abort(), n % 13);
      const sql = [
        `SELECT ${n}, n FROM ${table('numbers')}`,
        `SELECT ${n}, SLEEP(0.02)`,
        `SELECT ${n}, ~0 + ${n}`,
        `SELECT ${n}, nothing`,
        `SELECT ${n}, seq FROM ${seq(2_000_000)}`,
      ][n % 5]!;
      const options = askingOptions({
        signal: controller.signal,
        timeoutMs: n % 7 === 0 ? 10 + (n % 17) : 10_000,
        maxRows: n % 3 === 0 ? 100 : 10_000,
      });
      try {
        for await (const chunk of small.query(unguardedSqlForTests(sql), options)) {
          if (chunk.kind !== 'rows') continue;
          for (const [mark] of chunk.rows) expect(mark, 'rows of its own').to.equal(n);
          if (n % 11 === 0) return 'left';
        }
        return 'answered';
      } catch (error) {
        return (error as { kind?: string }).kind ?? String(error);
      }
    };
    for (let from = 0; from < 300; from += 12)
      for (const kind of await Promise.all(Array.from({ length: 12 }, (_, n) => one(from + n))))
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    // Whose time was over before their turn.
    kinds.delete('unavailable');
    expect([...kinds.keys()]).to.have.members([
      'answered',
      'left',
      'cancelled',
      'timeout',
      'query',
      'changed',
    ]);
    const after = await Promise.all([1, 2, 3].map((n) => ask(small, `SELECT ${n}, SLEEP(0.1)`)));
    expect(after.map(({ rows }) => rows[0]![0])).to.deep.equal([1, 2, 3]);
    await small.close();
  });

  describe('connections', () => {
    /** Those of the connections that are still there. */
    const alive = async (ids: readonly unknown[]) => {
      const rows = await mysql().admin(
        `SELECT ID FROM information_schema.PROCESSLIST WHERE ID IN (${ids.join(', ')})`,
      );
      return rows.length;
    };
    const idsOf = async (of: DataSource, count: number) => {
      const asked = Array.from({ length: count }, () =>
        ask(of, 'SELECT CONNECTION_ID(), SLEEP(0.3)'),
      );
      return [...new Set((await Promise.all(asked)).map(({ rows }) => rows[0]![0]))];
    };

    it('close when nobody has used them for a while, and when the source closes', async () => {
      const lasting = mysqlServerForTests({ idle_ms: 600_000 }).connect(mysql().target);
      const kept = await idsOf(lasting, 3);
      const idle = mysqlServerForTests({ idle_ms: 100 }).connect(mysql().target);
      const left = await idsOf(idle, 3);
      await eventually(async () => (await alive(left)) === 0);
      expect(await alive(kept)).to.equal(kept.length);
      await lasting.close();
      await eventually(async () => (await alive(kept)) === 0);
      await ask(idle, 'SELECT 1');
      await idle.close();
      expect((await failure(ask(idle, 'SELECT 1'))).kind).to.equal('unavailable');
      await idle.open(never);
      expect((await ask(idle, 'SELECT 1')).rows).to.deep.equal([[1]]);
      await idle.close();
    });

    it('are closed when what was given up before has ended on the server, too', async () => {
      const closing = mysqlServerForTests().connect(mysql().target);
      const work = ask(closing, `SELECT SLEEP(30), 'given up'`, { timeoutMs: 300 });
      expect((await failure(work)).kind).to.equal('timeout');
      await closing.close();
      expect(await runningWith(mysql(), 'given up')).to.equal(0);
    });

    it('end what runs on them when the source closes', async () => {
      const closing = mysqlServerForTests().connect(mysql().target);
      const work = failure(ask(closing, `SELECT SLEEP(30), 'closing'`));
      await eventually(async () => (await runningWith(mysql(), 'closing')) === 1);
      await closing.close();
      expect((await work).kind).to.equal('unavailable');
      await eventually(async () => (await runningWith(mysql(), 'closing')) === 0);
    });
  });
});
