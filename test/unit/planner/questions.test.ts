import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { plan } from '#src/read/plan.ts';
import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { openRetail } from './catalogs.ts';

const NOW = new Date('2026-10-31T12:00:00Z');

/** Question → rows, in any order. */
const ANSWERED: readonly (readonly [string, readonly (readonly unknown[])[]])[] = [
  ['How many customers are there?', [[4]]],
  [
    'total revenue by region in 2025',
    [
      ['North', 499.8],
      ['South', 609.5],
    ],
  ],
  ['What is the average age of customers?', [[39.25]]],
  ['List the names of customers in Berlin', [['Ada Byron'], ['Cleo Marsh']]],
  ['Which customers have no orders?', [['Dan Okafor']]],
  ['customers without orders in 2025', [['Cleo Marsh'], ['Dan Okafor']]],
  ['how many customers ordered in 2025', [[2]]],
  ['Show the minimum, maximum and average age of customers from France', [[45, 51, 48]]],
  ['What is the name of the oldest customer?', [['Ben Kaya']]],
  ['Which products have a unit price above 100?', [['Oak table'], ['Office chair']]],
  [
    'number of orders per channel',
    [
      ['Online', 3],
      ['In store', 1],
      ['Phone', 1],
    ],
  ],
  ['names of customers with more than 1 order', [['Ada Byron'], ['Ben Kaya']]],
  ['How many orders were placed last quarter?', [[1]]],
  ['top 1 customers by revenue', [['Ben Kaya', 1178]]],
  ['average revenue per order', [[381.44]]],
  [
    'What quantity of each product was ordered?',
    [
      ['Office chair', 5],
      ['Desk lamp', 3],
      ['Oak table', 2],
    ],
  ],
  [
    'revenue by channel',
    [
      ['Online', 959.7],
      ['In store', 189.5],
      ['Phone', 758],
    ],
  ],
  ['What were the sales in 2024?', [[39.9]]],
  ['customers who ordered Office chair', [['Ada Byron'], ['Ben Kaya']]],
  [
    'number of orders by month in 2025',
    [
      ['2025-01-01', 1],
      ['2025-03-01', 1],
      ['2025-05-01', 1],
    ],
  ],
  [
    'total revenue and number of orders by region',
    [
      ['North', 1257.8, 2],
      ['South', 609.5, 2],
      ['West', 39.9, 1],
    ],
  ],
  ['products with a unit price between 100 and 200', [['Office chair']]],
  ["names of customers whose name contains 'ar'", [['Cleo Marsh']]],
];

/** Question → why it is declined. */
const DECLINED: readonly (readonly [string, string])[] = [
  ['delete all customers', 'no_safe_sql'],
  ['How many frobnicators are there?', 'not_in_data'],
  ['customers from Atlantis', 'value_not_found'],
  ['Is it raining?', 'unsupported_question'],
  ['hello there', 'out_of_scope'],
  ['hur många kunder har vi i butikerna', 'out_of_scope'],
  ['total revenue for customers in Hamburg', 'value_not_found'],
  ['share of revenue by region', 'not_in_data'],
  ['number of customers who bought in March 2025', 'not_in_data'],
  ['total unit price of products', 'unsupported_question'],
];

describe('The built-in planner', () => {
  let retail: OfflineCatalog;

  before(async () => {
    retail = await openRetail();
  });
  after(() => retail.close());

  const ask = (question: string) =>
    plan({ question, catalog: retail.catalog, values: retail.values, history: [], now: NOW });

  for (const [question, rows] of ANSWERED) {
    it(`answers: ${question}`, async () => {
      const found = ask(question);
      expect(found.kind, JSON.stringify(found)).to.equal('query');
      if (found.kind !== 'query') return;
      expect(await retail.run(lowerDuckdb(found.query))).to.have.deep.members(rows as unknown[]);
    });
  }

  it('asks back where two readings compute something else, and answers each option', () => {
    const found = ask('How many different cities are there?');
    expect(found.kind, JSON.stringify(found)).to.equal('clarify');
    if (found.kind !== 'clarify') return;
    expect(found.options.length).to.be.within(2, 4);
    for (const { question } of found.options)
      expect(ask(question).kind, question).to.equal('query');
  });

  for (const [question, reason] of DECLINED) {
    it(`declines: ${question}`, () => {
      const found = ask(question);
      expect(found.kind === 'decline' ? found.reason : found).to.equal(reason);
    });
  }
});
