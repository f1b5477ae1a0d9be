import { expect } from 'chai';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { BoardFilter, FilterValue } from '#src/boards/filter-types.ts';
import { applyFilters } from '#src/boards/filters/apply.ts';
import { definedFilters, shownFilters } from '#src/boards/filters/define.ts';
import { appliedValue, limitsOf } from '#src/boards/filters/limits.ts';
import { offeredFilters } from '#src/boards/filters/offer.ts';
import { placeFilter } from '#src/boards/filters/place.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const profile = (samples: readonly string[], nullCount = 0) => ({
  ...{ distinctCount: 5, nullCount, min: null, max: null, unique: false },
  samples,
});
const dimension = (name: string, samples: readonly string[]): CatalogColumn => ({
  ...column(name, 'text'),
  profile: profile(samples),
});

const CATALOG = catalogOf([
  table('orders', [
    { ...column('id', 'integer'), kind: 'identifier' },
    { ...column('customer_id', 'integer'), kind: 'identifier' },
    { ...column('ordered_on', 'date'), profile: profile([], 2) },
    column('shipped_on', 'date'),
    dimension('region', ['West', 'East']),
    dimension('status', ['paid', 'open']),
    { ...column('amount', 'decimal'), kind: 'measure' },
    column('margin', 'text', { hidden: true }),
  ]),
  table('customers', [
    { ...column('id', 'integer'), kind: 'identifier' },
    dimension('region', ['West', 'North']),
    column('since', 'timestamp'),
    column('email', 'text', { sensitive: true }),
  ]),
  table('refunds', [
    column('refunded_on', 'date'),
    dimension('status', ['done', 'failed']),
    { ...column('amount', 'decimal'), kind: 'measure' },
  ]),
  table('budgets', [{ ...column('amount', 'decimal'), kind: 'measure' }]),
]);
const dialect = createPostgresDialect();
async function factsOf(sql: string, catalog: Catalog = CATALOG) {
  const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(60_000));
  if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
  return parsed.facts;
}

const PERIOD = [
  { table: 'orders', column: 'ordered_on' },
  { table: 'refunds', column: 'refunded_on' },
];
const BY_MONTH = "date_trunc('month', ordered_on)";

/** Where a period of orders and refunds holds, by statement. */
const PLACED: readonly (readonly [sql: string, where: string])[] = [
  ['SELECT SUM(amount) FROM orders', 'orders'],
  [`SELECT ${BY_MONTH}, AVG(amount) FROM orders GROUP BY 1`, 'orders'],
  ['SELECT COUNT(*) FROM customers', 'no_column'],
  [
    'SELECT c.region, SUM(o.amount) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1',
    'orders',
  ],
  ['SELECT SUM(o.amount) FROM customers c, orders o WHERE c.id = o.customer_id', 'orders'],
  // What an outer join keeps is not filtered by what it adds.
  ['SELECT COUNT(*) FROM customers c LEFT JOIN orders o ON c.id = o.customer_id', 'partly'],
  [
    'SELECT c.region, COUNT(o.id) FROM customers c LEFT JOIN orders o ON c.id = o.customer_id GROUP BY 1',
    'orders',
  ],
  [
    'SELECT c.region, COUNT(o.id), COUNT(c.id) FROM customers c LEFT JOIN orders o ON c.id = o.customer_id GROUP BY 1',
    'partly',
  ],
  ['SELECT c.region FROM customers c LEFT JOIN orders o ON c.id = o.customer_id', 'partly'],
  ['SELECT COUNT(*) FROM orders o FULL JOIN customers c ON c.id = o.customer_id', 'partly'],
  ['SELECT COUNT(*) FROM customers c RIGHT JOIN orders o ON c.id = o.customer_id', 'orders'],
  [
    'SELECT COUNT(*) FROM customers c LEFT JOIN (budgets b CROSS JOIN orders o) ON c.id = o.customer_id',
    'partly',
  ],
  // Numbers of other tables beside them.
  ['SELECT SUM(amount) / (SELECT SUM(amount) FROM budgets) FROM orders', 'partly'],
  ['SELECT SUM(amount) / (SELECT SUM(amount) FROM orders) FROM orders', 'orders'],
  ['SELECT (SELECT SUM(amount) FROM orders), (SELECT COUNT(*) FROM customers)', 'partly'],
  ['SELECT (SELECT SUM(amount) FROM orders), (SELECT SUM(amount) FROM refunds)', 'orders refunds'],
  [
    'WITH b AS (SELECT SUM(amount) AS all_of FROM budgets) SELECT SUM(o.amount) / MAX(b.all_of) FROM orders o CROSS JOIN b',
    'partly',
  ],
  ['WITH m AS (SELECT ordered_on, amount FROM orders) SELECT SUM(amount) FROM m', 'orders'],
  [
    'WITH m AS (SELECT region, SUM(amount) AS s FROM orders GROUP BY 1) SELECT AVG(s) FROM m',
    'orders',
  ],
  ['SELECT SUM(amount) FROM orders UNION ALL SELECT SUM(amount) FROM refunds', 'orders refunds'],
  ['SELECT SUM(amount) FROM orders UNION ALL SELECT SUM(amount) FROM budgets', 'no part: partly'],
  ['SELECT SUM(amount) FROM orders EXCEPT SELECT SUM(amount) FROM budgets', 'no part: partly'],
  // Conditions over other tables say which rows are meant.
  ['SELECT SUM(amount) FROM orders WHERE customer_id IN (SELECT id FROM customers)', 'orders'],
  [
    'SELECT COUNT(*) FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)',
    'partly',
  ],
  [
    'SELECT COUNT(*) FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)',
    'partly',
  ],
  // Two dates in one card: that which it speaks of, or neither.
  ['SELECT SUM(o.amount) FROM orders o JOIN refunds r ON r.amount = o.amount', 'ambiguous'],
  [
    `SELECT ${BY_MONTH}, COUNT(*) FROM orders o JOIN refunds r ON r.amount = o.amount GROUP BY 1`,
    'orders',
  ],
  [
    'SELECT ordered_on, refunded_on FROM orders o JOIN refunds r ON r.amount = o.amount',
    'ambiguous',
  ],
  [
    `SELECT ${BY_MONTH}, COUNT(*) FROM orders o JOIN refunds r ON r.amount = o.amount GROUP BY 1 UNION ALL SELECT refunded_on, 1 FROM refunds`,
    'ambiguous',
  ],
  ['SELECT 1', 'no_column'],
];

describe('where a filter of a board holds in a card', () => {
  for (const [sql, where] of PLACED)
    it(`${where}: ${sql}`, async () => {
      const placed = placeFilter(await factsOf(sql), PERIOD);
      const found =
        'columns' in placed
          ? placed.columns
              .map((one) => one.table)
              .toSorted()
              .join(' ')
          : placed.problem;
      expect(found).to.equal(where.replace('no part: ', ''));
    });
});

describe('a statement that is nested deep', () => {
  it('is placed in a moment', async () => {
    let sql = 'SELECT amount FROM orders';
    for (let depth = 0; depth < 30; depth += 1)
      sql = `SELECT SUM(amount) AS amount FROM (${sql}) t${depth}`;
    const facts = await factsOf(sql);
    const start = performance.now();
    expect(placeFilter(facts, PERIOD)).to.have.property('columns');
    expect(performance.now() - start).to.be.lessThan(500);
  });
});

describe('filters of a board on a card', () => {
  const filter = (more: Partial<BoardFilter> = {}): BoardFilter => ({
    ...{ id: 'date', name: 'Date', kind: 'period', columns: PERIOD },
    ...more,
  });
  const apply = async (
    sql: string,
    one: BoardFilter | null,
    value: FilterValue,
    catalog = CATALOG,
  ) =>
    applyFilters(await factsOf(sql, catalog), catalog, NO_ROW_POLICY, [
      { id: 'date', filter: one, value: appliedValue(value, '2026-03-31') },
    ]);

  it('say which column a period uses, that the question limits it already, and which rows it loses', async () => {
    const { filters, limits } = await apply(
      "SELECT SUM(amount) FROM orders WHERE ordered_on >= '2025-01-01'",
      filter(),
      { from: '2024-01-01', to: '2024-12-31' },
    );
    expect(filters).to.deep.equal([
      {
        ...{ id: 'date', problem: null, reason: null },
        columns: [{ table: 'orders', column: 'ordered_on' }],
        ...{ limited_already: true, leaves_out_empty: true, days_in_utc: false },
      },
    ]);
    expect([...(limits ?? [])]).to.deep.equal([
      [
        'orders',
        [
          [{ column: 'ordered_on', op: '>=', value: '2024-01-01' }],
          [{ column: 'ordered_on', op: '<', value: '2025-01-01' }],
        ],
      ],
    ]);
  });

  it('have no number where one of them does not apply, and say why', async () => {
    const value = { from: '2024-01-01', to: null };
    const cases = [
      ['SELECT COUNT(*) FROM customers', filter(), 'no_column'],
      [
        'SELECT SUM(amount) FROM orders',
        filter({ columns: [{ table: 'orders', column: 'gone_on' }] }),
        'gone',
      ],
      [
        'SELECT SUM(amount) FROM orders',
        filter({ columns: [{ table: 'orders', column: 'margin' }] }),
        'gone',
      ],
      ['SELECT SUM(amount) FROM orders', null, 'unknown'],
      ['SELECT SUM(amount) FROM orders', filter({ kind: 'values' }), 'unknown'],
    ] as const;
    for (const [sql, one, problem] of cases) {
      const { filters, limits } = await apply(sql, one, value);
      expect(filters[0], problem).to.include({ problem });
      expect(filters[0]?.reason, problem).to.be.a('string');
      expect(limits, problem).to.equal(null);
    }
  });

  it('name the zone of days where it is not that of the workspace', async () => {
    const berlin = {
      ...CATALOG,
      timezone: 'Europe/Berlin',
      tables: CATALOG.tables.map((one) => ({
        ...one,
        columns: one.columns.map((each) =>
          each.type === 'timestamp' ? { ...each, nativeType: 'timestamp with time zone' } : each,
        ),
      })),
    };
    const since = filter({ columns: [{ table: 'customers', column: 'since' }] });
    const { filters } = await apply(
      'SELECT COUNT(*) FROM customers',
      since,
      { period: 'this_year' },
      berlin,
    );
    expect(filters[0]).to.include({ problem: null, days_in_utc: true });
  });

  it('take rows without a value where they are chosen, and both bounds of one table', () => {
    const columns = [{ table: 'orders', column: 'region' }];
    const limits = limitsOf([
      { columns, value: { values: ['West', null] } },
      {
        columns: [{ table: 'orders', column: 'ordered_on' }],
        value: { from: null, to: '2024-02-28' },
      },
    ]);
    expect(limits.get('orders')).to.deep.equal([
      [
        { column: 'region', op: '=', value: 'West' },
        { column: 'region', op: '=', value: null },
      ],
      [{ column: 'ordered_on', op: '<', value: '2024-02-29' }],
    ]);
  });

  it('read a period by its name on the day that it is', () => {
    const on = (period: Extract<FilterValue, { period: unknown }>['period'], today: string) => {
      const value = appliedValue({ period }, today);
      return 'from' in value ? `${value.from} to ${value.to}` : '';
    };
    expect(on('this_month', '2024-02-29')).to.equal('2024-02-01 to 2024-02-29');
    expect(on('last_month', '2024-01-31')).to.equal('2023-12-01 to 2023-12-31');
    expect(on('last_quarter', '2024-02-29')).to.equal('2023-10-01 to 2023-12-31');
    expect(on('this_quarter', '2024-12-31')).to.equal('2024-10-01 to 2024-12-31');
    expect(on('last_year', '2024-02-29')).to.equal('2023-01-01 to 2023-12-31');
    expect(on('last_7_days', '2024-03-01')).to.equal('2024-02-23 to 2024-02-29');
    expect(on('last_12_months', '2024-03-15')).to.equal('2023-03-01 to 2024-02-29');
  });
});

describe('the filters that cards allow', () => {
  const reads = (name: string, ...columns: string[]) =>
    columns.map((one) => ({ table: name, column: one, type: null }));

  it('are dates that the cards use, and dimensions that share values', () => {
    const offered = offeredFilters(CATALOG, [
      reads('orders', 'ordered_on', 'amount'),
      reads('orders', 'amount'),
      reads('customers', 'region'),
      reads('refunds', 'amount'),
    ]);
    const told = offered.map(({ name, kind, columns, cards }) => [
      ...[kind, name, cards],
      columns.map((one) => `${one.table}.${one.column}`).join(' '),
    ]);
    expect(told).to.deep.equal([
      ['period', 'Ordered_on', 4, 'orders.ordered_on customers.since refunds.refunded_on'],
      ['period', 'Shipped_on', 2, 'orders.shipped_on'],
      ['values', 'Region', 3, 'orders.region customers.region'],
      ['values', 'Status (orders)', 2, 'orders.status'],
      ['values', 'Status (refunds)', 1, 'refunds.status'],
    ]);
  });

  it('are kept with ids made of their names, and refuse what cannot work', () => {
    const made = definedFilters(CATALOG, [
      { name: 'Region', kind: 'values', columns: [{ table: 'ORDERS', column: 'Region' }] },
      { name: 'Region', kind: 'values', columns: [{ table: 'customers', column: 'region' }] },
    ]);
    expect(made.map(({ id, columns }) => [id, columns[0]?.table])).to.deep.equal([
      ['region', 'orders'],
      ['region-2', 'customers'],
    ]);
    const refused: readonly (readonly [BoardFilter['kind'], readonly BaseColumn[], string])[] = [
      ['values', [], 'at least one column'],
      ['values', [{ table: 'orders', column: 'margin' }], 'no column orders.margin'],
      ['values', [{ table: 'customers', column: 'email' }], 'no column customers.email'],
      ['values', [{ table: 'orders', column: 'ordered_on' }], 'Choose a column with names'],
      ['period', [{ table: 'orders', column: 'region' }], 'has no dates'],
      [
        'period',
        [...PERIOD, { table: 'orders', column: 'shipped_on' }],
        'one column of each table',
      ],
    ];
    for (const [kind, columns, why] of refused)
      expect(() => definedFilters(CATALOG, [{ name: 'F', kind, columns }])).to.throw(why);
    const same = { id: 'a', name: 'F', kind: 'period', columns: PERIOD } as const;
    expect(() => definedFilters(CATALOG, [same, same])).to.throw('same ID');
  });

  it('show no column that is hidden by now', () => {
    const kept: BoardFilter = {
      ...{ id: 'margin', name: 'Margin', kind: 'values' },
      columns: [
        { table: 'orders', column: 'margin' },
        { table: 'orders', column: 'region' },
      ],
    };
    expect(shownFilters(CATALOG, [kept])[0]?.columns).to.deep.equal([
      { table: 'orders', column: 'region' },
    ]);
  });
});
