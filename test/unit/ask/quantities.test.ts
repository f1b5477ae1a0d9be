import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { type CompanyWorld, openCompany } from './analytics/world.ts';

const rows = Array.from({ length: 60 }, (_, at) => at);
const day = (at: number) => new Date(Date.UTC(2026, 2, 2 + at)).toISOString().slice(0, 10);
const PRODUCTS = ['Birthday cake', 'Rye bread', 'Croissant', 'Baguette'];

async function writeBakery(folder: string): Promise<void> {
  await writeFile(
    path.join(folder, 'orders.csv'),
    [
      'order_id,ordered_on,customer,product,pieces,amount',
      ...rows.map(
        (n) => `${n + 1},${day(n)},Customer ${n % 7},${PRODUCTS[n % 4]},${1 + (n % 5)},${10 + n}`,
      ),
    ].join('\n'),
  );
}

const NOTE = 'Rows of orders are counted, not their pieces.';

describe('a count of rows that have a quantity', () => {
  let world: CompanyWorld;
  before(async () => {
    world = await openCompany(writeBakery, '2026-06-15', { next_questions_ms: 10_000 });
  });
  after(() => world.close());

  for (const question of [
    'how many birthday cakes',
    'how many baguettes were ordered by Customer 3',
  ])
    it(`says that rows are counted, and offers the sum: ${question}`, async () => {
      const { assumptions, nextQuestions, data } = await world.ask(question);
      expect(assumptions).to.include(NOTE);
      const [instead = ''] = nextQuestions;
      const summed = await world.ask(instead);
      expect(summed.sql, instead).to.match(/SUM\(pieces\)/);
      expect(Number(summed.data?.rows[0]?.[0])).to.be.greaterThan(Number(data?.rows[0]?.[0]));
    });

  for (const question of [
    'how many orders',
    'how many orders of birthday cakes',
    'how many pieces of birthday cake were sold',
    'how many customers',
    'number of orders by product',
  ])
    it(`says nothing where what is counted is named: ${question}`, async () => {
      const { result, assumptions } = await world.ask(question);
      expect(result).to.equal('success');
      expect(assumptions).to.not.include(NOTE);
    });
});
