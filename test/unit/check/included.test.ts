import { expect } from 'chai';
import type { Check } from '#src/check/types.ts';
import { type Looker, openLooker } from './looker.ts';

describe('what a question includes', () => {
  let looker: Looker;
  before(async () => {
    looker = await openLooker();
  });
  after(() => looker.close());
  const warning = async (question: string, where: string) => {
    const sql = `SELECT COUNT(*) AS n FROM orders ${where}`;
    const { checks } = await looker.look('shop', question, sql);
    const found = checks.find(({ name }: Check) => name === 'asked_for');
    return found?.outcome === 'warning' ? found.detail : null;
  };

  for (const question of [
    'how many orders, including cancelled',
    'how many orders including the cancelled ones',
    'number of orders, inclusive of cancelled orders',
    'how many orders, whether or not cancelled',
    'how many orders including cancelled by customer',
  ])
    it(`is nothing to keep rows by: ${question}`, async () => {
      const only = "WHERE status = 'cancelled'";
      expect(await warning(question, only)).to.match(/leaves all other rows out/);
      expect(await warning(question, '')).to.equal(null);
    });

  it('is something else where rows of another table are included', async () => {
    expect(
      await warning(
        'how many customers with orders including cancelled ones',
        "o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'cancelled'",
      ),
    ).to.match(/leaves all other rows out/);
    expect(
      await warning(
        'how many orders including the product Desk',
        "o WHERE EXISTS (SELECT 1 FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = o.id AND p.name = 'Desk')",
      ),
    ).to.not.match(/leaves all other rows out/);
  });
});
