import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

const SALES = `FROM order_lines l JOIN orders o ON o.order_id = l.order_id
  JOIN stores s ON s.store_id = o.store_id JOIN products p ON p.product_id = l.product_id
  JOIN customers c ON c.customer_id = o.customer_id`;
const IN_2025 = 'year(o.order_date) = 2025';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ANSWERED: readonly (readonly [string, string])[] = [
  ['how many customers are there', 'SELECT count(*) FROM customers'],
  ['how many products do we have', 'SELECT count(*) FROM products'],
  ['how many orders were placed in 2025', `SELECT count(*) FROM orders o WHERE ${IN_2025}`],
  ['total revenue', 'SELECT sum(revenue) FROM order_lines'],
  ['how much revenue did we make in 2025', `SELECT sum(revenue) ${SALES} WHERE ${IN_2025}`],
  ['what was our revenue last year', `SELECT sum(revenue) ${SALES} WHERE ${IN_2025}`],
  [
    'revenue last quarter',
    `SELECT sum(revenue) ${SALES} WHERE order_date BETWEEN '2026-07-01' AND '2026-09-30'`,
  ],
  [
    'revenue between March and May 2025',
    `SELECT sum(revenue) ${SALES} WHERE ${IN_2025} AND month(order_date) IN (3, 4, 5)`,
  ],
  ['revenue from 2025', `SELECT sum(revenue) ${SALES} WHERE ${IN_2025}`],
  ['revenue from 2025 on', `SELECT sum(revenue) ${SALES} WHERE year(order_date) >= 2025`],
  ['revenue by region', `SELECT region, sum(revenue) ${SALES} GROUP BY 1`],
  [
    'revenue by month in 2025',
    `SELECT strftime(order_date, '%Y-%m-01'), sum(revenue) ${SALES} WHERE ${IN_2025} GROUP BY 1`,
  ],
  [
    'monthly revenue in 2025 by region',
    `SELECT strftime(order_date, '%Y-%m-01'), region, sum(revenue) ${SALES} WHERE ${IN_2025} GROUP BY 1, 2`,
  ],
  [
    'monthly orders by channel',
    "SELECT strftime(order_date, '%Y-%m-01'), channel, count(*) FROM orders GROUP BY 1, 2",
  ],
  [
    'total sales by region and channel',
    `SELECT region, channel, sum(revenue) ${SALES} GROUP BY 1, 2`,
  ],
  ['revenue of online orders', `SELECT sum(revenue) ${SALES} WHERE channel = 'Online'`],
  [
    'online revenue in 2025',
    `SELECT sum(revenue) ${SALES} WHERE channel = 'Online' AND ${IN_2025}`,
  ],
  [
    'furniture sales by region',
    `SELECT region, sum(revenue) ${SALES} WHERE category = 'Furniture' GROUP BY 1`,
  ],
  [
    'revenue from corporate customers in 2025',
    `SELECT sum(revenue) ${SALES} WHERE segment = 'Corporate' AND ${IN_2025}`,
  ],
  ['revenue from customers in Germany', `SELECT sum(revenue) ${SALES} WHERE country = 'Germany'`],
  [
    'revenue in the West in July 2026',
    `SELECT sum(revenue) ${SALES} WHERE region = 'West' AND strftime(order_date, '%Y-%m') = '2026-07'`,
  ],
  [
    'which month had the highest revenue',
    `SELECT strftime(order_date, '%Y-%m-01'), sum(revenue) ${SALES} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    'what month had the most orders in 2025',
    `SELECT strftime(order_date, '%Y-%m-01'), count(*) FROM orders o WHERE ${IN_2025} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    'top 3 months by revenue in 2025',
    `SELECT strftime(order_date, '%Y-%m-01'), sum(revenue) ${SALES} WHERE ${IN_2025} GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  [
    'top 5 products by revenue',
    `SELECT p.name, sum(revenue) ${SALES} GROUP BY p.product_id, 1 ORDER BY 2 DESC LIMIT 5`,
  ],
  [
    'top 5 products by revenue in 2025',
    `SELECT p.name, sum(revenue) ${SALES} WHERE ${IN_2025} GROUP BY p.product_id, 1 ORDER BY 2 DESC LIMIT 5`,
  ],
  [
    'top 3 products by revenue in the West',
    `SELECT p.name, sum(revenue) ${SALES} WHERE region = 'West' GROUP BY p.product_id, 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  [
    'top 3 customers from Germany by revenue in 2025',
    `SELECT c.name, sum(revenue) ${SALES} WHERE country = 'Germany' AND ${IN_2025} GROUP BY c.customer_id, 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  [
    'bottom 5 products by revenue',
    `SELECT p.name, sum(revenue) ${SALES} GROUP BY p.product_id, 1 ORDER BY 2 LIMIT 5`,
  ],
  [
    'top 3 categories by revenue',
    `SELECT category, sum(revenue) ${SALES} GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  [
    'which store had the lowest revenue in 2025',
    `SELECT s.name ${SALES} WHERE ${IN_2025} GROUP BY s.store_id, 1 ORDER BY sum(revenue) LIMIT 1`,
  ],
  [
    'which category had the highest revenue in 2025',
    `SELECT category ${SALES} WHERE ${IN_2025} GROUP BY 1 ORDER BY sum(revenue) DESC LIMIT 1`,
  ],
  [
    'which region sold the most units in 2025',
    `SELECT region ${SALES} WHERE ${IN_2025} GROUP BY 1 ORDER BY sum(quantity) DESC LIMIT 1`,
  ],
  [
    'top 3 stores by number of orders in 2025',
    `SELECT s.name, count(*) FROM orders o JOIN stores s USING (store_id) WHERE ${IN_2025} GROUP BY s.store_id, 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  [
    'which customer placed the most orders in 2025',
    `SELECT c.name FROM orders o JOIN customers c USING (customer_id) WHERE ${IN_2025} GROUP BY c.customer_id, 1 ORDER BY count(*) DESC LIMIT 1`,
  ],
  ['orders by status', 'SELECT status, count(*) FROM orders GROUP BY 1'],
  ['customers by country', 'SELECT country, count(*) FROM customers GROUP BY 1'],
  [
    'orders per month in 2025',
    `SELECT strftime(order_date, '%Y-%m-01'), count(*) FROM orders o WHERE ${IN_2025} GROUP BY 1`,
  ],
  ['how many orders were cancelled', `SELECT count(*) FROM orders WHERE status = 'Cancelled'`],
  [
    'percentage of orders cancelled',
    `SELECT 100.0 * count(*) FILTER (WHERE status = 'Cancelled') / count(*) FROM orders`,
  ],
  [
    'cancelled orders by region',
    `SELECT region, count(*) FROM orders JOIN stores USING (store_id) WHERE status = 'Cancelled' GROUP BY 1`,
  ],
  [
    'how many orders are completed or returned',
    `SELECT count(*) FROM orders WHERE status IN ('Completed', 'Returned')`,
  ],
  [
    'how many customers signed up each month in 2025',
    `SELECT strftime(signup_date, '%Y-%m-01'), count(*) FROM customers WHERE year(signup_date) = 2025 GROUP BY 1`,
  ],
  [
    'how many customers signed up in 2025',
    'SELECT count(*) FROM customers WHERE year(signup_date) = 2025',
  ],
  ['how many units were sold in 2025', `SELECT sum(quantity) ${SALES} WHERE ${IN_2025}`],
  [
    'units sold by category in 2025',
    `SELECT category, sum(quantity) ${SALES} WHERE ${IN_2025} GROUP BY 1`,
  ],
  [
    'how many customers bought Ash Armchair in 2025',
    `SELECT count(DISTINCT c.customer_id) ${SALES} WHERE p.name = 'Ash Armchair' AND ${IN_2025}`,
  ],
  [
    'In 2025, how many customers bought Ash Armchair?',
    `SELECT count(DISTINCT c.customer_id) ${SALES} WHERE p.name = 'Ash Armchair' AND ${IN_2025}`,
  ],
  [
    'which customers bought Ash Armchair in March 2025',
    `SELECT DISTINCT c.name ${SALES} WHERE p.name = 'Ash Armchair' AND ${IN_2025} AND month(order_date) = 3`,
  ],
  [
    'In 2025, how many customers placed an order?',
    `SELECT count(DISTINCT customer_id) FROM orders o WHERE ${IN_2025}`,
  ],
  [
    'how many customers ordered in March 2025',
    `SELECT count(DISTINCT customer_id) FROM orders o WHERE ${IN_2025} AND month(order_date) = 3`,
  ],
  [
    'how many orders were placed by customers from Germany in 2025',
    `SELECT count(*) FROM orders o JOIN customers USING (customer_id) WHERE country = 'Germany' AND ${IN_2025}`,
  ],
  [
    'which customers had more than 10 orders in 2025',
    `SELECT any_value(c.name) FROM orders o JOIN customers c USING (customer_id) WHERE ${IN_2025} GROUP BY c.customer_id HAVING count(*) > 10`,
  ],
  [
    'how many customers had revenue above 5000',
    `SELECT count(*) FROM (SELECT c.customer_id ${SALES} GROUP BY 1 HAVING sum(revenue) > 5000)`,
  ],
  [
    'orders with revenue above 1000',
    'SELECT order_id FROM order_lines GROUP BY 1 HAVING sum(revenue) > 1000',
  ],
  [
    'how many customers never ordered',
    'SELECT count(*) FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders)',
  ],
  [
    'how many orders did Anton Hansen place in 2025',
    `SELECT count(*) FROM orders o JOIN customers c USING (customer_id) WHERE c.name = 'Anton Hansen' AND ${IN_2025}`,
  ],
  ['average order value', 'SELECT sum(revenue) / count(DISTINCT order_id) FROM order_lines'],
  [
    'average order value by region',
    `SELECT region, sum(revenue) / count(DISTINCT o.order_id) ${SALES} GROUP BY 1`,
  ],
  [
    'average revenue per order in 2025',
    `SELECT sum(revenue) / count(DISTINCT o.order_id) ${SALES} WHERE ${IN_2025}`,
  ],
  // The first "order" is the rows, no order of what is shown.
  [
    'average revenue per order by region',
    `SELECT region, sum(revenue) / count(DISTINCT o.order_id) ${SALES} GROUP BY 1`,
  ],
  ['average revenue per customer', `SELECT sum(revenue) / count(DISTINCT o.customer_id) ${SALES}`],
  ['average revenue per month in 2025', `SELECT sum(revenue) / 12 ${SALES} WHERE ${IN_2025}`],
  [
    'median order value',
    `SELECT median(n) FROM (SELECT sum(revenue) AS n ${SALES} GROUP BY o.order_id)`,
  ],
  ['average unit price by category', 'SELECT category, avg(unit_price) FROM products GROUP BY 1'],
  [
    'what is the price of Ash Armchair',
    `SELECT unit_price FROM products WHERE name = 'Ash Armchair'`,
  ],
  ['products cheaper than 20', 'SELECT name FROM products WHERE unit_price < 20'],
  ['what categories do we have', 'SELECT DISTINCT category FROM products'],
  ['which stores are in the West', `SELECT name FROM stores WHERE region = 'West'`],
  ['which city is Hudson Arcade in', `SELECT city FROM stores WHERE name = 'Hudson Arcade'`],
  ['when was the first order placed', 'SELECT min(order_date) FROM orders'],
  ['when was the latest order', 'SELECT max(order_date) FROM orders'],
  ['when did the first store open', 'SELECT min(opened_on) FROM stores'],
  ['which stores opened after 2020', 'SELECT name FROM stores WHERE year(opened_on) > 2020'],
];

/** What the planner does not compute, or what can be read in two ways. */
const DECLINED = [
  // Customers have a city of their own: that of the stores where they bought is another one.
  'customers in New York',
  'customers in chicago city',
  'list customers whose city is new york',
  'revenue last quarter vs the quarter before',
  'revenue in 2024 and 2025',
  'revenue growth 2025',
  'share of online revenue',
  'average product value',
  'profit by product',
  'which products were not sold in 2025',
  'when was the first store closed',
  'when was the first order shipped',
  'why did revenue drop in July 2026',
];

describe('questions of newcomers about the sample company', () => {
  let folder: string;
  let data: OfflineCatalog;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-newcomers-'));
    await generateSampleCsvs(folder);
    data = await catalogFromCsvFolder(folder);
  });

  after(async () => {
    await data.close();
    await rm(folder, { recursive: true });
  });

  for (const [question, sql] of ANSWERED)
    it(`answers: ${question}`, () => expectRows(question, sql, data));

  for (const question of ['top 5 customers', 'best selling product'])
    it(`asks back: ${question}`, () => expect(planOver(question, data).kind).to.equal('clarify'));

  for (const question of DECLINED)
    it(`declines: ${question}`, () => expect(planOver(question, data).kind).to.equal('decline'));
});
