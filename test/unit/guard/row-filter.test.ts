import { expect } from 'chai';
import type { RowClause } from '#src/plugin-api/row-clause.ts';
import type { RowPolicy } from '#src/principal.ts';
import { catalogOf, column, SHOP, table } from './fixtures.ts';
import { type Harness, openHarness } from './harness.ts';

const policy = (filter: RowPolicy['filter']): RowPolicy => ({
  filter,
  hash: JSON.stringify(filter),
});
const TENANT_A = policy({ tenant: 'a' });

/** Statements whose rows under the filter are those of tenant a alone. */
const SEEN_BY_A: readonly (readonly [sql: string, rows: readonly (readonly unknown[])[]])[] = [
  ['SELECT id FROM orders ORDER BY id', [[1], [2], [3]]],
  ['SELECT count(*) FROM orders', [['3']]],
  ["SELECT count(*) FROM orders WHERE tenant = 'b' OR TRUE", [['3']]],
  ["SELECT count(*) FROM orders WHERE tenant = 'b'", [['0']]],
  ['SELECT count(*) FROM orders UNION ALL SELECT count(*) FROM customers', [['3'], ['2']]],
  ['SELECT (SELECT count(*) FROM customers)', [['2']]],
  ['WITH x AS (SELECT * FROM orders) SELECT count(*) FROM x', [['3']]],
  ['SELECT count(*) FROM orders o LEFT JOIN customers c ON c.id = o.customer_id', [['3']]],
  [
    'SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id <> c.id) ORDER BY 1',
    [['Ann'], ['Bob']],
  ],
  ['SELECT count(*) FROM orders a, orders b', [['9']]],
  ['SELECT sum(CAST(note AS INTEGER)) FROM customers', [['19']]],
  ['SELECT count(*) FROM customers WHERE CAST(note AS INTEGER) > 8', [['1']]],
  ['SELECT t.a FROM orders t(a, b) WHERE a > 2', [[3]]],
  ['SELECT manager FROM regions ORDER BY 1', [['Nia'], ['Sam']]],
];

describe('row filters (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());

  for (const [sql, rows] of SEEN_BY_A)
    it(`shows only the rows of the caller: ${sql}`, async () => {
      expect(await harness.answer(sql, TENANT_A)).to.deep.equal(rows);
    });

  describe('of a workspace, for everybody', () => {
    const tenant = (value: string) => ({ column: 'tenant', value });
    const rowsUnder = async (rowFilter: readonly RowClause[], sql: string, who?: RowPolicy) => {
      const result = await harness.guard(sql, who, { ...SHOP, rowFilter });
      return result.ok ? harness.db.rows(result.guarded.sql) : result.refusal.code;
    };
    const rows = (sql: string, who?: RowPolicy) => rowsUnder([[tenant('a')]], sql, who);

    const choices: readonly RowClause[] = [
      [tenant('nobody'), tenant('a'), { column: 'id', value: 99 }],
    ];
    for (const [sql, expected] of SEEN_BY_A)
      it(`shows only the rows of its choices: ${sql}`, async () => {
        expect(await rowsUnder(choices, sql)).to.deep.equal(expected);
      });

    it('shows the rows that meet any choice, of each clause', async () => {
      const ids = 'SELECT id FROM orders ORDER BY id';
      const open = { column: 'status', value: 'open' };
      const dear = { column: 'amount', value: '40.25' };
      expect(await rowsUnder([[tenant('a'), tenant('b')]], ids)).to.have.lengthOf(5);
      expect(await rowsUnder([[tenant('b'), open]], ids)).to.deep.equal([[2], [4], [5]]);
      expect(
        await rowsUnder(
          [
            [tenant('b'), open],
            [dear, open],
          ],
          ids,
        ),
      ).to.deep.equal([[2], [4]]);
      expect(await rowsUnder([[tenant('b'), open]], ids, TENANT_A)).to.deep.equal([[2]]);
    });

    for (const [sql, expected] of SEEN_BY_A)
      it(`shows only its rows: ${sql}`, async () => {
        expect(await rows(sql)).to.deep.equal(expected);
      });

    it("holds together with the caller's own, also where they contradict each other", async () => {
      const paid = await harness.answer(
        "SELECT count(*) FROM orders WHERE status = 'paid'",
        TENANT_A,
      );
      expect(await rows('SELECT count(*) FROM orders', policy({ status: 'paid' }))).to.deep.equal(
        paid,
      );
      expect(await rows('SELECT count(*) FROM orders', policy({ tenant: 'b' }))).to.deep.equal([
        ['0'],
      ]);
      expect(await rows('SELECT count(*) FROM orders', TENANT_A)).to.deep.equal([['3']]);
    });

    it('closes tables without its column and views', async () => {
      expect(await rows('SELECT * FROM rates')).to.equal('row_filter');
      expect(await rows('SELECT id FROM order_view')).to.equal('row_filter');
    });
  });

  it('shows all rows without a filter', async () => {
    expect(await harness.answer('SELECT count(*) FROM orders')).to.deep.equal([['5']]);
  });

  const refused: readonly (readonly [why: string, sql: string, filter: RowPolicy['filter']])[] = [
    ['a table without the column', 'SELECT * FROM rates', { tenant: 'a' }],
    [
      'such a table anywhere',
      'SELECT id FROM orders WHERE 1 IN (SELECT rate FROM rates)',
      { tenant: 'a' },
    ],
    ['a view', 'SELECT id FROM order_view', { tenant: 'a' }],
    [
      'a table without one of two columns',
      'SELECT name FROM customers',
      { tenant: 'a', status: 'x' },
    ],
    ['a text for a number', 'SELECT id FROM orders', { id: 'x' }],
    ['a text for a date', 'SELECT id FROM orders', { ordered_on: "2024-01-01' OR '1'='1" }],
    ['a date that is none', 'SELECT id FROM orders', { ordered_on: '2024-02-31x' }],
  ];
  for (const [why, sql, filter] of refused)
    it(`refuses ${why}`, async () => {
      expect(await harness.verdict(sql, policy(filter))).to.equal('row_filter');
    });

  it('lets a view pass that is marked shared', async () => {
    const shared = SHOP.tables.map((each) => ({ ...each, shared: true }));
    const verdict = await harness.verdict('SELECT id FROM order_view', TENANT_A, catalogOf(shared));
    expect(verdict).to.equal('accepted');
  });

  it('filters a shared table, too, that has the column', async () => {
    const shared = catalogOf([
      table('orders', [column('id', 'integer'), column('tenant', 'text')], { shared: true }),
    ]);
    const result = await harness.guard('SELECT id FROM orders', TENANT_A, shared);
    expect(result.ok && (await harness.db.rows(result.guarded.sql))).to.deep.equal([[1], [2], [3]]);
  });

  const values: readonly (readonly [RowPolicy['filter'], number])[] = [
    [{ id: 2 }, 1],
    [{ id: '9223372036854775807' }, 0],
    [{ id: '2' }, 1],
    [{ amount: 20 }, 1],
    [{ amount: '40.25' }, 1],
    [{ ordered_on: '2024-02-21' }, 1],
    [{ status: "o'; DROP TABLE p_orders; --" }, 0],
    [{ TENANT: 'a', status: 'paid' }, 2],
    [{ margin: 3 }, 1],
  ];
  for (const [filter, count] of values)
    it(`compares ${JSON.stringify(filter)} in the type of the column`, async () => {
      expect(await harness.answer('SELECT count(*) FROM orders', policy(filter))).to.deep.equal([
        [String(count)],
      ]);
    });

  it('evaluates nothing of the statement on rows that the filter removes', async () => {
    const conditions = [
      'note LIKE $$7%$$',
      'CAST(note AS INTEGER) > 3',
      '1 / (id - 3) > 0',
      'id + 1 > 2',
    ];
    for (const condition of conditions) {
      const result = await harness.guard(`SELECT id FROM customers WHERE ${condition}`, TENANT_A);
      if (!result.ok) throw new Error(result.refusal.text);
      const { sql } = result.guarded;
      const plan = async (text: string) =>
        String((await harness.db.rows(`EXPLAIN ${text}`))[0]?.[1]);
      const fenced = await plan(sql);
      const [above = '', below = ''] = fenced.split(/STREAMING_LIMIT/);
      expect(above, fenced).to.match(/FILTER/);
      const inScan = /Filters:([\s\S]*)/.exec(below)?.[1] ?? '';
      expect(inScan, fenced).to.match(/tenant='a'/);
      expect(inScan, fenced).not.to.match(/note|CAST|LIKE|prefix|id/);
    }
  });

  it('would mix both conditions in one scan without the fence', async () => {
    const unfenced = `SELECT id FROM (SELECT id, note FROM p_customers WHERE tenant = 'a') WHERE note >= '7'`;
    const plan = String((await harness.db.rows(`EXPLAIN ${unfenced}`))[0]?.[1]);
    expect(plan.slice(plan.indexOf('SEQ_SCAN'))).to.match(/note>='7'/);
  });
});
