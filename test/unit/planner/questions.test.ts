import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { plan } from '#src/planner/planner.ts';
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
];

/** Question → why it is declined. */
const DECLINED: readonly (readonly [string, string])[] = [
  ['delete all customers', 'no_safe_sql'],
  ['How many frobnicators are there?', 'not_in_data'],
  ['customers from Atlantis', 'value_not_found'],
  ['Is it raining?', 'unsupported_question'],
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
