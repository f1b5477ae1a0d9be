import path from 'node:path';
import { expect } from 'chai';
import { plan } from '#src/read/plan.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['total revenue', 'SELECT sum(revenue_usd) FROM sales'],
    ['average revenue', 'SELECT avg(revenue_usd) FROM sales'],
    ['total revenue by region', 'SELECT region,sum(revenue_usd) FROM sales GROUP BY 1'],
    [
      'total revenue in Q3 2026',
      `SELECT sum(revenue_usd) FROM sales WHERE order_date>='2026-07-01' AND order_date<'2026-10-01'`,
    ],
    ['number of sales with revenue over 100', 'SELECT count(*) FROM sales WHERE revenue_usd>100'],
    [
      'which region has the highest revenue',
      'SELECT region FROM sales GROUP BY 1 ORDER BY sum(revenue_usd) DESC LIMIT 1',
    ],
    [
      'top 3 customers by revenue',
      'SELECT customer_name,sum(revenue_usd) FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
    ],
    [
      'bottom 2 customers by quantity in 2026',
      'SELECT customer_name,sum(quantity) FROM sales GROUP BY 1 ORDER BY 2 LIMIT 2',
    ],
    [
      'top 3 sales by revenue',
      'SELECT order_id,revenue_usd FROM sales ORDER BY 2 DESC NULLS LAST LIMIT 3',
    ],
    ['sales by region', 'SELECT region,count(*) FROM sales GROUP BY 1'],
    [
      'number of different regions in West',
      `SELECT count(DISTINCT region) FROM sales WHERE region='West'`,
    ],
    ['number of sales with region West', `SELECT count(*) FROM sales WHERE region='West'`],
    [
      'number of returns opened on 2026-03-02',
      `SELECT count(*) FROM returns WHERE opened_on='2026-03-02'`,
    ],
    [
      'returns opened on March 2, 2026',
      `SELECT return_id FROM returns WHERE opened_on='2026-03-02'`,
    ],
    [
      'which state has the highest total refund',
      'SELECT state FROM returns GROUP BY 1 ORDER BY sum(total_refund) DESC LIMIT 1',
    ],
    [
      'which state has the most returns',
      'SELECT state FROM returns GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    ],
    ['who has the highest salary', 'SELECT name FROM employees ORDER BY salary DESC LIMIT 1'],
    ['who works in Front', `SELECT name FROM employees WHERE department='Front'`],
    ['list payments', 'SELECT paid_on,account,kind,amount,description FROM payments'],
    [
      'largest payment in Savings',
      `SELECT paid_on,account,kind,amount,description FROM payments WHERE account='Savings' ORDER BY amount DESC LIMIT 1`,
    ],
    ['number of payments over 200', 'SELECT count(*) FROM payments WHERE amount>200'],
    ['sales by customer', 'SELECT customer_name,count(*) FROM sales GROUP BY 1'],
  ],
  open: [
    'number of sales region West',
    'number of sales channel online by region',
    'number of sales order date 2026-07-02',
    'total payments',
    'total sales',
    'total sales by region',
    'average sales',
    'which region has the highest sales',
    'customer with the highest quantity',
  ],
};

describeAnswers(
  'questions about one sheet whose name says what a column is called, too',
  'till',
  ASKED,
);

describe('follow-ups over one sheet whose rows would be others', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromCsvFolder(path.join(import.meta.dirname, '../../fixtures/till'));
  });
  after(() => data.close());

  for (const [first, second] of [
    ['top 2 customers by revenue', 'their quantity'],
    ['who has the highest salary', 'how many employees does he manage'],
  ] as const)
    it(`declines: ${first} → ${second}`, () => {
      const asked = { catalog: data.catalog, values: data.values, now: new Date('2026-11-21') };
      const found = plan({ ...asked, question: first, history: [] });
      expect(found.kind).to.equal('query');
      if (found.kind !== 'query') return;
      const history = [{ question: first, query: found.query }];
      expect(plan({ ...asked, question: second, history }).kind).to.equal('decline');
    });
});
