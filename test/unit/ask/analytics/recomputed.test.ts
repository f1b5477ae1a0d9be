import { expect } from 'chai';
import fc from 'fast-check';
import { rounds } from '../../../fakes/full.ts';
import { COMPANY_TODAY, generateCompany } from '../../../fixtures/analytics/generate.ts';
import { type CompanyWorld, openCompany } from './world.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const TABLES = `order_lines JOIN orders USING (order_id) JOIN stores USING (store_id)
  JOIN products USING (product_id) JOIN customers USING (customer_id)`;
const EXPRESSIONS: Readonly<Record<string, string>> = {
  region: 'stores.region',
  category: 'products.category',
  segment: 'customers.segment',
  channel: 'orders.channel',
};

describe('contributions, growth and shares of answers', () => {
  let company: CompanyWorld;

  before(async () => {
    company = await openCompany((folder) => generateCompany(folder), COMPANY_TODAY);
  });
  after(() => company.close());

  const dimension = fc.constantFrom(...Object.keys(EXPRESSIONS));
  const month = fc.integer({ min: 1, max: 10 });
  const revenueOf = async (group: string, from: string, to: string) => {
    const rows = await company.data.run(
      `SELECT ${group}, round(sum(revenue), 2) FROM ${TABLES} WHERE order_date >= DATE '${from}' AND order_date < DATE '${to}' GROUP BY 1`,
    );
    return new Map(rows.map(([name, value]) => [String(name), Number(value)]));
  };
  const first = (at: number) => `2026-${String(at).padStart(2, '0')}-01`;
  const total = (values: ReadonlyMap<string, number>) =>
    [...values.values()].reduce((sum, value) => sum + value, 0);

  it('are what the rows give', async () => {
    await fc.assert(
      fc.asyncProperty(dimension, month, async (group, at) => {
        const from = at === 1 ? '2025-12-01' : first(at - 1);
        const before = await revenueOf(EXPRESSIONS[group]!, from, first(at));
        const after = await revenueOf(EXPRESSIONS[group]!, first(at), first(at + 1));
        const change = total(after) - total(before);
        const question = `contribution of each ${group} to the change in revenue in ${MONTHS[at - 1]} 2026`;
        const answer = await company.ask(question);
        for (const [name, was, is, moved, , share] of answer.data!.rows) {
          const [a, b] = [before.get(String(name)) ?? 0, after.get(String(name)) ?? 0];
          expect(Number(was)).to.be.closeTo(a, 0.005);
          expect(Number(is)).to.be.closeTo(b, 0.005);
          expect(Number(moved)).to.be.closeTo(b - a, 0.005);
          expect(Number(share)).to.be.closeTo((100 * (b - a)) / change, 0.06);
        }
        const growth = ((100 * change) / total(before)).toFixed(1).replace(/\.0$/, '');
        expect(answer.explanation).to.include(`(${change > 0 ? '+' : ''}${growth}%)`);
      }),
      { numRuns: rounds(25) },
    );
  });

  it('of a kind within each member are what the rows give', async () => {
    const ofOrders = fc.constantFrom('region', 'segment', 'channel');
    const status = fc.constantFrom('cancelled', 'returned', 'completed');
    const known = new Set(
      (await company.data.run('SELECT DISTINCT lower(status) FROM orders')).map(([one]) => one),
    );
    await fc.assert(
      fc.asyncProperty(ofOrders, month, status, async (group, at, kind) => {
        fc.pre(known.has(kind));
        const question = `what percentage of orders were ${kind} by ${group} in ${MONTHS[at - 1]} 2026`;
        const answer = await company.ask(question);
        const rows = await company.data.run(
          `SELECT ${EXPRESSIONS[group]}, count(*) FILTER (WHERE lower(status) = '${kind}'), count(*)
           FROM orders JOIN stores USING (store_id) JOIN customers USING (customer_id)
           WHERE order_date >= DATE '${first(at)}' AND order_date < DATE '${first(at + 1)}' GROUP BY 1`,
        );
        expect(answer.result, answer.explanation).to.equal('success');
        expect(answer.data!.columns.slice(1)).to.deep.equal([
          `${kind}_orders`,
          'orders',
          'share_percent',
        ]);
        expect(answer.data!.rows).to.have.deep.members(
          rows.map(([name, part, whole]) => [
            name,
            Number(part),
            Number(whole),
            Number(((100 * Number(part)) / Number(whole)).toFixed(1)),
          ]),
        );
        const shares = answer.data!.rows.map((row) => Number(row[3]));
        expect(shares).to.deep.equal(shares.toSorted((a, b) => b - a));
      }),
      { numRuns: rounds(20) },
    );
  });

  it('of a whole are what the rows give', async () => {
    await fc.assert(
      fc.asyncProperty(dimension, month, async (group, at) => {
        const values = await revenueOf(EXPRESSIONS[group]!, first(at), first(at + 1));
        const question = `what share of revenue comes from each ${group} in ${MONTHS[at - 1]} 2026`;
        const answer = await company.ask(question);
        expect(answer.data!.rows).to.have.length(values.size);
        for (const [name, value, share] of answer.data!.rows) {
          const own = values.get(String(name))!;
          expect(Number(value)).to.be.closeTo(own, 0.005);
          expect(Number(share)).to.be.closeTo((100 * own) / total(values), 0.06);
        }
      }),
      { numRuns: rounds(15) },
    );
  });
});
