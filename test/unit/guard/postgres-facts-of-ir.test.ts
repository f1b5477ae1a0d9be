import { expect } from 'chai';
import fc from 'fast-check';
import { lowerPostgres } from '#plugins/sources/postgres/dialect/lower.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { rounds } from '../../fakes/full.ts';
import { expectSame } from './ir-facts.ts';
import { guardPostgres, openPostgresShop, type PostgresShop } from './postgres-harness.ts';
import { randomQuery } from './random-query.ts';

describe('queries that the planner writes (PostgreSQL)', () => {
  let shop: PostgresShop;
  before(async function () {
    const opened = await openPostgresShop();
    if (!opened) return this.skip();
    shop = opened;
  });
  after(() => shop?.close());

  async function accepted(query: SelectQuery) {
    const sql = lowerPostgres(query);
    const result = await guardPostgres(sql);
    if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.text}\n${sql}`);
    return { sql, guarded: result.guarded.sql, root: result.facts.root };
  }

  it('have facts that say what the query says, and the rows of the statement as written', async () => {
    await fc.assert(
      fc.asyncProperty(randomQuery, async (query) => {
        const { sql, guarded, root } = await accepted(query);
        expectSame(query, root);
        const rows = (list: readonly unknown[]) =>
          query.orderBy.length > 0 ? list : list.map((row) => JSON.stringify(row)).sort();
        const found = rows(await shop.guarded(guarded));
        expect(found, sql).to.deep.equal(rows(await shop.written(sql)));
      }),
      { numRuns: rounds(200) },
    );
  });

  it('keep the rows that tie with the last, and say no limit', async () => {
    const count = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
    const key = { kind: 'column', alias: 'orders', column: 'customer_id' } as const;
    const { guarded, root } = await accepted({
      kind: 'select',
      from: { table: 'orders', alias: 'orders' },
      joins: [],
      where: [],
      groupBy: [key],
      having: [],
      select: [
        { expr: key, as: 'customer_id' },
        { expr: count, as: 'n' },
      ],
      distinct: false,
      orderBy: [{ expr: count, direction: 'asc' }],
      limit: { count: 1, withTies: true },
    });
    expect(root.limit).to.equal(null);
    const rows = await shop.guarded(guarded);
    expect(rows.map((row) => row.join()).sort()).to.deep.equal([',1', '2,1', '3,1']);
  });
});
