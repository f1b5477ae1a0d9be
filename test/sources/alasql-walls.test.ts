import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Program } from '#workers/alasql/protocol.ts';
import { alasqlStatement, catalogOf, guarded, openAlasqlForTests } from '../fakes/alasql.ts';
import { answer, answerOf } from '../fakes/data-source.ts';
import { type EngineForTests, engineFile, spill } from '../fakes/duckdb-engine.ts';
import { TABLES } from '../fixtures/alasql/tables.ts';

async function failure(work: Promise<unknown>): Promise<{ kind: string; message: string }> {
  try {
    await work;
  } catch (error) {
    return error as { kind: string; message: string };
  }
  throw new Error('it did not fail');
}

/** Runs for longer than any test waits. */
const SLOW =
  'SELECT COUNT(*) FROM sales a, sales b, sales c, sales d, sales e, sales f, sales h, sales g WHERE a.id + b.id = g.id';

describe('the walls of the AlaSQL engine', () => {
  let test: EngineForTests;
  let catalog: Catalog;

  before(async () => {
    test = await openAlasqlForTests({ threads: 2, heap_mb: 512, cache_mb: 64 });
    catalog = await catalogOf(test, TABLES);
  });
  after(() => test.close());

  const program = (sql: string): string =>
    JSON.stringify({
      tables: [],
      parameters: {},
      steps: [{ kind: 'select', into: 's0', sql }],
      columns: [{ name: 'x', type: 'text', nativeType: 'TEXT' }],
    } satisfies Program);

  describe('refuse in the worker what the guard did not write', () => {
    for (const sql of [
      'SELECT ``process.exit(1)`` AS c0',
      "SELECT * FROM TXT('/etc/passwd')",
      "SELECT c0 INTO CSV('/tmp/x.csv') FROM t0",
      "SELECT c0 FROM CSV('http://127.0.0.1/x.csv')",
      'SELECT c0->constructor FROM t0',
      'SELECT c0 FROM RANGE(1,100000000)',
      'CREATE TABLE t9 (c0 INT)',
      'DROP DATABASE alasql',
      'SELECT TRUE AS c0; SELECT TRUE AS c0',
      'SELECT c0 AS __proto__ FROM t0',
      'SELECT RANDOM() AS c0',
      "SELECT 'x' AS c0",
      'SELECT @a AS c0',
      'not json',
    ])
      it(sql, async () => {
        const text = sql === 'not json' ? sql : program(sql);
        const error = await failure(answer(test.engine, text));
        expect(error.kind).to.equal('query');
        expect(error.message).to.equal(
          "This statement didn't come from Plumbline's guard, so it wasn't run.",
        );
      });
  });

  describe('refuse before anything runs', () => {
    for (const sql of [
      'SELECT `` alert(1) `` FROM sales',
      "SELECT * FROM CSV('/etc/passwd')",
      "SELECT * INTO JSON('x.json') FROM sales",
      'SELECT * FROM RANGE(1, 100000000)',
      'SELECT * FROM generate_series(1, 100000000)',
      "SELECT repeat('x', 2000000000)",
      'DELETE FROM sales',
      'SELECT 1; SELECT 2',
      'SELECT id INTO copy FROM sales',
      'SELECT id FROM sales FOR UPDATE',
      'WITH gone AS (DELETE FROM sales RETURNING id) SELECT id FROM gone',
    ])
      it(sql, async () => {
        expect((await guarded(test, catalog, sql)).ok).to.equal(false);
      });
  });

  describe('take no time out of proportion for', () => {
    const repeated = (depth: number, wrap: (inner: string) => string, inner = 'id') =>
      Array.from({ length: depth }).reduce<string>((text) => wrap(text), inner);
    const branches = Array.from({ length: 10 }, (_, i) => `WHEN ${i} THEN ${i}`).join(' ');
    for (const [what, expr] of [
      ['CASE in CASE', repeated(12, (inner) => `CASE ${inner} ${branches} END`)],
      [
        'BETWEEN in BETWEEN',
        repeated(24, (inner) => `CAST((${inner}) BETWEEN 0 AND 1 AS INTEGER)`),
      ],
      ['a chain of additions', `id${' + 1'.repeat(1_500)}`],
      ['a long list', `id IN (${Array.from({ length: 8_000 }, (_, i) => i).join(', ')})`],
    ] as const)
      it(what, async () => {
        // Out of proportion is without an end: the time that a test may take, however slow the machine is.
        await guarded(test, catalog, `SELECT ${expr} FROM sales`);
        await guarded(test, catalog, `SELECT ${expr}, COUNT(*) FROM sales GROUP BY ${expr}`);
        expect((await guarded(test, catalog, 'SELECT id FROM sales')).ok).to.equal(true);
      });
  });

  it('end only the query that needs more memory than it may have', async () => {
    const rows = Array.from({ length: 4_000 }, (_, i) => [i, `text number ${i}`]);
    const columns = [
      { name: 'i', type: 'integer' },
      { name: 'x', type: 'text' },
    ] as const;
    const file = await engineFile(test, 'big', [await spill(test.folder, 'big', columns, rows)]);
    const bomb = await alasqlStatement(
      test,
      'SELECT a.x || b.x || a.i FROM big a CROSS JOIN big b ORDER BY 1',
      [file],
    );
    const small = await alasqlStatement(test, 'SELECT COUNT(*) FROM big', [file]);
    const others = Promise.all(
      Array.from({ length: 5 }, () =>
        answerOf(test.engine, small, { asker: { workspaceId: 'other', endUserId: null } }),
      ),
    );
    const error = await failure(answerOf(test.engine, bomb, { timeoutMs: 100_000 }));
    expect(error.kind).to.equal('too_large');
    for (const { rows: counted } of await others) expect(counted).to.deep.equal([[4_000]]);
    expect((await answerOf(test.engine, small)).rows).to.deep.equal([[4_000]]);
  });

  it('keep answering while another query runs out of its time', async () => {
    // More than a quick machine fills before the time is over.
    const wide = await openAlasqlForTests({ threads: 2, heap_mb: 4_096 });
    try {
      const own = await catalogOf(wide, TABLES);
      const slow = await alasqlStatement(wide, SLOW, own.attachments);
      // Its tables are looked up on nobody's behalf, which is whose place the slow one takes.
      const one = await alasqlStatement(wide, 'SELECT MAX(id) FROM sales', own.attachments);
      let hasEnded = false;
      const running = failure(answerOf(wide.engine, slow, { timeoutMs: 5_000 })).finally(() => {
        hasEnded = true;
      });
      const other = { asker: { workspaceId: 'other', endUserId: null } };
      expect((await answerOf(wide.engine, one, other)).rows).to.deep.equal([[12]]);
      expect(hasEnded).to.equal(false);
      expect((await running).kind).to.equal('timeout');
    } finally {
      await wide.close();
    }
  });

  it('answer what waited behind a query that was ended, with one thread alone', async () => {
    const one = await openAlasqlForTests({ threads: 1 });
    try {
      const own = await catalogOf(one, TABLES);
      const slow = await alasqlStatement(one, SLOW, own.attachments);
      const quick = await alasqlStatement(one, 'SELECT MAX(id) FROM sales', own.attachments);
      const ended = failure(answerOf(one.engine, slow, { timeoutMs: 300 }));
      const waiting = Array.from({ length: 5 }, () => answerOf(one.engine, quick));
      expect((await ended).kind).to.equal('timeout');
      for (const { rows } of await Promise.all(waiting)) expect(rows).to.deep.equal([[12]]);
    } finally {
      await one.close();
    }
  });

  it('do not let a name of the data touch the prototype of objects', async () => {
    const sql = `SELECT "__proto__" AS "__proto__", COUNT(*) AS "constructor" FROM "odd name" GROUP BY "__proto__"`;
    const statement = await alasqlStatement(test, sql, catalog.attachments);
    const { rows, columns } = await answerOf(test.engine, statement);
    expect(rows).to.have.deep.members([
      ['__proto__', 1],
      ['constructor', 1],
      [null, 1],
    ]);
    expect(columns.map((column) => column.name)).to.deep.equal(['__proto__', 'constructor']);
  });

  it('show and count numbers that are too long to be exact, and do nothing else with them', async () => {
    const columns = [
      { name: 'id', type: 'integer' },
      { name: 'account', type: 'integer' },
      { name: 'price', type: 'decimal', precision: 20, scale: 2 },
    ] as const;
    const rows = [
      [1, 9007199254740993n, '12345678901234567.89'],
      [2, 5, '1.50'],
      [3, null, null],
    ] as const;
    const file = await engineFile(test, 'wide', [await spill(test.folder, 'wide', columns, rows)]);
    const ask = async (sql: string) =>
      (await answerOf(test.engine, await alasqlStatement(test, sql, [file]))).rows;
    expect(await ask('SELECT account, price FROM wide ORDER BY id')).to.deep.equal([
      ['9007199254740993', '12345678901234567.89'],
      [5, 1.5],
      [null, null],
    ]);
    expect(
      await ask('SELECT COUNT(account), COUNT(*) FROM wide WHERE price IS NOT NULL'),
    ).to.deep.equal([[2, 2]]);
    for (const sql of [
      'SELECT SUM(price) FROM wide',
      'SELECT id FROM wide WHERE account = 5',
      'SELECT price * 2 FROM wide',
      'SELECT DISTINCT price FROM wide',
      'SELECT account, COUNT(*) FROM wide GROUP BY account',
      'SELECT id FROM wide ORDER BY price',
      'SELECT COUNT(DISTINCT price) FROM wide',
      'SELECT MAX(account) FROM wide',
      'SELECT COALESCE(price, 0) FROM wide',
      'SELECT CAST(price AS TEXT) FROM wide',
      'SELECT price FROM wide UNION SELECT price FROM wide',
      'SELECT id FROM wide WHERE price IN (SELECT price FROM wide)',
      'SELECT a.id FROM wide a JOIN wide b ON a.account = b.account',
      'SELECT CASE WHEN id = 1 THEN price END FROM wide',
    ])
      expect((await failure(ask(sql))).message, sql).to.match(/too long|needs numbers/);
  });

  it('tell a file that is none of this engine, cut off or gone', async () => {
    const statement = async (file: string) => ({
      ...(await alasqlStatement(test, 'SELECT id FROM sales', catalog.attachments)),
      attachments: [{ name: 'f1', path: file }],
    });
    const foreign = path.join(test.folder, 'foreign.bin');
    await writeFile(foreign, 'DUCK'.repeat(100));
    for (const file of [foreign, path.join(test.folder, 'nothing.bin')])
      expect((await failure(answerOf(test.engine, await statement(file)))).kind).to.equal(
        'unavailable',
      );
  });
});
