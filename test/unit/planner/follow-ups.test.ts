import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/plan.ts';
import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { openRetail } from './catalogs.ts';

const NOW = new Date('2026-10-31T12:00:00Z');

/** Questions of one conversation, and the rows of the last one. */
const CONVERSATIONS: readonly (readonly [readonly string[], readonly (readonly unknown[])[]])[] = [
  [['total revenue by region in 2025', 'and for 2024?'], [['West', 39.9]]],
  [['total revenue by region', 'only the top 1'], [['North', 1257.8]]],
  [
    ['total revenue by region in 2025', 'by channel instead'],
    [
      ['Online', 919.8],
      ['In store', 189.5],
    ],
  ],
  [['total revenue in 2025', 'and for Furniture?'], [[1029.5]]],
  [['how many customers from Germany', 'what about France?'], [[2]]],
  [
    ['average revenue by region in 2025', 'and the maximum?'],
    [
      ['North', 420],
      ['South', 420],
    ],
  ],
  [['total revenue by region in 2025', 'by channel instead', 'what about 2026?'], [['Phone', 758]]],
  [
    [
      'total revenue',
      'by region',
      'in 2025',
      'and the maximum?',
      'by channel instead',
      'and the minimum?',
      'by region instead',
      'what about 2026?',
      'and the average?',
      'and the total?',
      'what about 2024?',
    ],
    [['West', 39.9]],
  ],
  [['customers in Germany', 'how many?'], [[2]]],
  [['customers in Germany', 'how many of them ordered in 2025'], [[1]]],
  [['how many customers in Germany', 'how many of those are Ada Byron'], [[1]]],
  [
    ['customers in Germany', 'their cities', 'and their age'],
    [
      ['Ada Byron', 'Berlin', 34],
      ['Cleo Marsh', 'Berlin', 27],
    ],
  ],
  [
    ['customers in Germany', 'their total revenue'],
    [
      ['Ada Byron', 689.3],
      ['Cleo Marsh', 39.9],
    ],
  ],
  [
    ['products cheaper than 100', 'cheaper than 200'],
    [['Desk lamp'], ['Office chair']],
  ],
  [['list products', 'order by unit price', 'top 1'], [['Oak table']]],
  [['top 1 products by revenue', 'bottom 1'], [['Desk lamp', 119.7]]],
  [['bottom 1 products by revenue', 'top 1'], [['Office chair', 947.5]]],
  [['total revenue by channel', 'exclude Online orders', 'top 1'], [['Phone', 758]]],
  [['total revenue by region in 2025', 'How many customers are there?'], [[4]]],
];

describe('Follow-up questions', () => {
  let retail: OfflineCatalog;

  before(async () => {
    retail = await openRetail();
  });
  after(() => retail.close());

  for (const [questions, rows] of CONVERSATIONS) {
    it(questions.join(' → '), async () => {
      const history: PriorTurn[] = [];
      let sql = '';
      for (const question of questions) {
        const { catalog, values } = retail;
        const found = plan({ question, catalog, values, history, now: NOW });
        expect(found.kind, JSON.stringify(found)).to.equal('query');
        if (found.kind !== 'query') return;
        sql = lowerDuckdb(found.query);
        history.push({ question, query: found.query });
      }
      expect(await retail.run(sql), sql).to.have.deep.members(rows as unknown[]);
    });
  }

  for (const question of [
    'top 2 customers by revenue',
    'top 2 products by unit price',
    'die 2 besten Kunden nach Umsatz',
    'total revenue by channel',
    'customers in Germany',
  ])
    it(`reads a complete question alone, whatever was asked before: ${question}`, () => {
      const { catalog, values } = retail;
      const read = (asked: string, history: readonly PriorTurn[]) => {
        const found = plan({ question: asked, catalog, values, history, now: NOW });
        expect(found.kind, JSON.stringify(found)).to.equal('query');
        return found.kind === 'query' ? found.query : null;
      };
      const first = 'total revenue by region in 2025';
      const history = [{ question: first, query: read(first, []) }];
      expect(read(question, history)).to.deep.equal(read(question, []));
    });

  for (const [first, second] of [
    ['customers in Germany', 'what do they like'],
    ['the 2 oldest customers', 'how many?'],
    ['the 2 oldest customers', 'bottom 1'],
    ['the 2 oldest customers', 'their total revenue'],
    ['total revenue in 2025', 'who ordered'],
    ['total revenue in 2025', 'and who ordered it?'],
  ] as const)
    it(`does not pass over the answer before: ${first} → ${second}`, () => {
      const { catalog, values } = retail;
      const asked = { catalog, values, now: NOW };
      const found = plan({ ...asked, question: first, history: [] });
      expect(found.kind).to.equal('query');
      if (found.kind !== 'query') return;
      const history = [{ question: first, query: found.query }];
      expect(plan({ ...asked, question: second, history }).kind).to.equal('decline');
    });

  it('tells of a question of its own the same reason as without a conversation', () => {
    const { catalog, values } = retail;
    const first = plan({ question: 'total revenue', catalog, values, history: [], now: NOW });
    expect(first.kind).to.equal('query');
    if (first.kind !== 'query') return;
    const history = [{ question: 'total revenue', query: first.query }];
    const asked = { question: 'how many flurbs', catalog, values, now: NOW };
    const found = plan({ ...asked, history });
    expect(found).to.deep.equal(plan({ ...asked, history: [] }));
    expect(found).to.deep.include({ kind: 'decline', reason: 'not_in_data' });
  });

  it('declines where other rows are named and nothing of them', () => {
    const { catalog, values } = retail;
    const question = 'total revenue by region in 2025';
    const first = plan({ question, catalog, values, history: [], now: NOW });
    if (first.kind !== 'query') throw new Error(JSON.stringify(first));
    const history = [{ question, query: first.query }];
    for (const next of ['what about orders?', 'and the customers?'])
      expect(plan({ question: next, catalog, values, history, now: NOW }).kind, next).to.equal(
        'decline',
      );
  });

  it('declines a change of an answer that it cannot read again', () => {
    const { catalog, values } = retail;
    const first = plan({ question: 'how many stores', catalog, values, history: [], now: NOW });
    if (first.kind !== 'query') throw new Error('not answered');
    const history = [{ question: 'something that a model answered', query: first.query }];
    const found = plan({ question: 'and for Europe?', catalog, values, history, now: NOW });
    expect(found.kind).to.equal('decline');
  });
});
