import { expect } from 'chai';
import { checkNonAdditiveSum } from '#src/check/additive.ts';
import { checkFanOut } from '#src/check/fan-out.ts';
import { checkJoinKeys } from '#src/check/joins.ts';
import { checkLiterals, literalsToFind } from '#src/check/literals.ts';
import { checkOuterCount } from '#src/check/outer-count.ts';
import { checkBreakdown, checkEmpty, checkTruncation } from '#src/check/result.ts';
import { checkTies } from '#src/check/ties.ts';
import { checkTotalRow } from '#src/check/total-row.ts';
import { verdict } from '#src/check/verdict.ts';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import type { CollectedResult } from '#src/results/types.ts';
import { facts, filter, type ShortSelect, select } from './facts.ts';
import { PLAN } from './harness.ts';
import { retailCatalog } from './retail.ts';

const catalog = retailCatalog();
const ORDERS_OF_CUSTOMERS = { alias: 'orders', on: ['customers.id=orders.customer_id'] };
const LINES_OF_ORDERS = { alias: 'order_lines', on: ['orders.id=order_lines.order_id'] };

function result(
  types: readonly ColumnType[],
  rows: readonly (readonly CellValue[])[],
  over: Partial<CollectedResult> = {},
): CollectedResult {
  return {
    columns: types.map((type, index) => ({ name: `c${index}`, type, nativeType: type })),
    rows,
    cutCells: [],
    totalRows: rows.length,
    totalRowsExact: true,
    truncated: false,
    token: null,
    engineMs: 0,
    notes: [],
    ...over,
  };
}

describe('the fan-out check', () => {
  const total = (sum: string, fn = 'sum', distinct = false) => [
    { name: 'x', sum, fn, distinct } as const,
  ];
  const cases: readonly (readonly [string, ShortSelect, string])[] = [
    [
      'a sum over the one side of orders',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('customers.credit_limit'),
      },
      'failed',
    ],
    [
      'an average over the one side',
      {
        sources: ['orders', 'order_lines'],
        joins: [LINES_OF_ORDERS],
        outputs: total('orders.revenue', 'avg'),
      },
      'failed',
    ],
    [
      'a sum over the many side',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('orders.revenue'),
      },
      'passed',
    ],
    [
      'a sum over the many side of two steps',
      {
        sources: ['order_lines', 'orders', 'customers'],
        joins: [
          { alias: 'orders', on: ['order_lines.order_id=orders.id'] },
          { alias: 'customers', on: ['orders.customer_id=customers.id'] },
        ],
        outputs: total('order_lines.quantity'),
      },
      'passed',
    ],
    [
      'a maximum over the one side',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('customers.credit_limit', 'max'),
      },
      'passed',
    ],
    [
      'a count of different customers',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('customers.id', 'count', true),
      },
      'passed',
    ],
    [
      'a count of customers, each repeated by its orders',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('customers.id', 'count'),
      },
      'failed',
    ],
    [
      'a count of rows of orders with their customers',
      {
        sources: ['orders', 'customers'],
        joins: [{ alias: 'customers', on: ['orders.customer_id=customers.id'] }],
        outputs: [{ name: 'n', count: '*' }],
      },
      'passed',
    ],
    [
      'a count of rows over two many sides (chasm trap)',
      {
        sources: ['customers', 'orders', 'visits'],
        joins: [ORDERS_OF_CUSTOMERS, { alias: 'visits', on: ['customers.id=visits.customer_id'] }],
        outputs: [{ name: 'n', count: '*' }],
      },
      'failed',
    ],
    [
      'a sum over one of two many sides (chasm trap)',
      {
        sources: ['customers', 'orders', 'visits'],
        joins: [ORDERS_OF_CUSTOMERS, { alias: 'visits', on: ['customers.id=visits.customer_id'] }],
        outputs: total('orders.revenue'),
      },
      'failed',
    ],
    [
      'a sum over the one side within each row of the many side',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('customers.credit_limit'),
        groupBy: ['orders.id'],
      },
      'passed',
    ],
    [
      'a sum over the one side where a filter picks one row of the many side',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: total('customers.credit_limit'),
        filters: [filter('orders.id', '=', '7')],
      },
      'passed',
    ],
    [
      'a sum over a table that EXISTS only filters',
      {
        sources: ['customers', 'orders'],
        joins: [{ ...ORDERS_OF_CUSTOMERS, type: 'semi' }],
        outputs: total('customers.credit_limit'),
      },
      'passed',
    ],
    [
      'a sum over a cross join',
      {
        sources: ['customers', 'orders'],
        joins: [{ alias: 'orders', type: 'cross' }],
        outputs: total('customers.credit_limit'),
      },
      'failed',
    ],
    [
      'a sum joined to orders that were counted per customer first',
      {
        sources: [
          'customers',
          {
            alias: 'o',
            derived: select({
              sources: ['orders'],
              outputs: [{ name: 'customer_id', column: 'orders.customer_id' }],
              groupBy: ['orders.customer_id'],
            }),
          },
        ],
        joins: [{ alias: 'o', on: ['customers.id=orders.customer_id@o'] }],
        outputs: total('customers.credit_limit'),
      },
      'passed',
    ],
    ['a sum over one table', { sources: ['orders'], outputs: total('orders.revenue') }, 'skipped'],
    [
      'a list of joined rows',
      {
        sources: ['customers', 'orders'],
        joins: [ORDERS_OF_CUSTOMERS],
        outputs: [{ name: 'name', column: 'customers.name' }],
      },
      'skipped',
    ],
  ];
  for (const [what, short, outcome] of cases)
    it(`${outcome}: ${what}`, () => {
      expect(checkFanOut(facts(select(short)), catalog).outcome).to.equal(outcome);
    });

  it('looks into derived tables', () => {
    const derived = select({
      sources: ['customers', 'orders'],
      joins: [ORDERS_OF_CUSTOMERS],
      outputs: total('customers.credit_limit'),
    });
    const outer = select({ sources: [{ alias: 'd', derived }], outputs: [] });
    expect(checkFanOut(facts(outer), catalog).outcome).to.equal('failed');
  });

  it('says which rows would be counted more than once', () => {
    const { detail } = checkFanOut(facts(select(cases[0]![1])), catalog);
    expect(detail).to.equal(
      'The sum of customers.credit limit would count rows more than once, because several rows of orders match each row.',
    );
  });

  it('only warns where no key is known', () => {
    const unmeasured = {
      ...catalog,
      relationships: [],
      tables: catalog.tables.map((table) => ({
        ...table,
        primaryKey: null,
        columns: table.columns.map((column) => ({ ...column, profile: null })),
      })),
    };
    expect(checkFanOut(facts(select(cases[0]![1])), unmeasured).outcome).to.equal('warning');
  });
});

describe('the check of counts over outer joins', () => {
  const count = (type: 'left' | 'inner', first: 'customers' | 'orders') => {
    const second = first === 'customers' ? 'orders' : 'customers';
    const statement = select({
      sources: [first, second],
      joins: [{ alias: second, type, on: ['customers.id=orders.customer_id'] }],
      outputs: [{ name: 'n', count: '*' }],
      groupBy: ['customers.name'],
    });
    return checkOuterCount(facts(statement), catalog).outcome;
  };
  it('warns where a customer without orders counts 1', () =>
    expect(count('left', 'customers')).to.equal('warning'));
  it('passes orders with or without a customer', () =>
    expect(count('left', 'orders')).to.equal('passed'));
  it('has nothing to say of inner joins', () =>
    expect(count('inner', 'customers')).to.equal('skipped'));
});

describe('the join check', () => {
  const cases: readonly (readonly [string, ShortSelect, string])[] = [
    [
      'a known relationship',
      { sources: ['customers', 'orders'], joins: [ORDERS_OF_CUSTOMERS] },
      'passed',
    ],
    ['no join', { sources: ['orders'] }, 'skipped'],
    [
      'columns that are neither key nor related',
      {
        sources: ['orders', 'customers'],
        joins: [{ alias: 'customers', on: ['orders.region=customers.name'] }],
      },
      'warning',
    ],
    [
      'every row with every row',
      { sources: ['orders', 'customers'], joins: [{ alias: 'customers', type: 'cross' }] },
      'warning',
    ],
  ];
  for (const [what, short, outcome] of cases)
    it(`${outcome}: ${what}`, () => {
      expect(checkJoinKeys(facts(select(short)), catalog).outcome).to.equal(outcome);
    });
});

describe('the check of sums', () => {
  const outcome = (sum: string, over: Partial<ShortSelect> = {}) =>
    checkNonAdditiveSum(
      facts(select({ sources: ['order_lines'], outputs: [{ name: 'x', sum }], ...over })),
      catalog,
    ).outcome;

  it('passes what adds up', () => expect(outcome('order_lines.quantity')).to.equal('passed'));
  it('warns of summed prices', () => expect(outcome('order_lines.unit_price')).to.equal('warning'));
  it('warns of states summed over time', () =>
    expect(outcome('order_lines.stock')).to.equal('warning'));
  it('warns of states summed over the periods of a table that repeats its things', () => {
    const summed = (name: string, primaryKey: readonly string[]) => {
      const tables = catalog.tables.map((table) => ({
        ...table,
        primaryKey,
        columns: table.columns.map((one) =>
          one.name === 'revenue' ? { ...one, name, unit: null } : one,
        ),
      }));
      const outputs = [{ name: 'x', sum: `orders.${name}` }];
      const statement = facts(select({ sources: ['orders'], outputs }));
      return checkNonAdditiveSum(statement, { ...catalog, tables }).outcome;
    };
    expect(summed('students', ['region', 'ordered_on'])).to.equal('warning');
    expect(summed('visits', ['region', 'ordered_on'])).to.equal('passed');
    expect(summed('students', ['id'])).to.equal('passed');
  });
  it('passes states at one instant', () =>
    expect(
      outcome('order_lines.stock', { filters: [filter('orders.ordered_on', '=', '2026-01-01')] }),
    ).to.equal('passed'));
});

describe('the check of text values', () => {
  const about = { catalog, policy: NO_ROW_POLICY };
  const limits = { maxIndexedValues: 100, maxIndexedLength: 10 };
  const statement = facts(
    select({
      sources: ['orders'],
      filters: [
        filter('orders.region', 'in', 'Europe', 'Asia', '---', 'longer than the index'),
        filter('orders.region', 'like', 'E%'),
        filter('orders.customer_id', '=', '7'),
      ],
    }),
  );

  it('asks for those that the index can judge', () => {
    const asked = literalsToFind(statement, about, limits);
    expect(asked.map(({ value }) => value)).to.deep.equal(['Europe', 'Asia']);
    expect(literalsToFind(statement, about, { ...limits, maxIndexedValues: 7 })).to.deep.equal([]);
  });

  it('asks for none where there is no index', () => {
    const bare = { catalog: { ...catalog, valueIndexes: [] }, policy: NO_ROW_POLICY };
    expect(literalsToFind(statement, bare, limits)).to.deep.equal([]);
  });

  it('asks for none under a row filter, which an index does not know', () => {
    const policy = { filter: { region: 'Asia' }, hash: 'h' };
    expect(literalsToFind(statement, { catalog, policy }, limits)).to.deep.equal([]);
  });

  const finding = (value: string, found: boolean, near: string | null = null) => ({
    table: 'orders',
    column: 'region',
    value,
    found,
    near,
  });

  it('fails where none of the values is in the data, with what comes close', () => {
    const { check, suggestions } = checkLiterals([finding('Eurpoe', false, 'Europe')], catalog);
    expect(check).to.include({
      outcome: 'failed',
      detail: 'No region is "Eurpoe". Did you mean "Europe"?',
    });
    expect(suggestions).to.deep.equal([{ raw: 'Eurpoe', resolved: 'Europe' }]);
  });

  it('warns where only some are', () => {
    const { check } = checkLiterals([finding('Asia', true), finding('Eurpoe', false)], catalog);
    expect(check.outcome).to.equal('warning');
  });
});

describe('the checks of a result', () => {
  it('warn of nothing found, of nothing to compute from, and of a cut', () => {
    const total = facts(
      select({ sources: ['orders'], outputs: [{ name: 'n', sum: 'orders.revenue' }] }),
    );
    expect(checkEmpty(total, result(['integer'], [])).outcome).to.equal('warning');
    expect(checkEmpty(total, result(['integer'], [[null]])).outcome).to.equal('warning');
    const notes = ['One value is not finite.'];
    expect(checkEmpty(total, result(['decimal'], [[null]], { notes })).detail).to.equal(
      'The result is empty. One value is not finite.',
    );
    expect(checkEmpty(total, result(['integer'], [[0]])).outcome).to.equal('passed');
    expect(checkTruncation(result(['integer'], [[1]], { totalRowsExact: false })).outcome).to.equal(
      'warning',
    );
  });

  it('find the group of what has no name, and an empty cell of a row', () => {
    const outputs = [{ name: 'region', column: 'orders.region' }];
    const cell = facts(select({ sources: ['orders'], outputs }));
    expect(checkEmpty(cell, result(['text'], [[null]])).outcome).to.equal('passed');
  });

  it('say that ties are included', () => {
    const query = {
      ...PLAN.query,
      orderBy: [{ expr: { kind: 'output', name: 'c0' }, direction: 'desc' }],
      limit: { count: 2, withTies: true },
    } as const;
    const check = checkTies(
      query,
      facts(select({ sources: [] })),
      result(['integer'], [[3], [2], [2]]),
    );
    expect(check).to.include({
      outcome: 'passed',
      detail: 'Rows that tie for place 2 are included: 3 rows.',
    });
  });

  const groups: readonly (readonly [
    string,
    ColumnType,
    CellValue,
    readonly CellValue[],
    string,
  ])[] = [
    ['sum', 'decimal', '0.3', ['0.1', '0.20', null], 'passed'],
    ['sum', 'integer', '9007199254740993', ['9007199254740992', '1'], 'passed'],
    ['sum', 'integer', '9007199254740993', ['9007199254740992', '2'], 'failed'],
    ['sum', 'float', 0.3, [0.1, 0.2], 'passed'],
    ['sum', 'float', 0.3, [0.1, 0.21], 'failed'],
    ['count', 'integer', 0, [], 'passed'],
    ['max', 'integer', 5, [3, 5], 'passed'],
    ['min', 'integer', 5, [3, 5], 'failed'],
    ['avg', 'float', 4, [3, 5], 'skipped'],
    ['sum', 'decimal', null, [], 'passed'],
  ];
  for (const [fn, type, total, parts, outcome] of groups)
    it(`${outcome}: ${fn} ${total} of groups ${parts.join(', ')}`, () => {
      const statement = facts(
        select({ sources: ['orders'], outputs: [{ name: 't', sum: 'orders.revenue', fn }] }),
      );
      const breakdown = {
        sql: '',
        facts: statement,
        columns: [],
        rows: parts.map((part, index) => [`g${index}`, part]),
        measure: 1,
      };
      const check = checkBreakdown(statement, result([type], [[total]]), breakdown);
      expect(check.outcome).to.equal(outcome);
    });
});

describe('the verdict', () => {
  const check = (outcome: 'passed' | 'warning' | 'failed' | 'skipped') => ({
    name: outcome,
    outcome,
    detail: `It ${outcome}.`,
  });
  it('is as bad as the worst check', () => {
    expect(verdict([check('passed'), check('skipped')])).to.include({
      status: 'checked',
      reason: '1 check passed.',
    });
    expect(verdict([check('passed'), check('warning')])).to.include({
      status: 'warning',
      reason: 'It warning.',
    });
    expect(verdict([check('warning'), check('failed')]).status).to.equal('failed');
  });
});

describe('the check of total rows', () => {
  const known = {
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...table,
      totalRows: table.name === 'orders' ? [{ column: 'region', values: ['Total'] }] : [],
    })),
  };
  const outcome = (filters: ShortSelect['filters']) => {
    const statement = facts(
      select({
        sources: ['orders'],
        outputs: [{ name: 'x', sum: 'orders.revenue' }],
        filters: filters ?? [],
      }),
    );
    return checkTotalRow(statement, result(['decimal'], [['1']]), null, known).outcome;
  };

  it('warns of a statement that counts them', () => expect(outcome([])).to.equal('warning'));

  it('passes one that leaves them out, or that asks for them', () => {
    expect(outcome([filter('orders.region', '<>', 'Total')])).to.equal('skipped');
    expect(outcome([filter('orders.region', '=', 'Total')])).to.equal('skipped');
    expect(outcome([filter('orders.region', '=', 'North')])).to.equal('skipped');
  });
});
