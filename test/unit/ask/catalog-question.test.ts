import { expect } from 'chai';
import { catalogQuestion } from '#src/ask/agents/catalog-question.ts';
import { retailCatalog } from './retail.ts';

describe('questions about the data itself', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['What data do I have?', 'tables'],
    ['which tables are there', 'tables'],
    ['Show me all the tables, please.', 'tables'],
    ['What can I ask about?', 'tables'],
    ["What's in my database?", 'tables'],
    ['What columns does the orders table have?', 'orders'],
    ['which fields are in order lines', 'order_lines'],
    ['describe customers', 'customers'],
    ["what's in the order_lines table?", 'order_lines'],
    ['list the columns of visits', 'visits'],
    ['show orders', null],
    ['list customers', null],
    ['what columns does weather have', null],
    ['describe how revenue grew', null],
    ['what data do I have about Europe', null],
    ['which tables sold most', null],
    ['total revenue by region', null],
    ['which metrics are there?', 'metric'],
    ['list the rules', 'note'],
    ['what does net revenue mean', 'net revenue'],
    ['How is turnover calculated?', 'turnover'],
    ['what is meant by churned?', 'churned'],
    ['what does revenue mean', null],
    ['what is net revenue', null],
  ];
  const catalog = {
    ...retailCatalog(),
    meaning: {
      metrics: [
        {
          name: 'net revenue',
          synonyms: ['turnover'],
          table: 'orders',
          expression: ['SUM(', { column: 'revenue' }, ')'],
          filters: [],
          fn: 'sum' as const,
          additive: true,
          description: null,
          signedBy: null,
        },
      ],
      values: [],
      rules: ['Customers without an order in 90 days are churned.'],
      examples: [],
    },
  };
  it('says nothing of what nobody said', () => {
    expect(catalogQuestion('which metrics are there?', retailCatalog())).to.equal(null);
    expect(catalogQuestion('what does churned mean?', retailCatalog())).to.equal(null);
  });
  for (const [question, about] of cases)
    it(`${question} → ${about ?? 'the planner'}`, () => {
      const found = catalogQuestion(question, catalog);
      const named = found?.about === 'columns' ? found.table : found?.about;
      expect(found?.about === 'term' ? found.term : (named ?? null)).to.equal(about);
    });
});
