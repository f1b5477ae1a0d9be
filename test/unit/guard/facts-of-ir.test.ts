import { expect } from 'chai';
import fc from 'fast-check';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { rounds } from '../../fakes/full.ts';
import { type Harness, openHarness } from './harness.ts';
import { expectSame } from './ir-facts.ts';
import { randomQuery } from './random-query.ts';

let harness: Harness;
describe('facts of queries that the planner writes (DuckDB)', () => {
  before(async () => {
    harness = await openHarness(1_000);
    await harness.db.rows(`
      CREATE VIEW orders AS SELECT * FROM p_orders;
      CREATE VIEW customers AS SELECT * FROM p_customers;
    `);
  });
  after(() => harness.close());

  it('say what the query says, and the guarded statement gives the rows of the written one', async () => {
    await fc.assert(
      fc.asyncProperty(randomQuery, async (query) => {
        const sql = lowerDuckdb(query);
        const result = await harness.guard(sql);
        if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}\n${sql}`);
        expectSame(query, result.facts.root);
        const rows = (list: readonly unknown[]) =>
          query.orderBy.length > 0 ? list : list.map((row) => JSON.stringify(row)).sort();
        expect(rows(await harness.db.rows(result.guarded.sql)), sql).to.deep.equal(
          rows(await harness.db.rows(sql)),
        );
      }),
      { numRuns: rounds(200) },
    );
  });
});
