import { expect } from 'chai';
import { lineageOf } from '#src/ask/lineage.ts';
import { periodText } from '#src/ask/period.ts';
import type { FilterFacts } from '#src/plugin-api/query-facts.ts';
import { column, expr, facts, filter, SOME_NODE, select } from './facts.ts';
import { retailCatalog } from './retail.ts';

const on = (op: FilterFacts['op'], ...values: string[]) =>
  filter('orders.ordered_on', op, ...values);
const span = (from: string, to: string) => [on('>=', from), on('<', to)];

describe('the period of an answer', () => {
  const cases: readonly (readonly [readonly FilterFacts[], string | null])[] = [
    [span('2025-01-01', '2026-01-01'), '2025'],
    [span('2024-01-01', '2026-01-01'), '2024 to 2025'],
    [span('2025-07-01', '2025-10-01'), 'Q3 2025'],
    [span('2025-12-01', '2026-01-01'), 'December 2025'],
    [span('2025-02-01', '2025-04-01'), '2025-02-01 to 2025-03-31'],
    [span('2025-01-01 00:00:00', '2025-01-02 00:00:00'), '2025-01-01'],
    [
      span('2025-01-01 08:00:00', '2025-01-01 09:30:00'),
      '2025-01-01 08:00:00 to before 2025-01-01 09:30:00',
    ],
    [[on('between', '2025-01-01', '2025-12-31')], '2025'],
    [[on('=', '2025-03-04')], '2025-03-04'],
    [[on('>=', '2025-03-01')], 'since 2025-03-01'],
    [[on('>', '2025-02-28')], 'since 2025-03-01'],
    [[on('<', '2025-03-01')], 'before 2025-03-01'],
    [[on('<=', '2025-02-28')], 'before 2025-03-01'],
    [[...span('2025-01-01', '2026-01-01'), on('<', '2025-04-01')], 'Q1 2025'],
    [[on('<>', '2025-03-01')], null],
    [[on('>=', 'yesterday')], null],
  ];
  for (const [filters, text] of cases)
    it(`${filters.map((one) => one.printed).join(' and ')} → ${text}`, () => {
      expect(periodText(filters)).to.equal(text);
    });
});

describe('lineage', () => {
  it('is read from the resolved statement', () => {
    const statement = facts(
      select({
        sources: ['orders'],
        outputs: [
          { name: 'month', column: 'orders.ordered_on', dateUnit: 'month' },
          { name: 'revenue', sum: 'orders.revenue' },
          { name: 'customers', sum: 'orders.customer_id', fn: 'count', distinct: true },
          { name: 'n', count: '*' },
        ],
        filters: [
          ...span('2025-01-01', '2026-01-01'),
          filter('orders.region', 'in', 'Asia', 'Europe'),
        ],
        groupBy: ['orders.region'],
        limit: 5,
      }),
    );
    expect(lineageOf(statement, retailCatalog(), null)).to.deep.equal({
      tables: ['orders'],
      measures: ['total revenue', 'number of different customers', 'number of orders'],
      period: '2025',
      filters: ['region is one of Asia, Europe'],
      grouped_by: ['region'],
      row_limit: 5,
      text: 'Total revenue, number of different customers, number of orders from orders; by region; 2025; where region is one of Asia, Europe; the first 5 rows',
    });
  });

  it('says what groups are held to, and what the first rows are picked by', () => {
    const bound = (
      printed: string,
      [fn, of, distinct = false]: readonly [fn: string, of?: string, distinct?: boolean],
      [op, value]: readonly [op: string, value: string],
    ): FilterFacts => {
      const arg = of ? expr(of) : null;
      const args = arg ? [arg.node] : [];
      const call = { kind: 'call', name: fn, args, distinct, filter: null, over: null } as const;
      const literal = { kind: 'literal', type: 'number', text: value } as const;
      return {
        ...{ printed, columns: arg?.columns ?? [], column: null, op: null, values: [] },
        aggregates: [{ fn, distinct, arg }],
        node: { kind: 'operation', op, args: [{ ...call, aggregate: true }, literal] },
      };
    };
    const block = select({
      sources: ['orders'],
      outputs: [
        { name: 'region', column: 'orders.region' },
        { name: 'revenue', sum: 'orders.revenue' },
      ],
      groupBy: ['orders.region'],
      orderBy: ['orders.region'],
      limit: 3,
    });
    const having = [
      bound('count(*) > 2', ['count'], ['>', '2']),
      bound('sum(orders.revenue) >= 10.5', ['sum', 'orders.revenue'], ['>=', '10.5']),
      bound(
        'count(DISTINCT orders.customer_id) < 4',
        ['count', 'orders.customer_id', true],
        ['<', '4'],
      ),
      { ...bound('sum(orders.revenue) / count(*) > 3', ['sum'], ['>', '3']), node: SOME_NODE },
    ];
    const lineage = lineageOf(facts({ ...block, having }), retailCatalog(), null);
    expect(lineage.filters).to.deep.equal([
      'number of orders is more than 2',
      'total revenue is at least 10.5',
      'number of different customers is less than 4',
      'sum(orders.revenue) / count(*) > 3',
    ]);
    expect(lineage.text).to.match(/; last region first; the first 3 rows$/);
  });

  it('tells the conditions of inner joins and between columns of two tables, not what ties them', () => {
    const comparison = (op: string) =>
      ({
        kind: 'operation',
        op,
        args: [expr('orders.customer_id').node, expr('customers.id').node],
      }) as const;
    const tie = {
      ...{
        printed: 'orders.customer_id = customers.id',
        node: comparison('='),
        op: null,
        column: null,
        values: [],
      },
      columns: [column('orders.customer_id'), column('customers.id')],
    };
    const later = {
      ...tie,
      printed: 'orders.ordered_on > customers.joined_on',
      node: comparison('>'),
    };
    const block = select({
      sources: ['orders', 'customers'],
      joins: [{ alias: 'customers' }],
      filters: [tie, later],
    });
    const [join] = block.joins;
    const conditions = [filter('orders.region', '=', 'East, inner')];
    const joined = { ...block, joins: [{ ...join!, hasOtherConditions: true, conditions }] };
    expect(lineageOf(facts(joined), retailCatalog(), null).filters).to.deep.equal([
      'orders.ordered_on > customers.joined_on',
      'region is "East, inner"',
    ]);
  });

  it('names filters of nested blocks', () => {
    const derived = select({ sources: ['orders'], filters: [filter('orders.revenue', '>', '10')] });
    const outer = facts(select({ sources: [{ alias: 'd', derived }] }));
    expect(lineageOf(outer, retailCatalog(), null)).to.deep.include({
      period: 'all dates',
      filters: ['revenue is more than 10'],
    });
  });
});
