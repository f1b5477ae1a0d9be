import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Plan, PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { openRetail } from './catalogs.ts';

const NOW = new Date('2026-10-31T12:00:00Z');

type Rows = readonly (readonly unknown[])[];

/** Questions of one conversation, and the rows of the last one. */
const CONVERSATIONS: readonly (readonly [readonly string[], Rows])[] = [
  [
    ['list the customers in Germany', 'what are the cities of those customers?'],
    [['Berlin'], ['Berlin']],
  ],
  [['list the customers in Germany', 'how many of them are there?'], [[2]]],
  [['list the customers in Germany', 'what is their total revenue?'], [[729.2]]],
  [['list the customers in Germany', 'how many orders did they place in 2025'], [[2]]],
  [['list the customers in Germany', 'which ones are older than 30'], [['Ada Byron']]],
  [
    ['how many customers are in France', 'show the names of these customers'],
    [['Ben Kaya'], ['Dan Okafor']],
  ],
  [
    ['how many customers are in France', 'how many of them are in Lyon', 'what are their names'],
    [['Dan Okafor']],
  ],
  [['top 1 product by revenue', 'what is the category of this product'], [['Furniture']]],
  [
    ['top 2 products by revenue', 'what are their unit prices'],
    [[189.5], [420]],
  ],
  [['top 2 products by revenue', 'which of them cost more than 200'], [['Oak table']]],
  [['top 2 products by revenue', 'how many orders do these products have'], [[4]]],
  [['which store has the most orders', 'what is its region'], [['North']]],
  [
    ['top 2 regions by revenue', 'list the stores in those regions'],
    [['Nordmarkt'], ['Suedplatz']],
  ],
  [['how many customers are there', 'how many of those are in Germany'], [[2]]],
  [['how many customers are there', 'and how many of them are in Germany'], [[2]]],
  [
    [
      'list the customers in Germany',
      'which of those are from Berlin',
      'and how many orders do they have?',
    ],
    [[3]],
  ],
  [['how many stores are there', 'how many orders do those stores have'], [[5]]],
  [['list the customers in Germany', 'among them, which are older than 30'], [['Ada Byron']]],
  [
    [
      'list the customers in Germany',
      'what is the name of the customer with the most orders among them',
    ],
    [['Ada Byron']],
  ],
  [
    ['list the stores', 'list the names and ages of customers in Germany in that order'],
    [
      ['Ada Byron', 34],
      ['Cleo Marsh', 27],
    ],
  ],
  [
    ['total revenue in 2025', 'what is it by region'],
    [
      ['North', 499.8],
      ['South', 609.5],
    ],
  ],
  [['list the customers in Germany', 'how many orders do they have', 'and in 2025'], [[2]]],
  // What the question itself names is none of the answer before.
  [
    ['list the customers in Germany', 'list all products and their categories'],
    [
      ['Desk lamp', 'Lighting'],
      ['Oak table', 'Furniture'],
      ['Office chair', 'Furniture'],
    ],
  ],
  [['list the customers in Germany', 'how many stores are there'], [[3]]],
];

/** Words that refer to nothing, or to what the answer before does not tell. */
const UNTOLD: readonly (readonly string[])[] = [
  ['what are the cities of those customers?'],
  ['show their orders'],
  ['what is its region'],
  ['list the customers in Germany', 'what are the categories of these products'],
  ['list the customers in Germany', 'how many orders do they have', 'and in France?'],
  ['how many orders were there in 2025', 'what was their total revenue', 'and in 2026'],
  ['total revenue by region', 'what are the names of those customers in Rome'],
];

describe('References to an answer before', () => {
  let retail: OfflineCatalog;

  before(async () => {
    retail = await openRetail();
  });
  after(() => retail.close());

  /** The plan of the last question; those before it must be answered. */
  function converse(questions: readonly string[]): Plan {
    const { catalog, values } = retail;
    const history: PriorTurn[] = [];
    for (const question of questions.slice(0, -1)) {
      const found = plan({ question, catalog, values, history, now: NOW });
      if (found.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(found)}`);
      history.push({ question, query: found.query });
    }
    return plan({ question: questions.at(-1)!, catalog, values, history, now: NOW });
  }

  for (const [questions, rows] of CONVERSATIONS)
    it(questions.join(' → '), async () => {
      const found = converse(questions);
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      const sql = lowerDuckdb(found.query);
      expect(await retail.run(sql), sql).to.have.deep.members(rows as unknown[]);
    });

  for (const questions of UNTOLD)
    it(`does not guess: ${questions.join(' → ')}`, () => {
      const found = converse(questions);
      expect(found.kind, JSON.stringify(found)).to.be.oneOf(['decline', 'clarify']);
    });

  it('says what it refers to', () => {
    const found = converse(['top 2 products by revenue', 'what are their categories']);
    expect(found)
      .to.have.property('assumptions')
      .that.includes('"their" refers to the answer to "top 2 products by revenue".');
  });

  it('does not build on what was answered before a statement of a model', () => {
    const { catalog, values } = retail;
    const question = 'list the customers in Germany';
    const first = plan({ question, catalog, values, history: [], now: NOW });
    if (first.kind !== 'query') throw new Error(JSON.stringify(first));
    const history: PriorTurn[] = [
      { question, query: first.query, sql: 'SELECT 1' },
      { question: 'who will leave us soon', query: null, sql: 'SELECT 2' },
    ];
    for (const next of ['how many of them are there?', 'only those in Berlin', 'and for France?'])
      expect(plan({ question: next, catalog, values, history, now: NOW }).kind, next).to.equal(
        'decline',
      );
  });
});
