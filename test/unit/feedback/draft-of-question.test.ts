import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { draftOfQuestion } from '#src/feedback/draft-of-question.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const identifier = (name: string) => ({ ...column(name, 'integer'), kind: 'identifier' as const });
const CATALOG = catalogOf([
  table('customers', [
    identifier('customer_id'),
    { ...column('name', 'text'), personal: 'name' },
    column('city', 'text'),
  ]),
  table('orders', [
    identifier('order_id'),
    identifier('customer_id'),
    column('region', 'text'),
    column('status', 'text'),
    { ...column('revenue', 'decimal'), kind: 'measure' },
    { ...column('cost', 'decimal'), kind: 'measure' },
    { ...column('ordered_on', 'date'), kind: 'time' },
    column('card', 'text', { sensitive: true }),
  ]),
]);
const JOIN = 'orders JOIN customers ON customers.customer_id = orders.customer_id';
const NONE = { column: null, value: null };

/** Questions, the statement that is right for each, and what was lacking; null: nothing, or nothing sure. */
const CASES: readonly (readonly [question: string, sql: string, draft: object | null])[] = [
  [
    'total turnover by region',
    'SELECT region, SUM(revenue) FROM orders GROUP BY region',
    { kind: 'synonym', name: 'turnover', table: 'orders', column: 'revenue', value: null },
  ],
  [
    'what is our contribution margin by region',
    'SELECT region, SUM(revenue - cost) FROM orders GROUP BY region',
    {
      ...{ kind: 'metric', name: 'contribution margin', table: 'orders' },
      ...{ expression: 'SUM(revenue - cost)', filters: [] },
    },
  ],
  [
    'how many shoppers do we have in 2025',
    'SELECT COUNT(*) FROM customers',
    { kind: 'synonym', name: 'shoppers', table: 'customers', ...NONE },
  ],
  [
    'how many shoppers ordered in March 2025',
    `SELECT COUNT(DISTINCT customers.customer_id) FROM ${JOIN} WHERE ordered_on >= DATE '2025-03-01' AND ordered_on < DATE '2025-04-01'`,
    { kind: 'synonym', name: 'shoppers', table: 'customers', ...NONE },
  ],
  [
    'number of bounced orders',
    "SELECT COUNT(*) FROM orders WHERE status = 'returned'",
    { kind: 'synonym', name: 'bounced', table: 'orders', column: 'status', value: 'returned' },
  ],
  [
    'how many churners last year',
    "SELECT COUNT(*) FROM orders WHERE status = 'cancelled'",
    {
      ...{ kind: 'metric', name: 'churners', table: 'orders', expression: 'COUNT(*)' },
      filters: ["status = 'cancelled'"],
    },
  ],
  [
    'revenue by territory',
    'SELECT region, SUM(revenue) FROM orders GROUP BY region',
    { kind: 'synonym', name: 'territory', table: 'orders', column: 'region', value: null },
  ],
  [
    'number of orders by territory',
    'SELECT region, COUNT(*) FROM orders GROUP BY region',
    { kind: 'synonym', name: 'territory', table: 'orders', column: 'region', value: null },
  ],
  ['revenue by region', 'SELECT region, SUM(revenue) FROM orders GROUP BY region', null],
  // Two things lack words, or two words lack things.
  ['turnover by territory', 'SELECT region, SUM(revenue) FROM orders GROUP BY region', null],
  ['turnover of orders by territory', 'SELECT SUM(revenue) FROM orders', null],
  ['number of bulky orders', 'SELECT COUNT(*) FROM orders WHERE revenue > 1000', null],
  ['wie viele Umsätze gab es letztes Jahr', 'SELECT SUM(revenue) FROM orders', null],
  // The name of a person is nobody's synonym, and nothing is drafted of a sensitive column.
  ['orders of bossman', `SELECT COUNT(*) FROM ${JOIN} WHERE name = 'Ann Lee'`, null],
  ['orders by plastic', 'SELECT card, COUNT(*) FROM orders GROUP BY card', null],
  ['turnover', 'SELECT SUM(revenue) FROM (SELECT * FROM orders) AS o', null],
  ['turnover', 'SELECT SUM(revenue) FROM orders UNION SELECT 1', null],
  ['', 'SELECT SUM(revenue) FROM orders', null],
];

describe('the definition that a failed question lacked', () => {
  let duckdb: TestDuckdb;
  before(async () => {
    duckdb = await openTestDuckdb();
  });
  after(() => duckdb?.close());

  for (const [question, sql, draft] of CASES)
    it(`${question || 'no words'}: ${draft === null ? 'none' : JSON.stringify(draft)}`, async () => {
      const dialect = createDuckdbDialect(duckdb);
      const parsed = await dialect.parse(sql, CATALOG, AbortSignal.timeout(30_000));
      if ('refusal' in parsed) throw new Error(parsed.refusal.text);
      expect(draftOfQuestion(question, parsed.facts, CATALOG)).to.deep.equal(draft);
    });
});
