import { expect } from 'chai';
import fc from 'fast-check';
import { lowerMysql } from '#plugins/sources/mysql/dialect/lower.ts';
import type { ColumnRef, DateUnit, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { rounds } from '../../fakes/full.ts';
import { expectSame } from './ir-facts.ts';
import { createNamedViews, type MysqlHarness, openMysqlHarness } from './mysql-harness.ts';
import { randomQuery } from './random-query.ts';

const column = (name: string): ColumnRef => ({ kind: 'column', alias: 'orders', column: name });

const overOrders = (select: readonly SelectItem[], rest: Partial<SelectQuery>): SelectQuery => ({
  kind: 'select',
  from: { table: 'orders', alias: 'orders' },
  joins: [],
  where: [],
  groupBy: [],
  having: [],
  select,
  distinct: false,
  orderBy: [],
  limit: null,
  ...rest,
});

/** The start of the period of 2024-02-21 03:04:05, a Wednesday. */
const BUCKETS: Readonly<Record<DateUnit, string>> = {
  year: '2024-01-01',
  quarter: '2024-01-01',
  month: '2024-02-01',
  week: '2024-02-19',
  day: '2024-02-21',
  hour: '2024-02-21 03:00:00',
};

describe('queries that the planner writes (MySQL)', () => {
  let harness: MysqlHarness;
  before(async function () {
    const opened = await openMysqlHarness();
    if (!opened) return this.skip();
    harness = opened;
    await createNamedViews(harness);
  });
  after(() => harness?.db.close());

  async function accepted(query: SelectQuery) {
    const sql = lowerMysql(query);
    const result = await harness.judge(sql);
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
        expect(rows(await harness.db.rows(guarded)), sql).to.deep.equal(
          rows(await harness.db.inside(sql)),
        );
      }),
      { numRuns: rounds(300) },
    );
  });

  for (const [unit, start] of Object.entries(BUCKETS))
    it(`group by ${unit} and say so`, async () => {
      const moment = { kind: 'literal', type: 'timestamp', value: '2024-02-21T03:04:05' } as const;
      const query = overOrders(
        [
          { expr: { kind: 'bucket', unit: unit as DateUnit, arg: column('ordered_on') }, as: 'a' },
          { expr: { kind: 'bucket', unit: unit as DateUnit, arg: moment }, as: 'b' },
        ],
        { limit: { count: 1, withTies: false } },
      );
      const { guarded, root } = await accepted(query);
      expect(root.outputs[0]?.dateUnit).to.equal(unit);
      expect((await harness.db.rows(guarded))[0]?.[1]).to.equal(start);
    });

  it('divide without a loss, and by zero to NULL', async () => {
    const number = (value: number) => ({ kind: 'literal', type: 'integer', value }) as const;
    const over = (right: number) =>
      ({ kind: 'arithmetic', op: '/', left: number(7), right: number(right) }) as const;
    const query = overOrders(
      [2, 3, 0].map((right) => ({ expr: over(right), as: `by_${right}` })),
      { limit: { count: 1, withTies: false } },
    );
    const { guarded } = await accepted(query);
    expect(await harness.db.rows(guarded)).to.deep.equal([[3.5, 7 / 3, null]]);
  });

  it('put NULL last in both directions, and say only the key', async () => {
    for (const [direction, ids] of [
      ['asc', [1, 2, 3, 4, 5]],
      ['desc', [4, 3, 2, 1, 5]],
    ] as const) {
      const query = overOrders([{ expr: column('id'), as: 'id' }], {
        orderBy: [{ expr: column('amount'), direction }],
      });
      const { guarded, root } = await accepted(query);
      expect((await harness.db.rows(guarded)).map(([id]) => id)).to.deep.equal(ids);
      expect(root.orderBy.map((each) => each.expr.column?.column)).to.deep.equal(['amount']);
    }
  });

  it('keep the rows that tie with the last', async () => {
    const count = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
    const query = overOrders(
      [
        { expr: column('customer_id'), as: 'customer_id' },
        { expr: count, as: 'tie_rank' },
      ],
      {
        groupBy: [column('customer_id')],
        orderBy: [{ expr: count, direction: 'asc' }],
        limit: { count: 1, withTies: true },
      },
    );
    const { guarded } = await accepted(query);
    const rows = await harness.db.rows(guarded);
    expect(rows.map((row) => row.join()).sort()).to.deep.equal([',1', '2,1', '3,1']);
  });
});
