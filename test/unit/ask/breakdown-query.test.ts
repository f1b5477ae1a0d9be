import { expect } from 'chai';
import { breakdownQuery } from '#src/ask/breakdown-query.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { PLAN } from './harness.ts';
import { retailCatalog } from './retail.ts';

const catalog = retailCatalog();
const column = (alias: string, name: string) => ({ kind: 'column', alias, column: name }) as const;
const sum = (arg: Expr, distinct = false) =>
  ({ kind: 'aggregate', fn: 'sum', arg, distinct }) as const;
const total = (table: string, over: Partial<SelectQuery> = {}): SelectQuery => ({
  ...(PLAN.query as SelectQuery),
  from: { table, alias: 't' },
  select: [{ expr: sum(column('t', 'x')), as: 'total' }],
  ...over,
});

describe('the breakdown of a total', () => {
  it('is by a dimension of its own table', () => {
    const query = breakdownQuery(total('orders'), catalog, 25)!;
    expect(query.groupBy).to.deep.equal([column('t', 'region')]);
    expect(query.joins).to.deep.equal([]);
    expect(query.select.map(({ as }) => as)).to.deep.equal(['region', 'total']);
    expect(query.orderBy).to.deep.equal([{ expr: query.select[1]!.expr, direction: 'desc' }]);
  });

  it('has no more groups than it may have', () => {
    const few = breakdownQuery(total('orders'), catalog, 2);
    expect(few?.groupBy ?? []).to.not.deep.include(column('t', 'region'));
  });

  it('is by a dimension of a table that each row has one row of, which loses no row', () => {
    const query = breakdownQuery(total('order_lines'), catalog, 25)!;
    expect(query.joins).to.deep.equal([
      {
        type: 'left',
        source: { table: 'orders', alias: 'breakdown_1' },
        on: [{ left: column('t', 'order_id'), right: column('breakdown_1', 'id') }],
      },
    ]);
    expect(query.groupBy).to.deep.equal([column('breakdown_1', 'region')]);
  });

  const region = {
    kind: 'compare',
    op: '=',
    left: column('t', 'region'),
    right: column('t', 'x'),
  } as const;
  const none: readonly (readonly [string, SelectQuery])[] = [
    ['groups', total('orders', { groupBy: [column('t', 'region')] })],
    ['first rows', total('orders', { limit: { count: 1, withTies: true } })],
    ['a list', total('orders', { select: [{ expr: column('t', 'region'), as: 'region' }] })],
    [
      'a count of different values',
      total('orders', { select: [{ expr: sum(column('t', 'x'), true), as: 't' }] }),
    ],
    [
      'prices, which do not add up',
      total('order_lines', {
        select: [{ expr: sum(column('t', 'unit_price')), as: 'total' }],
      }),
    ],
    ['customers, who have only names', total('customers')],
  ];
  for (const [what, query] of none)
    it(`is none for ${what}`, () => {
      const names = {
        ...catalog,
        tables: catalog.tables.map((table) =>
          table.name === 'customers'
            ? { ...table, columns: table.columns.filter(({ name }) => name !== 'name') }
            : table,
        ),
      };
      expect(breakdownQuery(query, names, 25)).to.equal(null);
    });

  it('is not by what is filtered', () => {
    const query = breakdownQuery(total('orders', { where: [region] }), catalog, 25);
    expect(query?.groupBy).to.deep.equal([column('breakdown_1', 'name')]);
  });
});
