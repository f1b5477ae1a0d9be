import { expect } from 'chai';
import { fragmentText, readFragment, soleAggregate } from '#src/catalog/semantics/fragment.ts';
import { columnOf as column, tableOf as table } from './catalog-builders.ts';

const ORDERS = table('orders', [
  column('amount', { type: 'decimal' }),
  column('date', { type: 'date' }),
  column('Unit Price', { type: 'decimal' }),
  column('status'),
  column('secret', { hidden: true }),
]);

/** Text → its columns; each stands in the place of its name. */
const READ: readonly (readonly [string, readonly string[]])[] = [
  ['SUM(amount)', ['amount']],
  ['sum(AMOUNT * "unit price")', ['amount', 'Unit Price']],
  ['SUM(orders.amount) / NULLIF(COUNT(*), 0)', ['amount']],
  ['SUM(`amount`)', ['amount']],
  ["SUM(CASE WHEN status = 'a) b' THEN amount ELSE 0 END)", ['status', 'amount']],
  ["date >= DATE '2025-01-01'", ['date']],
  ['COUNT(DISTINCT CAST(date AS date))', ['date']],
  ['EXTRACT(year FROM date) = 2025', ['date']],
  ["status IN ('it''s', 'b') OR status IS NULL", ['status', 'status']],
  ['amount::integer % 2 = 0', ['amount']],
  ["SUM(amount) FILTER (WHERE status <> 'x')", ['amount', 'status']],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['SUM(tax)', /"tax" isn't a column of "orders"/],
  ['SUM(secret)', /"secret" isn't a column/],
  ['SUM(customers.amount)', /"customers"/],
  ['(SELECT 1)', /"SELECT"/],
  ['SUM(amount) OVER (PARTITION BY status)', /"OVER"/],
  ['1) UNION (SELECT 1', /brackets/],
  ['SUM((amount)', /brackets/],
  ['SUM(amount) -- all', /comment/],
  ['SUM(amount) /* all */', /comment/],
  ['SUM(amount); DROP TABLE orders', /isn't allowed/],
  ["status = 'a\\' OR 1 = 1'", /isn't allowed/],
  ['status = "kept"', /single quotes/],
  ['status = $1', /isn't allowed/],
  ['@@version', /isn't allowed/],
  ['amount # x', /isn't allowed/],
];

describe('expressions of metrics', () => {
  for (const [sql, columns] of READ)
    it(`reads ${sql}`, () => {
      const read = readFragment(sql, ORDERS);
      if (!('parts' in read)) throw new Error(read.problem);
      const found = read.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]));
      expect(found).to.deep.equal(columns);
      const plain = (text: string) => text.replace(/["`]|orders\./g, '').toLowerCase();
      expect(plain(fragmentText(read.parts))).to.equal(plain(sql));
    });

  for (const [sql, problem] of REFUSED)
    it(`refuses ${sql}`, () => {
      const read = readFragment(sql, ORDERS);
      expect('problem' in read && read.problem).to.match(problem);
    });

  it('knows what is one aggregate alone', () => {
    const sole = (sql: string) => soleAggregate([sql]);
    expect(sole('SUM(a * (b + 1))')).to.deep.equal({ fn: 'sum', distinct: false });
    expect(sole('count(DISTINCT a)')).to.deep.equal({ fn: 'count', distinct: true });
    expect(sole("COUNT(a = ')')")).to.deep.equal({ fn: 'count', distinct: false });
    expect(sole('SUM(a) / SUM(b)')).to.equal(null);
    expect(sole('SUM(a) + 1')).to.equal(null);
  });
});
