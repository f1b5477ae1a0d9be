import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { SHOP } from './fixtures.ts';

const list = (count: number) => Array.from({ length: count }, (_, n) => `id + ${n}`).join();

describe('grouping sets in a text that is not yet parsed (DuckDB)', () => {
  /** Whether a text reaches the parser. */
  const parsed = async (sql: string) => {
    let seen = false;
    const parser = {
      serialize: async () => {
        seen = true;
        return '{}';
      },
      write: () => Promise.reject(new Error('not part of this')),
    };
    const { signal } = new AbortController();
    const outcome = await createDuckdbDialect(parser)
      .parse(sql, SHOP, signal)
      .catch(() => ({}));
    if (!seen) expect(outcome).to.have.nested.property('refusal.code', 'too_deep');
    return seen;
  };

  const kept: readonly string[] = [
    `SELECT 1 FROM orders GROUP BY CUBE (${list(13)})`,
    `SELECT 1 FROM orders GROUP BY cube/* ( */(${list(13)})`,
    `SELECT 1 FROM orders GROUP BY CUBE -- (\n (${list(13)})`,
    `SELECT 1 FROM orders GROUP BY CUBE (${list(7)}), CUBE (${list(7)})`,
    `SELECT 1 FROM orders GROUP BY ROLLUP (${list(200)}), ROLLUP (${list(200)})`,
    `SELECT 1 FROM orders GROUP BY ROLLUP (${list(5_000)})`,
    `SELECT 1 FROM orders GROUP BY GROUPING SETS (${'(id), '.repeat(5_000)}())`,
    `SELECT 1 FROM (SELECT 1 FROM orders GROUP BY CUBE (${list(13)})) t`,
  ];
  for (const sql of kept)
    it(`stops ${sql.slice(0, 70)}…`, async () => {
      expect(await parsed(sql)).to.equal(false);
    });

  const passed: readonly string[] = [
    'SELECT status FROM orders GROUP BY status',
    `SELECT 1 FROM orders GROUP BY CUBE (${list(8)})`,
    `SELECT coalesce(${list(30)}) FROM orders GROUP BY ROLLUP (id, (status, tenant))`,
    `SELECT 'GROUP BY CUBE (${list(40)})' FROM orders GROUP BY id`,
    `SELECT id AS sets, "cube" FROM orders WHERE id IN (${list(5_000)})`,
    `SELECT 1 FROM (SELECT 1 FROM orders GROUP BY CUBE (${list(8)})) a, (SELECT 1 FROM orders GROUP BY CUBE (${list(8)})) b`,
    'SELECT 1 FROM orders GROUP BY CUBE )) id',
  ];
  for (const sql of passed)
    it(`passes ${sql.slice(0, 70)}…`, async () => {
      expect(await parsed(sql)).to.equal(true);
    });
});
