import { expect } from 'chai';
import { type Looker, openLooker } from './looker.ts';

const TWICE =
  'SELECT DISTINCT c.name FROM orders a JOIN orders b ON b.customer_id = a.customer_id AND b.ordered_at > a.ordered_at JOIN customers c ON c.id = a.customer_id';
const BEFORE =
  'SELECT DISTINCT c.name FROM (SELECT customer_id, status, LAG(status) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS before FROM orders) x JOIN customers c ON c.id = x.customer_id WHERE x.status = x.before';
const PLAIN = 'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id';

describe('a number of the question that is no limit', () => {
  let looker: Looker;
  before(async () => {
    looker = await openLooker();
  });
  after(() => looker.close());

  for (const [question, sql, isDoubted] of [
    ['customers with two consecutive orders of the same status', BEFORE, false],
    ['customers with two orders, one after the other', TWICE, false],
    ['customers with two consecutive orders of the same status', PLAIN, true],
    ['customers with five consecutive orders of the same status', BEFORE, true],
  ] as const)
    it(`${isDoubted ? 'is missed' : 'is kept'}: ${question}: ${sql.slice(0, 60)}`, async () => {
      const { checks } = await looker.look('shop', question, sql);
      const details = checks.flatMap(({ detail }) => detail).join(' ');
      expect(/question (?:mentions|says) (?:two|five)/.test(details)).to.equal(isDoubted);
    });
});
