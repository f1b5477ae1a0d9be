import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { ExprNode } from '#src/plugin-api/query-facts.ts';
import { canHoldFor } from '#src/sql/holds-for.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const CATALOG = catalogOf([
  table('sales', [column('region', 'text'), column('amount', 'integer')]),
]);
const REGION = { table: 'sales', column: 'region' };

/** Conditions, and which of the regions Total, North and none (NULL) they may hold for. */
const CONDITIONS: readonly (readonly [sql: string, held: readonly (string | null)[]])[] = [
  [`region = 'Total'`, ['Total']],
  [`'Total' = region`, ['Total']],
  [`region <> 'Total'`, ['North']],
  [`NOT region = 'Total'`, ['North']],
  [`NOT (NOT region = 'Total')`, ['Total']],
  [`region NOT IN ('Total', 'x')`, ['North']],
  [`NOT (region IN ('Total'))`, ['North']],
  [`region IN ('Total', NULL)`, ['Total']],
  [`region NOT IN ('x', NULL)`, []],
  [`region IS NULL`, [null]],
  [`region IS NOT NULL`, ['Total', 'North']],
  [`region IS DISTINCT FROM 'Total'`, ['North', null]],
  [`region <> 'Total' OR region IS NULL`, ['North', null]],
  [`region <> 'Total' AND region IS NOT NULL`, ['North']],
  [`coalesce(region, 'Total') <> 'Total'`, ['North']],
  [`lower(region) <> 'total'`, ['North']],
  [`upper(trim(region)) = 'TOTAL'`, ['Total']],
  [`region LIKE 'To%'`, ['Total']],
  [`region NOT LIKE '%otal'`, ['North']],
  [`region ILIKE 'T_T%'`, ['Total']],
  [`CAST(region AS VARCHAR) <> 'Total'`, ['North']],
  [`amount > 5`, ['Total', 'North', null]],
  [`region <> 'Total' OR amount > 5`, ['Total', 'North', null]],
  [`region <> 'Total' AND amount > 5`, ['North']],
  [`length(region) = 5`, ['Total', 'North', null]],
  [`region = 'Total revenue'`, []],
];

describe('what a condition can hold for', () => {
  let duckdb: TestDuckdb;
  before(async () => {
    duckdb = await openTestDuckdb();
  });
  after(() => duckdb.close());

  async function conditionOf(where: string): Promise<ExprNode> {
    const sql = `SELECT CASE WHEN ${where} THEN 1 END AS x FROM sales`;
    const parsed = await createDuckdbDialect(duckdb).parse(
      sql,
      CATALOG,
      AbortSignal.timeout(60_000),
    );
    if ('refusal' in parsed) throw new Error(parsed.refusal.text);
    const [output] = parsed.facts.root.outputs;
    const [condition] = output?.node.kind === 'operation' ? output.node.args : [];
    if (!condition) throw new Error(`no condition in ${sql}`);
    return condition;
  }

  for (const [sql, held] of CONDITIONS)
    it(sql, async () => {
      const condition = await conditionOf(sql);
      const found = ['Total', 'North', null].filter((value) =>
        canHoldFor(condition, REGION, value),
      );
      expect(found).to.deep.equal(held);
    });
});
