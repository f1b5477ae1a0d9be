import { expect } from 'chai';
import { rowFiltersFor } from '#src/sql/guard-policy.ts';
import { catalogOf, column, SHOP, table } from './fixtures.ts';
import { EVERYTHING, type Harness, openHarness } from './harness.ts';

const rowOrder = { ...column('rowid', 'integer'), label: 'row order' };

/** The shop as it is where its tables came from files. */
const FILES = catalogOf(SHOP.tables.map((each) => (each.isView ? each : { ...each, rowOrder })));
const OF_TENANT = { filter: { tenant: 'a' }, hash: 'a' };

describe('the order of rows in their file', () => {
  let harness: Harness;

  before(async () => {
    harness = await openHarness();
  });
  after(() => harness.close());

  const CASES: readonly (readonly [sql: string, verdict: string])[] = [
    ['SELECT id FROM orders ORDER BY rowid LIMIT 1', 'accepted'],
    ['SELECT o.id FROM orders o WHERE o.RowId > (SELECT max(p.rowid) FROM orders p)', 'accepted'],
    ['SELECT rowid, id FROM orders', 'accepted'],
    // What the engine lists would have it among the columns.
    ['SELECT * FROM orders ORDER BY rowid', 'node_not_allowed'],
    ['SELECT o FROM orders o WHERE rowid = 1', 'node_not_allowed'],
    ['SELECT rowid FROM orders, customers', 'column_ambiguous'],
    ['SELECT rowid FROM (SELECT id FROM orders) o', 'column_unknown'],
    ['SELECT id FROM orders JOIN customers USING (rowid)', 'column_unknown'],
  ];
  for (const [sql, verdict] of CASES)
    it(`${verdict}: ${sql}`, async () => {
      expect(await harness.verdict(sql, EVERYTHING, FILES)).to.equal(verdict);
    });

  it('runs as it is read', async () => {
    const sql = 'SELECT o.rowid, o.id FROM orders o WHERE o.rowid < 2 ORDER BY o.rowid DESC';
    const found = await harness.guard(sql, EVERYTHING, FILES);
    if (!found.ok) throw new Error(found.refusal.text);
    const rows = await harness.db.rows(found.guarded.sql);
    expect(rows.map(([place]) => Number(place))).to.deep.equal([1, 0]);
    expect(found.facts.columns.map((use) => use.column)).to.have.members(['rowid', 'id']);
  });

  it('is not to be read by those who see only some of the rows', async () => {
    const sql = 'SELECT id FROM orders ORDER BY rowid';
    expect(await harness.verdict(sql, OF_TENANT, FILES)).to.equal('column_unknown');
    expect(
      await harness.verdict(sql, EVERYTHING, {
        ...FILES,
        rowFilter: [[{ column: 'tenant', value: 'a' }]],
      }),
    ).to.equal('column_unknown');
    expect(await harness.verdict('SELECT id FROM orders', OF_TENANT, FILES)).to.equal('accepted');
  });

  it('a column of that name goes before it', async () => {
    const sql = 'SELECT count(x.rowid) FROM (SELECT amount AS rowid FROM orders) x';
    expect(await harness.verdict(sql, EVERYTHING, FILES)).to.equal('accepted');
  });

  it('rows that no filter touches keep their order', () => {
    const shared = table('rates', [column('day', 'date')], { shared: true, rowOrder });
    const columns = [{ table: 'rates', column: 'rowid', onlyCounted: false }];
    const facts = { tables: ['rates'], columns, functions: [] } as never;
    expect(rowFiltersFor(facts, catalogOf([shared]), OF_TENANT)).to.have.property('filters');
  });
});
