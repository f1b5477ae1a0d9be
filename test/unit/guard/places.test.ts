import { expect } from 'chai';
import { type Harness, openHarness } from './harness.ts';

/** Where a table's name stands, a subquery over the physical table is put; the rest stays as it was written. */
const KEPT_AS_WRITTEN: readonly (readonly [sql: string, guarded: string])[] = [
  [
    'SELECT id FROM orders LIMIT 5',
    'SELECT id FROM (SELECT "id" FROM "memory"."main"."p_orders") AS "orders" LIMIT 5',
  ],
  [
    "SELECT 'é ☃ orders' AS x, o.id FROM orders AS o -- orders\nWHERE o.id IN (1, 2) LIMIT 5",
    `'é ☃ orders' AS x, o.id FROM (SELECT "id" FROM "memory"."main"."p_orders") AS o -- orders\nWHERE`,
  ],
  [
    'SELECT count(*) AS n FROM "orders" o JOIN "regions" r ON true',
    'JOIN (SELECT 1 FROM "memory"."main"."p_regions") r ON true\nLIMIT 101',
  ],
  ['SELECT 1 AS x', 'SELECT 1 AS x\nLIMIT 101'],
  [
    'WITH orders AS (SELECT 7 AS id) SELECT id FROM orders LIMIT 1',
    'SELECT id FROM orders LIMIT 1',
  ],
];

/** What cannot be kept as written is written out from its tree. */
const WRITTEN_OUT: readonly string[] = [
  'TABLE regions',
  'SELECT id FROM /* all of them */ orders LIMIT 5',
  'SELECT id FROM orders;',
  'SELECT id FROM orders OFFSET 2',
  'SELECT id FROM orders LIMIT 5000',
  'SELECT count(*) FROM orders LIMIT 1',
];

describe('tables put in their places (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());

  const guarded = async (sql: string) => {
    const result = await harness.guard(sql);
    if (!result.ok) throw new Error(result.refusal.text);
    return result.guarded.sql;
  };
  const rowsAsWritten = (sql: string) =>
    harness.db.rows(sql.replaceAll(/\b(orders|regions)\b(?! AS \()/g, 'p_$1'));

  for (const [sql, expected] of KEPT_AS_WRITTEN)
    it(`keeps ${sql.replaceAll('\n', ' ')}`, async () => {
      expect(await guarded(sql)).to.include(expected);
    });

  for (const sql of WRITTEN_OUT)
    it(`writes out ${sql}`, async () => {
      const written = await guarded(sql);
      expect(written).to.include('memory.main.p_').and.not.to.include('"memory"');
      expect(await harness.db.rows(written)).to.deep.equal(await rowsAsWritten(sql));
    });

  it('puts row filters into a statement that it could keep otherwise', async () => {
    const policy = { filter: { tenant: 'b' }, hash: 'b' };
    expect(await harness.answer('SELECT id FROM orders ORDER BY id LIMIT 5', policy)).to.deep.equal(
      [[4], [5]],
    );
  });
});
