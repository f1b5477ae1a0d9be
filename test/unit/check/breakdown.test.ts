import { expect } from 'chai';
import { checkBreakdown } from '#src/check/result.ts';
import { openParser, type Parser } from './parser.ts';

/** A total with its groups, and whether they say anything of each other. */
const TOTALS: readonly (readonly [
  sql: string,
  total: number,
  groups: readonly number[],
  outcome: string,
])[] = [
  ['SELECT COUNT(city) AS n FROM orders', 3, [2, 1], 'passed'],
  ['SELECT COUNT(city) AS n FROM orders', 3, [2, 2], 'failed'],
  ['SELECT COUNT(DISTINCT city) AS n FROM orders', 1, [1, 1], 'skipped'],
  ['SELECT SUM(paid) * 2 AS n FROM orders', 6, [2, 1], 'skipped'],
  ['SELECT SUM(paid) + MAX(paid) AS n FROM orders', 6, [2, 1], 'skipped'],
];

describe('a total beside its groups', () => {
  let parser: Parser;
  before(async () => {
    parser = await openParser(["CREATE TABLE orders AS SELECT 1 AS paid, 'Ghent' AS city"]);
  });
  after(() => parser.close());

  for (const [sql, total, groups, outcome] of TOTALS)
    it(`${outcome}: ${total} of ${groups.join(' and ')}, ${sql}`, async () => {
      const facts = await parser.factsOf(sql);
      const result = {
        columns: [{ name: 'n', type: 'integer' as const, nativeType: 'BIGINT' }],
        rows: [[total]],
        totalRows: 1,
        totalRowsExact: true,
        truncated: false,
        notes: [],
      };
      const rows = groups.map((part, at) => [`g${at}`, part]);
      const breakdown = { sql: '', facts, columns: [], rows, measure: 1 };
      expect(checkBreakdown(facts, result, breakdown).outcome).to.equal(outcome);
    });
});
