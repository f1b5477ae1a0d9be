import { expect } from 'chai';
import { type Judge, openJudge } from '../ask/traps/judge.ts';

/** Statements whose one mistake is mended where it is written, and as what. */
const MENDED: readonly (readonly [question: string, sql: string, as: RegExp])[] = [
  [
    'revenue from January to March 2025',
    `SELECT SUM(revenue) AS revenue FROM orders o WHERE o.ordered_at >= '2025-01-01' AND "o"."ordered_at" /* <= */ <= TIMESTAMP '2025-03-31 00:00:00'`,
    /The filter on "ordered at" includes rows until the end of 2025-03-31\./i,
  ],
  [
    'revenue from January to March 2025',
    `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at >= '2025-01-01' AND DATE '2025-03-31' >= ordered_at`,
    /includes rows until the end of 2025-03-31\./,
  ],
  [
    'revenue from January to March 2025',
    `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at BETWEEN '2025-01-01'::DATE AND '2025-03-31'::DATE`,
    /includes rows until the end of 2025-03-31\./,
  ],
  [
    'revenue from January to March 2025',
    `SELECT SUM(revenue) AS revenue FROM orders WHERE ordered_at BETWEEN '2025-01-01' AND '2025-04-01'`,
    /includes rows until the day before 2025-04-01\./,
  ],
  [
    'orders on 3 March 2025',
    `SELECT COUNT(*) AS orders FROM orders WHERE ordered_at = '2025-03-03'`,
    /includes rows for all of 2025-03-03\./,
  ],
  [
    'orders after 3 March 2025',
    `SELECT COUNT(*) AS orders FROM orders WHERE '2025-03-03' < ordered_at`,
    /includes rows from 2025-03-04 onward\./,
  ],
  [
    'orders',
    `SELECT COUNT(*) AS orders FROM orders WHERE ordered_at > '2025-03-03' AND ordered_at <= '2025-05-05'`,
    /from 2025-03-04 onward\. .*until the end of 2025-05-05\./,
  ],
  [
    'salespeople without orders',
    'SELECT name FROM employees WHERE id not  in(SELECT salesperson_id FROM orders)',
    /Empty values in the excluded list are ignored\./,
  ],
  [
    'how many orders in 2025',
    `SELECT COUNT( "o" . "salesperson_id" ) AS total FROM orders o WHERE o.ordered_at >= '2025-01-01' AND o.ordered_at < '2026-01-01'`,
    /All rows of orders are counted/,
  ],
  [
    'how many customers ordered',
    'SELECT count (1) AS number_of_customers FROM customers c JOIN orders o ON o.customer_id = c.id',
    /Each row of customers is counted once\./,
  ],
  [
    'quantity per order',
    "SELECT SUM(quantity)//COUNT(DISTINCT order_id) AS quantity_per_order, '//' AS note FROM order_lines",
    /The division keeps decimals/,
  ],
];

/** The same mistakes where it is not sure which place is meant, or how the text is read. */
const LEFT: readonly (readonly [question: string, sql: string])[] = [
  [
    'quantity per order',
    'SELECT SUM(quantity) // COUNT(DISTINCT order_id) AS a, SUM(quantity) // COUNT(*) AS b FROM order_lines',
  ],
  ['quantity per order', 'SELECT SUM(quantity) // COUNT(*) AS a, $$it$$ AS note FROM order_lines'],
];

describe('a statement with a mistake', () => {
  let judge: Judge;
  before(async () => {
    judge = await openJudge();
  });
  after(() => judge.close());

  for (const [question, sql, as] of MENDED)
    it(`is mended however it is spelled: ${sql}`, async () => {
      const { outcome, reason } = await judge.judge({ schema: 'shop', question, sql });
      expect(outcome, reason).to.equal('repaired');
      expect(reason).to.match(as);
    });
  for (const [question, sql] of LEFT)
    it(`is left alone: ${sql}`, async () => {
      const { outcome } = await judge.judge({ schema: 'shop', question, sql });
      expect(outcome).not.to.equal('repaired');
    });
});
