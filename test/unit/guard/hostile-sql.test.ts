import { expect } from 'chai';
import fc from 'fast-check';
import { createAlasqlDialect } from '#plugins/sources/alasql/dialect/index.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { createMysqlDialect } from '#plugins/sources/mysql/dialect/index.ts';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { createGuard } from '#src/sql/guard.ts';
import { nativeType } from '#workers/alasql/native-types.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { doubled } from '../../fixtures/hostile-sql/builders.ts';
import { HOSTILE_KEPT_APART } from '../../fixtures/hostile-sql/kept-apart.ts';
import { HOSTILE } from '../../fixtures/hostile-sql/open.ts';
import { SIZES_OF_STATEMENTS } from '../../fixtures/hostile-sql/sizes.ts';
import { SHOP } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';
import { PG_SHOP } from './postgres-harness.ts';

const LIMITS = { maxSqlBytes: 65_536, maxDepth: 50, maxWeight: 100_000, keptVerdicts: 0 };
const { signal } = new AbortController();

const CATALOGS: Readonly<Record<string, Catalog>> = {
  postgres: PG_SHOP,
  alasql: {
    ...SHOP,
    tables: SHOP.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({
        ...column,
        nativeType: nativeType({ type: column.type, scale: 2, wide: false }),
      })),
    })),
  },
};

/** The shop with 100,000 orders and 10,000 customers, `times` as many. */
function largeShop(shop: Catalog, times = 1): Catalog {
  const rows: Readonly<Record<string, number>> = { orders: 100_000, customers: 10_000 };
  const distinct: Readonly<Record<string, number>> = { status: 5, tenant: 2, customer_id: 10_000 };
  return {
    ...shop,
    tables: shop.tables.map((table) => {
      const rowCount = (rows[table.name] ?? 10) * times;
      const columns = table.columns.map((column) => {
        const distinctCount = distinct[column.name] ?? rowCount;
        const counts = { distinctCount, nullCount: 0, unique: distinctCount === rowCount };
        return { ...column, profile: { ...counts, min: null, max: null, samples: [] } };
      });
      return { ...table, rowCount, columns };
    }),
  };
}

describe('statements that stand for much more than they say', () => {
  let duckdb: TestDuckdb;
  const dialects = new Map<string, Dialect>();
  before(async () => {
    duckdb = await openTestDuckdb();
    dialects.set('duckdb', createDuckdbDialect(duckdb));
    dialects.set('postgres', createPostgresDialect());
    dialects.set('mysql', createMysqlDialect());
    dialects.set('alasql', createAlasqlDialect());
  });
  after(() => duckdb.close());

  const dialectOf = (engine: string): Dialect => dialects.get(engine)!;
  const catalogOf = (engine: string) => CATALOGS[engine] ?? SHOP;

  async function verdict(
    engine: string,
    sql: string,
    maxWeight = LIMITS.maxWeight,
    catalog = catalogOf(engine),
  ) {
    const check = createGuard({ ...LIMITS, maxWeight });
    const dialect = dialectOf(engine);
    const result = await check({ sql, catalog, policy: EVERYTHING, dialect, maxRows: 100, signal });
    return result.ok ? 'accepted' : `${result.refusal.code}: ${result.refusal.text}`;
  }

  async function weightOf(engine: string, sql: string): Promise<number> {
    const parsed = await dialectOf(engine).parse(sql, catalogOf(engine), signal);
    if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}\n${sql}`);
    return parsed.weight;
  }

  for (const [title, corpus] of Object.entries({ HOSTILE, HOSTILE_KEPT_APART }))
    for (const [engine, statements] of Object.entries(corpus))
      it(`are refused (${title}, ${engine})`, async () => {
        const let_through: string[] = [];
        for (const sql of statements) {
          const found = await verdict(engine, sql);
          if (
            !/^(too_deep|function_not_allowed|node_not_allowed): .*(parts|large|too many|million|more than)/.test(
              found,
            )
          )
            let_through.push(`${found}\n    ${sql.slice(0, 300)}`);
        }
        expect(let_through.join('\n')).to.equal('');
      });

  for (const [engine, { refused, bounded }] of Object.entries(SIZES_OF_STATEMENTS)) {
    const judge = (sql: string) =>
      verdict(engine, sql, LIMITS.maxWeight, largeShop(catalogOf(engine)));
    for (const sql of refused)
      it(`are refused where no size bounds them (${engine}): ${sql.slice(0, 80)}`, async () => {
        expect(await judge(sql)).not.to.equal('accepted');
      });
    for (const sql of bounded)
      it(`are accepted where sizes bound them (${engine}): ${sql.slice(0, 80)}`, async () => {
        expect(await judge(sql)).to.equal('accepted');
      });
  }

  it('put together what tables store, however much that is, but not many times', async () => {
    const shop = largeShop(PG_SHOP, 100);
    const judge = (sql: string) => verdict('postgres', sql, LIMITS.maxWeight, shop);
    for (const sql of [
      "SELECT customer_id, string_agg(status, ',') FROM orders GROUP BY customer_id",
      'SELECT array_agg(id), array_agg(tenant) FROM orders',
      "SELECT string_agg(c.name, ',') FROM orders o JOIN customers c ON c.id = o.customer_id",
      'SELECT ARRAY(SELECT status FROM orders)',
    ])
      expect(await judge(sql), sql).to.equal('accepted');
    for (const sql of [
      `SELECT ${Array.from({ length: 5 }, (_, n) => `string_agg(status, '${n}')`).join(', ')} FROM orders`,
      `SELECT ${Array.from({ length: 5 }, () => 'ARRAY(SELECT status FROM orders)').join(', ')}`,
      'SELECT array_agg(id) FROM orders GROUP BY CUBE (status, tenant, amount)',
      'SELECT (SELECT json_agg(id) FROM orders), (SELECT json_agg(id) FROM orders), array_agg(id), array_agg(id) OVER (), array_agg(id) FROM orders GROUP BY id, status',
    ])
      expect(await judge(sql), sql).to.match(/collect too many/);
  });

  const CHAIN = fc.array(
    fc.constantFrom('p', 'p + p', 'coalesce(p, 1)', 'p * p + p', 'nullif(p, p)'),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  const inWiths = (items: readonly string[], last = items.at(-1)!): string => {
    const list = items
      .slice(0, -1)
      .map((item, i) => `, a${i + 1} AS (SELECT ${item} AS p FROM a${i})`);
    return `WITH a0 AS (SELECT id AS p FROM orders)${list.join('')} SELECT ${last} AS p FROM a${items.length - 1}`;
  };
  const inFrom = (items: readonly string[]): string =>
    items.reduce(
      (from, item, i) => `SELECT ${item} AS p FROM (${from}) t${i}`,
      'SELECT id AS p FROM orders',
    );
  const writtenOut = (items: readonly string[]): string => {
    const item = items.reduce(
      (inner, each) => each.replaceAll('p)', `${inner})`).replace(/\bp\b/g, `(${inner})`),
      'id',
    );
    return `SELECT ${item} AS p FROM orders`;
  };

  for (const engine of ['postgres', 'mysql', 'duckdb', 'alasql'])
    it(`weigh at least what they weigh written out (${engine})`, () =>
      fc.assert(
        fc.asyncProperty(CHAIN, async (items) => {
          const weights = await Promise.all(
            [writtenOut(items), inFrom(items), inWiths(items)].map((sql) => weightOf(engine, sql)),
          );
          expect(weights).to.deep.equal(weights.toSorted((a, b) => a - b));
          const longer = await weightOf(engine, inWiths([...items, 'p']));
          expect(longer).to.be.greaterThan(weights[2]!);
        }),
        { numRuns: 25 },
      ));

  it('are read once, however often they name their parts', async () => {
    for (const engine of dialects.keys()) {
      expect(await verdict(engine, doubled(300, 'p + p'))).to.match(/^too_deep/);
      expect(await verdict(engine, doubled(100, 'p'), 1_000_000)).to.equal('accepted');
    }
  });

  it('weigh no more for columns that nobody reads, nor for long lists', async () => {
    const list = Array.from({ length: 9_000 }, (_, i) => i).join(', ');
    for (const engine of dialects.keys())
      expect(await verdict(engine, `SELECT id FROM orders WHERE id IN (${list})`)).to.equal(
        'accepted',
      );
  });

  it('are refused below the weight that the settings name, and not at it', async () => {
    const sql = doubled(8, 'p + p');
    const weight = await weightOf('postgres', sql);
    expect(await verdict('postgres', sql, weight)).to.equal('accepted');
    expect(await verdict('postgres', sql, weight - 1)).to.match(/has more than/);
  });

  it('count what stands behind columns of USING, named windows, lateral VALUES and the tables below a view', async () => {
    const heavy = 'SELECT id, amount + amount + amount + amount AS p FROM orders';
    const plain = 'SELECT id, amount AS p FROM orders';
    const forms = [
      (from: string) => `SELECT p + p FROM (${from}) x FULL JOIN (${from}) y USING (p)`,
      (from: string) =>
        `SELECT sum(id) OVER w, max(id) OVER w FROM (${from}) x WINDOW w AS (ORDER BY p)`,
      (from: string) => `SELECT q + q FROM (${from}) x, LATERAL (VALUES (p)) v(q)`,
      (from: string) => `SELECT * FROM (${from}) x UNION ALL SELECT * FROM (${from}) x`,
    ];
    for (const form of forms) {
      const [more, less] = [
        await weightOf('postgres', form(heavy)),
        await weightOf('postgres', form(plain)),
      ];
      // More than the expression itself, which stands in the text once or twice.
      expect(more - less, form('…')).to.be.greaterThan(2 * 6);
    }
  });
});
