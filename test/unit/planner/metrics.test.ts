import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { lowerMysql } from '#plugins/sources/mysql/dialect/lower.ts';
import { lowerPostgres } from '#plugins/sources/postgres/dialect/lower.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { meaningOf } from '#src/catalog/semantics/meaning.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { plan } from '#src/read/plan.ts';
import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { openRetail } from './catalogs.ts';

const NOW = new Date('2026-08-31T12:00:00Z');
const LARGE = 'revenue > 100 OR quantity > 3';
const DOCUMENT = semanticsDocument.parse({
  metrics: [
    {
      name: 'net revenue',
      synonyms: ['net sales'],
      table: 'order_lines',
      expression: 'SUM(revenue)',
      filters: [LARGE],
      signed_by: 'ann',
    },
    { name: 'revenue', table: 'order_lines', expression: 'SUM(order_lines.revenue * 0.9)' },
    {
      name: 'revenue per unit',
      table: 'order_lines',
      expression: 'SUM(revenue) / NULLIF(SUM(quantity), 0)',
      signed_by: 'ann',
    },
    {
      name: 'active customers',
      table: 'orders',
      expression: 'COUNT(DISTINCT "customer_id")',
      filters: ["channel <> 'Phone'"],
    },
  ],
});

const LINES = `FROM order_lines l JOIN orders o USING (order_id) JOIN stores s USING (store_id)
  JOIN products p USING (product_id) JOIN customers c USING (customer_id)`;
const NET = 'WHERE (revenue > 100 OR quantity > 3)';

/** Question → SQL written by hand. */
const ANSWERED: readonly (readonly [string, string])[] = [
  ['net revenue', `SELECT sum(revenue) ${LINES} ${NET}`],
  ['what is our net revenue?', `SELECT sum(revenue) ${LINES} ${NET}`],
  ['total net sales in 2025', `SELECT sum(revenue) ${LINES} ${NET} AND year(order_date) = 2025`],
  [
    'net revenue by region in 2025',
    `SELECT region, sum(revenue) ${LINES} ${NET} AND year(order_date) = 2025 GROUP BY 1`,
  ],
  [
    'net revenue by month',
    `SELECT date_trunc('month', order_date)::DATE, sum(revenue) ${LINES} ${NET} GROUP BY 1`,
  ],
  [
    'top 2 products by net revenue',
    `SELECT product_name, sum(revenue) ${LINES} ${NET} GROUP BY 1 ORDER BY 2 DESC LIMIT 2`,
  ],
  [
    'which product has the highest net revenue',
    `SELECT product_name ${LINES} ${NET} GROUP BY 1 ORDER BY sum(revenue) DESC LIMIT 1`,
  ],
  [
    'customers with net revenue above 500',
    `SELECT c.name ${LINES} ${NET} GROUP BY 1 HAVING sum(revenue) > 500`,
  ],
  ['net revenue of Furniture', `SELECT sum(revenue) ${LINES} ${NET} AND category = 'Furniture'`],
  [
    'net revenue last month',
    `SELECT sum(revenue) ${LINES} ${NET} AND strftime(order_date, '%Y-%m') = '2026-07'`,
  ],
  ['revenue by category', `SELECT category, sum(revenue * 0.9) ${LINES} GROUP BY 1`],
  ['total revenue', `SELECT sum(revenue * 0.9) ${LINES}`],
  ['revenue per unit by region', `SELECT region, sum(revenue) / sum(quantity) ${LINES} GROUP BY 1`],
  [
    'how many active customers are there',
    `SELECT count(DISTINCT customer_id) FROM orders WHERE channel <> 'Phone'`,
  ],
  [
    'active customers by region',
    `SELECT region, count(DISTINCT customer_id) FROM orders JOIN stores USING (store_id) WHERE channel <> 'Phone' GROUP BY 1`,
  ],
];
/** Questions that would compute something else than they say. */
const DECLINED = [
  'average net revenue',
  'total revenue per unit',
  'net revenue and number of order lines by region',
  'order lines with net revenue above 100',
  'list products by net revenue and revenue',
  'number of customers by net revenue',
];

describe('metrics in questions', () => {
  let retail: OfflineCatalog;
  let catalog: Catalog;
  const ask = (question: string): Plan =>
    plan({ question, catalog, values: retail.values, history: [], now: NOW });
  const planned = (question: string) => {
    const found = ask(question);
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    return found;
  };

  before(async () => {
    retail = await openRetail();
    catalog = { ...retail.catalog, meaning: meaningOf(DOCUMENT, retail.catalog) };
  });
  after(() => retail.close());

  for (const [question, sql] of ANSWERED)
    it(question, async () => {
      const made = lowerDuckdb(planned(question).query);
      const text = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
      expect(text(await retail.run(made)), made).to.deep.equal(text(await retail.run(sql)));
    });

  for (const question of DECLINED)
    it(`declines "${question}"`, () => {
      const found = ask(question);
      expect(found.kind, JSON.stringify(found)).to.equal('decline');
    });

  it('says which metric a word was taken for, and who signed it', () => {
    const { assumptions } = planned('net sales by region');
    expect(assumptions).to.include(
      `"net sales" is the metric net revenue, certified by ann: SUM(revenue) of order_lines where ${LARGE}.`,
    );
    expect(planned('total revenue').assumptions).to.include(
      '"revenue" is the metric revenue, a draft that isn\'t certified: SUM(revenue * 0.9) of order_lines.',
    );
  });

  it('is written with its columns resolved in each dialect', () => {
    const { query } = planned('net revenue by region');
    expect(lowerDuckdb(query)).to.contain('SUM(order_lines.revenue)');
    expect(lowerPostgres(query)).to.contain(
      'WHERE (order_lines.revenue > 100 OR order_lines.quantity > 3)',
    );
    expect(lowerMysql(query)).to.match(/SUM\(`?order_lines`?\.`?revenue`?\)/);
  });
});
