import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Attachment } from '#src/plugin-api/catalog.ts';
import type { SpillTable, TabularEngine } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { alasqlStatement, openAlasqlForTests } from '../fakes/alasql.ts';
import { type Asking, answerOf } from '../fakes/data-source.ts';
import {
  type EngineForTests,
  engineFile,
  openEngineForTests,
  optionsForTests,
  spill,
} from '../fakes/duckdb-engine.ts';
import { unguardedSqlForTests } from '../fakes/guarded-sql.ts';

/** What an engine's own SQL differs in. */
interface Kind {
  readonly name: string;
  open(): Promise<EngineForTests>;
  /** The table `orders` of the file `f1`. */
  readonly orders: string;
  /** Columns `i` from 0 to `rows` - 1. */
  numbers(columns: string, rows: number): string;
  /** By which name it reads the number of a row in the order of the load. */
  readonly rowOrder?: string;
  readonly longCell: string;
  readonly wrong: { readonly sql: string; readonly message: RegExp };
  readonly slow: string;
  statement(test: EngineForTests, sql: string, files: readonly Attachment[]): Promise<GuardedSql>;
}

/** What every data source owes, whatever engine stands behind it. */
const KINDS: readonly Kind[] = [
  {
    name: 'duckdb',
    open: () => openEngineForTests(),
    orders: 'f1.main.orders',
    rowOrder: 'rowid',
    numbers: (columns, rows) => `SELECT ${columns} FROM range(${rows}) t(i)`,
    longCell: `SELECT repeat('x', 1000)`,
    wrong: { sql: `SELECT 'x'::INTEGER`, message: /Conversion Error/ },
    slow: 'SELECT count(*) FROM range(1000000) a(i), range(1000000) b(j) WHERE (i * j) % 7 = 3',
    statement: async (_, sql, files) => unguardedSqlForTests(sql, files),
  },
  {
    name: 'alasql',
    open: () => openAlasqlForTests(),
    orders: 'orders',
    numbers: (columns, rows) => `SELECT ${columns} FROM numbers WHERE i < ${rows}`,
    longCell: 'SELECT x FROM long',
    wrong: {
      sql: 'SELECT CAST(x AS INTEGER) FROM long',
      message: /isn't a whole number/,
    },
    slow: 'SELECT COUNT(*) FROM numbers a, numbers b WHERE (a.i * b.i) % 7 = 3',
    statement: alasqlStatement,
  },
];

const never = new AbortController().signal;
const ODD = 'odd "name"; -- ☃';

for (const kind of KINDS)
  describe(`data source ${kind.name}`, () => {
    let test: EngineForTests;
    let engine: TabularEngine;
    let file: Attachment;
    let more: Attachment;

    const table = (name: string) => ({ database: file.name, schema: 'main', table: name });
    const statement = (sql: string) => kind.statement(test, sql, [file, more]);
    const ask = async (sql: string, asking: Asking = {}) =>
      answerOf(engine, await statement(sql), asking);
    const scope = () => ({ workspaceId: 'w1', attachments: [file] });

    before(async () => {
      test = await kind.open();
      engine = test.engine;
      file = await engineFile(test, 'f1', [await orders(test), await customers(test)]);
      more = await engineFile(test, 'f2', [await numbers(test), await long(test)]);
    });
    after(() => test.close());

    it('opens and closes as often as it is told', async () => {
      const other = await kind.open();
      await other.engine.open(never);
      await other.engine.close();
      await other.engine.close();
      await other.engine.open(never);
      const one = await kind.statement(other, 'SELECT 1', []);
      expect((await answerOf(other.engine, one)).rows).to.deep.equal([[1]]);
      await other.close();
    });

    it('gives columns first, then rows, then the end', async () => {
      const kinds: string[] = [];
      const sql = await statement(`SELECT id, city FROM ${kind.orders} ORDER BY id`);
      for await (const chunk of engine.query(sql, optionsForTests())) kinds.push(chunk.kind);
      expect(kinds).to.deep.equal(['columns', 'rows', 'end']);
    });

    it('gives columns also of a result without rows', async () => {
      const { columns, rows } = await ask(`SELECT id, paid FROM ${kind.orders} WHERE id < 0`);
      expect(columns.map(({ name, type }) => [name, type])).to.deep.equal([
        ['id', 'integer'],
        ['paid', 'decimal'],
      ]);
      expect(rows).to.deep.equal([]);
    });

    it('loads every type of a spilled table, nulls apart from empty texts', async () => {
      const { rows } = await ask(`SELECT * FROM ${kind.orders} ORDER BY id LIMIT 2`);
      expect(rows).to.deep.equal([
        [1, 12.5, 0.1, 'Rome', '2024-01-31', '2024-01-31T10:00:00', '10:00:00', true, ''],
        [2, '1234567890123456.78', null, 'a "b",\nc', null, null, null, null, null],
      ]);
    });

    it('says when there are more rows than were asked for', async () => {
      const most = (maxRows: number) => ask(`SELECT id FROM ${kind.orders}`, { maxRows });
      expect((await most(2)).rows).to.have.length(2);
      expect((await most(2)).truncated).to.equal(true);
      expect((await most(4)).truncated).to.equal(false);
      expect((await most(5)).truncated).to.equal(false);
    });

    it('cuts a result by its bytes, and refuses a row that alone is too large', async () => {
      const sql = kind.numbers(`i, 'xxxxxxxxxx'`, 100);
      const cut = await ask(sql, { maxBytes: 100 });
      expect(cut.truncated).to.equal(true);
      expect(JSON.stringify(cut.rows).length).to.be.at.most(101);
      const error = await failure(ask(kind.longCell, { maxBytes: 100 }));
      expect(error.kind).to.equal('too_large');
    });

    it('streams large results whole', async () => {
      let sum = 0;
      let count = 0;
      const sql = await statement(kind.numbers('i, i * 2', 300_000));
      for await (const chunk of engine.query(sql, optionsForTests({ maxRows: 1_000_000 })))
        if (chunk.kind === 'rows')
          for (const [value] of chunk.rows) {
            sum += Number(value);
            count += 1;
          }
      expect([count, sum]).to.deep.equal([300_000, (299_999 * 300_000) / 2]);
    });

    it('tells what the engine refused', async () => {
      const error = await failure(ask(kind.wrong.sql));
      expect(error.kind).to.equal('query');
      expect(error.message).to.match(kind.wrong.message);
    });

    it('stops when the signal aborts, before and while it runs', async () => {
      expect((await failure(ask('SELECT 1', { signal: AbortSignal.abort() }))).kind).to.equal(
        'cancelled',
      );
      const controller = new AbortController();
      const slow = failure(ask(kind.slow, { signal: controller.signal }));
      setTimeout(() => controller.abort(), 50);
      expect((await slow).kind).to.equal('cancelled');
      expect((await ask('SELECT 2')).rows).to.deep.equal([[2]]);
    });

    it('stops when the reader leaves early', async () => {
      const sql = await statement(kind.numbers('*', 100_000_000));
      for await (const chunk of engine.query(sql, optionsForTests({ maxRows: 1e9 })))
        if (chunk.kind === 'rows') break;
      expect((await ask('SELECT 3')).rows).to.deep.equal([[3]]);
    });

    it('ends a query past its time', async () => {
      expect((await failure(ask(kind.slow, { timeoutMs: 100 }))).kind).to.equal('timeout');
      expect((await ask('SELECT 4')).rows).to.deep.equal([[4]]);
    });

    it('shows tables with their columns as they were loaded', async () => {
      const tables = await engine.introspect(scope(), never);
      expect(tables.map(({ physical, rowCount }) => [physical, rowCount])).to.have.deep.members([
        [table('orders'), 4],
        [table(ODD), 3],
      ]);
      const orders = tables.find(({ physical }) => physical.table === 'orders')!;
      expect(orders.columns.map(({ name, type }) => [name, type])).to.deep.equal([
        ['id', 'integer'],
        ['paid', 'decimal'],
        ['weight', 'float'],
        ['city', 'text'],
        ['day', 'date'],
        ['at', 'timestamp'],
        ['hour', 'time'],
        ['open', 'boolean'],
        [ODD, 'text'],
      ]);
    });

    it('numbers rows in the order in which they were loaded, or says that it does not', async () => {
      const tables = await engine.introspect(scope(), never);
      for (const { rowOrder } of tables) expect(rowOrder).to.equal(kind.rowOrder);
      if (kind.rowOrder === undefined) return;
      const { rows } = await ask(`SELECT ${kind.rowOrder}, id FROM ${kind.orders} ORDER BY 1`);
      const spilled = (await ask(`SELECT id FROM ${kind.orders}`)).rows.flat();
      expect(rows).to.deep.equal(spilled.map((id, place) => [place, id]));
    });

    it('profiles columns and reads no sensitive ones', async () => {
      const [profile] = await engine.profile(
        scope(),
        [
          {
            physical: table('orders'),
            columns: [
              { name: 'id', type: 'integer', sensitive: false },
              { name: 'city', type: 'text', sensitive: false },
              { name: 'day', type: 'date', sensitive: false },
              { name: ODD, type: 'text', sensitive: true },
            ],
          },
        ],
        never,
      );
      expect(profile!.rowCount).to.equal(4);
      expect([...profile!.columns.keys()]).to.deep.equal(['id', 'city', 'day']);
      expect(profile!.columns.get('id')).to.deep.equal({
        distinctCount: 4,
        nullCount: 0,
        min: '1',
        max: '4',
        samples: [1, 2, 3, 4],
        unique: true,
      });
      // What texts weigh is measured by engines whose memory depends on it.
      const { textBytes, ...city } = profile!.columns.get('city')!;
      if (textBytes) expect(textBytes).to.deep.equal({ longest: 8, total: 20 });
      expect(city).to.deep.equal({
        distinctCount: 2,
        nullCount: 0,
        min: 'Rome',
        max: 'a "b",\nc',
        samples: ['Rome', 'a "b",\nc'],
        unique: false,
      });
      expect(profile!.columns.get('day')).to.include({
        min: '2024-01-31',
        max: '2024-01-31',
        nullCount: 3,
      });
    });

    it('lists the values of a text column, most frequent first', async () => {
      const listed: unknown[] = [];
      const request = { physical: table('orders'), column: 'city', maxValues: 10, maxLength: 5 };
      const more = { ...request, maxValues: 1, maxLength: 100 };
      for await (const batch of engine.values(scope(), [request, more], never))
        listed.push(...batch.values);
      expect(listed).to.deep.equal([
        { value: 'Rome', rowCount: 3 },
        { value: 'Rome', rowCount: 3 },
      ]);
    });

    it('gives with a profile the same values as when it is asked for them, if it gives any', async () => {
      const columns = [{ name: 'city', type: 'text' as const, sensitive: false }];
      const request = { physical: table('orders'), columns };
      const [profile] = await engine.profile(scope(), [request], never);
      const given = profile?.values?.get('city');
      if (!given) return;
      const wanted = {
        physical: table('orders'),
        column: 'city',
        maxValues: 1_000,
        maxLength: 200,
      };
      const listed: unknown[] = [];
      for await (const batch of engine.values(scope(), [wanted], never))
        listed.push(...batch.values);
      expect(given).to.deep.equal(listed);
    });

    it('measures how much of a column occurs in another', async () => {
      const from = { physical: table('orders'), columns: ['id'] };
      const to = { physical: table(ODD), columns: [ODD] };
      const text = { physical: table('orders'), columns: ['city'] };
      const pair = (a: typeof from, b: typeof from) => ({ from: a, to: b });
      expect(
        await engine.containment(
          scope(),
          [
            pair(from, to),
            pair(to, from),
            pair(from, from),
            pair(text, to),
            pair({ ...from, columns: ['id', 'city'] }, { ...from, columns: ['id', 'city'] }),
          ],
          never,
        ),
      ).to.deep.equal([0.5, 1, 1, 0, 1]);
    });

    it('counts combinations of values', async () => {
      const sets = [['city'], ['id', 'city'], ['day']].map((columns) => ({
        physical: table('orders'),
        columns,
      }));
      expect(await engine.countDistinct?.(scope(), sets, never)).to.deep.equal([2, 4, 1]);
    });

    it('shows nothing of a load that is given up', async () => {
      const target = path.join(test.folder, 'given-up.duckdb');
      const load = await engine.beginLoad(target, never);
      await load.append(await orders(test));
      await load.abort();
      expect(await namesWith(test.folder, 'given-up')).to.deep.equal([]);
    });

    it('refuses a spill whose rows are not those it announces', async () => {
      const target = path.join(test.folder, 'short.duckdb');
      const load = await engine.beginLoad(target, never);
      const announced = { ...(await orders(test)), rowCount: 7 };
      const error = await failure(load.append(announced));
      expect(error.message).to.match(/7 rows in the file and 4 in the engine/);
      await load.abort();
    });

    it('parses and writes statements with the grammar of the engine', async () => {
      const parsed = await engine.dialect.parse('SELECT 1 AS one', EMPTY_CATALOG, never);
      expect(parsed).to.have.property('facts');
      const refused = await engine.dialect.parse('DROP TABLE x', EMPTY_CATALOG, never);
      expect(refused).to.have.property('refusal');
    });
  });

const EMPTY_CATALOG = {
  generationId: 'g1',
  clientId: 'c1',
  workspaceId: 'w1',
  dialect: 'duckdb',
  tables: [],
  relationships: [],
  attachments: [],
  valueIndexes: [],
  timezone: 'UTC',
  asOf: null,
};

function orders({ folder }: EngineForTests): Promise<SpillTable> {
  return spill(
    folder,
    'orders',
    [
      { name: 'id', type: 'integer' },
      { name: 'paid', type: 'decimal', precision: 18, scale: 2 },
      { name: 'weight', type: 'float' },
      { name: 'city', type: 'text' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'timestamp' },
      { name: 'hour', type: 'time' },
      { name: 'open', type: 'boolean' },
      { name: ODD, type: 'text' },
    ],
    [
      [1, '12.50', 0.1, 'Rome', '2024-01-31', '2024-01-31T10:00:00', '10:00:00', true, ''],
      [2, '1234567890123456.78', null, 'a "b",\nc', null, null, null, null, null],
      [3, '0.00', 1e300, 'Rome', null, null, null, false, "'); DROP TABLE orders; --"],
      [4, null, -1, 'Rome', null, null, null, null, 'null'],
    ],
  );
}

function customers({ folder }: EngineForTests): Promise<SpillTable> {
  return spill(folder, ODD, [{ name: ODD, type: 'integer' }], [[1], [2], [null]]);
}

function numbers({ folder }: EngineForTests): Promise<SpillTable> {
  const rows = Array.from({ length: 300_000 }, (_, i) => [i]);
  return spill(folder, 'numbers', [{ name: 'i', type: 'integer' }], rows);
}

function long({ folder }: EngineForTests): Promise<SpillTable> {
  return spill(folder, 'long', [{ name: 'x', type: 'text' }], [['x'.repeat(1_000)]]);
}

async function failure(work: Promise<unknown>): Promise<{ kind: string; message: string }> {
  try {
    await work;
  } catch (error) {
    return error as { kind: string; message: string };
  }
  throw new Error('it did not fail');
}

async function namesWith(folder: string, part: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.includes(part));
}
