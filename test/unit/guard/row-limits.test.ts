import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { createMysqlDialect } from '#plugins/sources/mysql/dialect/index.ts';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { RowPolicy } from '#src/principal.ts';
import { createGuard } from '#src/sql/guard.ts';
import type { RowLimits } from '#src/sql/guard-policy.ts';
import { SHOP } from './fixtures.ts';
import { EVERYTHING, type Harness, openHarness } from './harness.ts';

const { signal } = new AbortController();
const check = createGuard({
  maxSqlBytes: 65_536,
  maxDepth: 50,
  maxWeight: 100_000,
  keptVerdicts: 100,
});
const guard = (dialect: Dialect, sql: string, limits: RowLimits, policy: RowPolicy = EVERYTHING) =>
  check({ sql, catalog: SHOP, policy, rowLimits: limits, dialect, maxRows: 100, signal });

const IN_2024: RowLimits = new Map([
  [
    'orders',
    [
      [{ column: 'ordered_on', op: '>=', value: '2024-01-01' }],
      [{ column: 'ordered_on', op: '<', value: '2025-01-01' }],
    ],
  ],
]);
const status = (...values: (string | null)[]): RowLimits =>
  new Map([['orders', [values.map((value) => ({ column: 'status', op: '=' as const, value }))]]]);

describe('row limits', () => {
  let harness: Harness;
  let duckdb: Dialect;
  before(async () => {
    harness = await openHarness();
    duckdb = createDuckdbDialect(harness.db);
  });
  after(() => harness?.close());
  const rows = async (sql: string, limits: RowLimits, policy?: RowPolicy) => {
    const result = await guard(duckdb, sql, limits, policy);
    if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}`);
    return harness.db.rows(result.guarded.sql);
  };
  const IDS = 'SELECT id FROM orders ORDER BY id';

  it('narrow a table wherever it is read, together with the row filter', async () => {
    expect(await rows(IDS, IN_2024)).to.deep.equal([[1], [2], [3]]);
    expect(await rows(IDS, status('paid'))).to.deep.equal([[1], [3], [4]]);
    expect(await rows(IDS, status('open', null))).to.deep.equal([[2], [5]]);
    expect(await rows(IDS, status('paid'), { filter: { tenant: 'b' }, hash: 'b' })).to.deep.equal([
      [4],
    ]);
    expect(await rows(IDS, status("x' OR 1=1 --"))).to.deep.equal([]);
    const share =
      'SELECT count(*), (SELECT count(*) FROM orders) FROM orders AS o JOIN orders AS p USING (id)';
    expect((await rows(share, IN_2024))[0]?.map(Number)).to.deep.equal([3, 3]);
  });

  it('mean the same where the tree is written out', async () => {
    // A LIMIT that is computed can't be appended to.
    const sql = `${IDS} LIMIT (SELECT 90)`;
    expect(await rows(sql, IN_2024)).to.deep.equal([[1], [2], [3]]);
    expect(await rows(sql, status('open', null))).to.deep.equal([[2], [5]]);
  });

  it('are judged anew for other limits, and leave no trace where there are none', async () => {
    expect(await rows(IDS, status('open'))).to.deep.equal([[2]]);
    expect(await rows(IDS, new Map())).to.have.length(5);
  });

  it('never touch a column that nobody may read, nor one of another type', async () => {
    const refused = async (name: string, column: string, value: string) => {
      const result = await guard(
        duckdb,
        `SELECT count(*) FROM ${name}`,
        new Map([[name, [[{ column, op: '=', value }]]]]),
      );
      return result.ok ? 'accepted' : result.refusal.code;
    };
    expect(await refused('orders', 'margin', '1')).to.equal('column_unknown');
    expect(await refused('customers', 'email', 'a@b.c')).to.equal('column_unknown');
    expect(await refused('orders', 'none', '1')).to.equal('column_unknown');
    expect(await refused('orders', 'ordered_on', 'yesterday')).to.equal('row_filter');
    expect(await refused('orders', 'id', '1; DROP TABLE orders')).to.equal('row_filter');
  });

  it('are written as the engines compare, and not to the letter', async () => {
    const limits: RowLimits = new Map([
      ['orders', [...(IN_2024.get('orders') ?? []), ...(status('paid', null).get('orders') ?? [])]],
    ]);
    for (const [dialect, where] of [
      [
        createPostgresDialect(),
        `"ordered_on" >= '2024-01-01' AND "ordered_on" < '2025-01-01' AND ("status" = 'paid' OR "status" IS NULL)`,
      ],
      [
        createMysqlDialect(),
        "`ordered_on` >= DATE '2024-01-01' AND `ordered_on` < DATE '2025-01-01' AND (`status` = 'paid' OR `status` IS NULL)",
      ],
    ] as const) {
      const result = await guard(dialect, 'SELECT count(*) FROM orders', limits);
      expect(result.ok && result.guarded.sql, dialect.name).to.contain(where);
    }
  });
});
