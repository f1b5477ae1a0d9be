import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** Of the five files one after the other. A change of the data changes answers that the docs show: look at them. */
const SHA256 = '8edb2a26f3e055035eb47516a59789affecbe5d76a74f83fd0dc65130e68f305';

describe('the sample company', () => {
  let folder: string;
  let sample: OfflineCatalog;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-sample-'));
    await generateSampleCsvs(folder);
    sample = await catalogFromCsvFolder(folder);
  });
  after(async () => {
    await sample?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const value = async (sql: string) => (await sample.run(sql))[0]![0];

  it('is the same to the byte each time', async () => {
    const files = await generateSampleCsvs(folder);
    const hash = createHash('sha256');
    for (const file of files) hash.update(await readFile(file.path));
    expect(files.map((file) => file.filename)).to.deep.equal([
      'customers.csv',
      'products.csv',
      'stores.csv',
      'orders.csv',
      'order_lines.csv',
    ]);
    expect(hash.digest('hex')).to.equal(SHA256);
  });

  it('has some 20,000 rows between January 2024 and October 2026', async () => {
    const rows = sample.catalog.tables.reduce((sum, table) => sum + table.rowCount, 0);
    expect(rows).to.be.within(19_000, 22_000);
    expect(await value('SELECT min(order_date) FROM orders')).to.equal('2024-01-01');
    expect(await value('SELECT max(order_date) FROM orders')).to.equal('2026-10-31');
  });

  it('joins each order to one store with one region, and knows no other region', () => {
    const regions = sample.catalog.tables.flatMap((table) =>
      table.columns.filter((column) => column.name === 'region').map(() => table.name),
    );
    expect(regions).to.deep.equal(['stores']);
    const links = sample.catalog.relationships.map(
      ({ from, to }) => `${from.table}.${from.columns} → ${to.table}.${to.columns}`,
    );
    expect(links).to.deep.equal([
      'order_lines.order_id → orders.order_id',
      'order_lines.product_id → products.product_id',
      'orders.customer_id → customers.customer_id',
      'orders.store_id → stores.store_id',
    ]);
  });

  it('keeps revenue to the cent: price × quantity less discount, nothing for what came back', async () => {
    const wrong = await value(`
      SELECT count(*) FROM order_lines JOIN orders USING (order_id) JOIN products USING (product_id)
      WHERE round(revenue * 100)::BIGINT <> CASE WHEN status = 'Completed'
        THEN (quantity * round(unit_price * 100)::BIGINT * (100 - discount_percent) + 50) // 100
        ELSE 0 END`);
    expect(wrong).to.equal(0);
  });

  it('lets nobody buy before signing up, nor at a store that is not open', async () => {
    const early = await value(`
      SELECT count(*) FROM orders JOIN customers USING (customer_id) JOIN stores USING (store_id)
      WHERE order_date < signup_date OR order_date < opened_on`);
    expect(early).to.equal(0);
  });

  it('grows, peaks in December, and dips in the West in July 2026 alone', async () => {
    const revenue = (where: string) =>
      value(`SELECT sum(revenue)::DOUBLE FROM order_lines JOIN orders USING (order_id)
             JOIN stores USING (store_id) WHERE ${where}`) as Promise<number>;
    const month = (text: string) => `strftime(order_date, '%Y-%m') = '${text}'`;
    expect(await revenue('year(order_date) = 2025')).to.be.above(
      await revenue('year(order_date) = 2024'),
    );
    expect(await revenue(month('2025-12'))).to.be.above(1.5 * (await revenue(month('2025-06'))));
    const west = `region = 'West' AND ${month('2026-07')}`;
    const usual = `region = 'West' AND ${month('2026-06')}`;
    expect(await revenue(west)).to.be.below(0.6 * (await revenue(usual)));
    const others = (text: string) => revenue(`region <> 'West' AND ${month(text)}`);
    expect(await others('2026-07')).to.be.above(0.8 * (await others('2026-06')));
  });

  it('has gaps, cancelled and returned orders, as real data has', async () => {
    expect(await value('SELECT count(*) FROM customers WHERE segment IS NULL')).to.be.above(0);
    expect(await value('SELECT count(*) FROM products WHERE brand IS NULL')).to.be.above(0);
    expect(await value('SELECT count(DISTINCT status) FROM orders')).to.equal(3);
  });
});
