import { expect } from 'chai';
import { type Judge, openJudge } from './traps/judge.ts';

/** First rows that are picked among equals, wherever the cut stands; the last column says what is picked. */
const TIED: readonly (readonly [what: string, sql: string])[] = [
  ['by a shown key', 'SELECT id, quantity FROM order_lines ORDER BY quantity DESC LIMIT 1'],
  ['by a hidden key', 'SELECT id FROM order_lines ORDER BY quantity DESC LIMIT 1'],
  [
    'by a hidden key behind a shown one',
    'SELECT quantity FROM order_lines ORDER BY quantity DESC, unit_price DESC LIMIT 3',
  ],
  [
    'in a WITH',
    'WITH top AS (SELECT id, quantity FROM order_lines ORDER BY quantity DESC LIMIT 3) SELECT id FROM top',
  ],
  [
    'in the second WITH',
    'WITH a AS (SELECT id, quantity FROM order_lines), b AS (SELECT id FROM a ORDER BY quantity LIMIT 1) SELECT * FROM b',
  ],
  [
    'in a derived table',
    'SELECT SUM(t.quantity) AS q FROM (SELECT product_id, quantity FROM order_lines ORDER BY quantity DESC LIMIT 5) AS t',
  ],
  [
    'in a list',
    'SELECT name FROM products WHERE id IN (SELECT product_id FROM order_lines ORDER BY quantity DESC LIMIT 2)',
  ],
  [
    'in a scalar subquery',
    'SELECT name FROM products WHERE id = (SELECT product_id FROM order_lines ORDER BY quantity DESC LIMIT 1)',
  ],
  [
    'beside a LIMIT in a comment and a text',
    "SELECT id, ' LIMIT 7' AS note /* LIMIT 3 */ FROM order_lines ORDER BY quantity DESC -- LIMIT 2\n LIMIT 1;",
  ],
  [
    'by a hidden key behind what is DISTINCT FROM another',
    'SELECT id, quantity IS DISTINCT FROM 3 AS other FROM order_lines ORDER BY greatest(quantity, 1) DESC NULLS LAST LIMIT 1',
  ],
  [
    'of rows that are joined',
    '(SELECT quantity FROM order_lines) UNION ALL (SELECT quantity FROM order_lines) ORDER BY 1 DESC LIMIT 1',
  ],
  [
    'of groups by ROW_NUMBER, as a total',
    'WITH r AS (SELECT id, unit_price, ROW_NUMBER() OVER (PARTITION BY product_id ORDER BY quantity DESC) AS rn FROM order_lines) SELECT SUM(unit_price * id) AS total FROM r WHERE rn = 1',
  ],
  ['by FETCH', 'SELECT id FROM order_lines ORDER BY quantity DESC FETCH FIRST 2 ROWS ONLY'],
  ['after an OFFSET', 'SELECT id FROM order_lines ORDER BY quantity DESC LIMIT 2 OFFSET 3'],
  [
    'of groups by ROW_NUMBER',
    'SELECT product_id, id FROM (SELECT product_id, id, ROW_NUMBER() OVER (PARTITION BY product_id ORDER BY quantity DESC) AS rn FROM order_lines) AS r WHERE rn = 1',
  ],
  [
    'of groups by QUALIFY',
    'SELECT product_id, id FROM order_lines QUALIFY ROW_NUMBER() OVER (PARTITION BY product_id ORDER BY quantity DESC) <= 2',
  ],
  [
    'of groups, by a breaker',
    'WITH c AS (SELECT product_id, order_id, COUNT(*) AS n FROM order_lines GROUP BY product_id, order_id), r AS (SELECT product_id, order_id, ROW_NUMBER() OVER (PARTITION BY product_id ORDER BY n DESC, order_id) AS rn FROM c) SELECT product_id, order_id FROM r WHERE 1 >= rn',
  ],
];

const UNTIED: readonly (readonly [what: string, sql: string])[] = [
  ['by a key', 'SELECT id FROM orders ORDER BY id DESC LIMIT 5'],
  [
    'in a WITH',
    'WITH top AS (SELECT id, revenue FROM orders ORDER BY revenue DESC LIMIT 3) SELECT id FROM top',
  ],
  ['by a plain second key', 'SELECT id FROM order_lines ORDER BY quantity DESC, id LIMIT 3'],
  [
    'of groups',
    'SELECT status, id FROM (SELECT status, id, ROW_NUMBER() OVER (PARTITION BY status ORDER BY revenue DESC) AS rn FROM orders) AS r WHERE rn = 1',
  ],
  [
    'that tie before the cut',
    'SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY quantity DESC) AS rn FROM order_lines) AS r WHERE rn <= 500',
  ],
];

describe('first rows among equals', () => {
  let judge: Judge;
  before(async () => {
    judge = await openJudge();
  });
  after(() => judge.close());

  const ties = async (sql: string) => {
    const { checks } = await judge.judge({ schema: 'shop', question: '', sql });
    return checks.find(({ name }) => name === 'limit_ties')?.outcome ?? 'not looked up';
  };
  for (const [what, sql] of TIED)
    it(`are said to be chance: ${what}`, async () => expect(await ties(sql)).to.equal('warning'));
  for (const [what, sql] of UNTIED)
    it(`are no chance where none ties: ${what}`, async () =>
      expect(await ties(sql)).to.equal('passed'));
});
