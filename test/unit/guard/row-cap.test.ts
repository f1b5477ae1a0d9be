import { expect } from 'chai';
import { type Harness, openHarness } from './harness.ts';

/** Result rows with a cap of 2 rows and one more. */
const CASES: readonly (readonly [sql: string, rows: readonly (readonly unknown[])[]])[] = [
  ['SELECT id FROM orders ORDER BY id', [[1], [2], [3]]],
  ['SELECT id FROM orders ORDER BY id DESC LIMIT 1', [[5]]],
  ['SELECT id FROM orders ORDER BY id LIMIT 4', [[1], [2], [3]]],
  ['SELECT id FROM orders ORDER BY id LIMIT 4 OFFSET 3', [[4], [5]]],
  ['SELECT id FROM orders ORDER BY id OFFSET 1', [[2], [3], [4]]],
  ['SELECT id FROM orders ORDER BY id LIMIT 2 + 2', [[1], [2], [3]]],
  ['SELECT id FROM orders ORDER BY id LIMIT 80 PERCENT', [[1], [2], [3]]],
  ['SELECT id FROM orders ORDER BY id LIMIT NULL', [[1], [2], [3]]],
  ['SELECT id FROM orders UNION ALL SELECT id FROM orders ORDER BY 1', [[1], [1], [2]]],
  ['SELECT id FROM orders ORDER BY id -- LIMIT 1', [[1], [2], [3]]],
  ['WITH x AS (SELECT id FROM orders LIMIT 4) SELECT count(*) FROM x', [['4']]],
  ['SELECT unnest(range(9))', [['0'], ['1'], ['2']]],
];

describe('the cap on rows (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness(2);
  });
  after(() => harness.close());

  for (const [sql, rows] of CASES)
    it(`holds for ${sql}`, async () => {
      expect(await harness.answer(sql)).to.deep.equal(rows);
    });
});
