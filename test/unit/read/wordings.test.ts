import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { plan } from '#src/read/planner.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** Questions over the sample, each with other wordings of it as people type them. */
const SAME: readonly (readonly string[])[] = [
  [
    'revenue by country in 2025',
    'revenue in 2025 by country',
    'in 2025 revenue by country',
    '2025 revenue by country',
    'revenue 2025 by country',
    'revenue by country 2025',
    'country wise revenue in 2025',
    'by country, revenue in 2025',
    'per country revenue in 2025',
    'for each country, what was the revenue in 2025?',
    'for every country the revenue in 2025',
    'what revenue did each country have in 2025',
    'how much revenue did each country generate in 2025',
    'how much revenue did we make in each country in 2025',
    'break down 2025 revenue by country',
    'breakdown of 2025 revenue by country',
    'split 2025 revenue by country',
    'group 2025 revenue by country',
    'revenue for each country during 2025',
    'total revenue for each of the countries in 2025',
    'sum of revenue per country in 2025',
    'sum revenue grouped by country for 2025',
  ],
  [
    'store with the highest revenue',
    'top store by revenue',
    'best store by revenue',
    'leading store by revenue',
  ],
  [
    'stores by revenue',
    'top stores by revenue',
    'best stores by revenue',
    'show me the top stores by revenue',
  ],
  ['revenue by brand', 'brands by revenue', 'top brands by revenue'],
  [
    'store with the most orders in 2025',
    'top store by number of orders in 2025',
    'best store by orders in 2025',
  ],
  [
    'which month had the highest revenue',
    'highest revenue month',
    'month with the highest revenue',
    'best month by revenue',
  ],
  [
    'how many customers are there',
    'number of customers',
    'customer count',
    'count of customers',
    'count customers',
    '# of customers',
    'total customers',
    'total number of customers',
    'how many customers do we have',
    'how many customers',
    'no of customers',
    'customers count',
    'how many customers in total',
    'what is the number of customers',
    "what's the total number of customers?",
    'amount of customers',
    'how many customers exist',
    'how many clients do we have',
    'number of all customers',
  ],
  [
    'top 5 products by revenue',
    '5 top products by revenue',
    'five best products by revenue',
    'best 5 products by revenue',
    'top 5 products revenue',
    'list the top five products according to revenue',
    'top 5 products in terms of revenue',
    'top 5 products based on revenue',
    'top5 products by revenue',
    'the 5 highest revenue products',
    'top 5 revenue products',
  ],
  [
    'orders per month in 2025',
    'number of orders per month in 2025',
    'monthly orders in 2025',
    'monthly order count 2025',
    'orders by month 2025',
    'how many orders per month in 2025',
    'how many orders each month in 2025',
    'order count by month in 2025',
    'number of orders for each month of 2025',
    'how many orders were placed per month in 2025',
    'orders month by month in 2025',
    'orders a month in 2025',
    'monthly number of orders 2025',
    'count of orders by month for 2025',
    'orders over the months of 2025',
    'how many orders were there in each month of 2025',
  ],
  [
    'customers without orders',
    'customers with no orders',
    'customers who have no orders',
    'customers who never ordered',
    'customers that have never ordered',
    'customers who did not order',
    "customers who haven't ordered",
    'customers who have not placed any orders',
    'customers who never placed an order',
    'customers without any orders',
    'which customers have no orders',
    'which customers never ordered anything',
    'which customers did not place an order',
    'who never ordered',
    'customers lacking orders',
    'customers not having orders',
    'customers who have yet to order',
    'list customers that do not have an order',
  ],
  [
    'average unit price by category',
    'avg unit price by category',
    'mean unit price per category',
    'average unit price for each category',
    'what is the average unit price of each category',
    'category wise average unit price',
    'average unit price of products by category',
    "what's the avg unit price per product category",
    'average unit price of products in each category',
    'average unit price grouped by category',
    'for each category the average unit price',
  ],
  [
    'customers in Germany',
    'German customers',
    'customers from Germany',
    'customers located in Germany',
    'customers living in Germany',
    'customers based in Germany',
    'which customers are in Germany',
    'which customers are from Germany',
    'list all customers in Germany',
    'customers whose country is Germany',
    'customers where country is Germany',
    'customers with country Germany',
    'customers where country = Germany',
    'customers who live in Germany',
    'all german customers',
    'who are our customers in Germany',
    'customers in the country Germany',
    'customers that are in Germany',
    'clients in Germany',
    'germany customers',
    'show customers for Germany',
  ],
  [
    'orders in march 2025',
    'orders placed in march 2025',
    'orders from march 2025',
    'orders during March 2025',
    'orders of March 2025',
    'march 2025 orders',
    'orders made in march 2025',
    'orders in 03/2025',
    'orders in 2025-03',
    'orders in mar 2025',
    'orders in Mar-25',
    'orders dated march 2025',
    'orders with order date in march 2025',
    'orders whose order date is in March 2025',
    'orders between 2025-03-01 and 2025-03-31',
    'orders from March 1 2025 to March 31 2025',
    'orders for the month of march 2025',
    'list orders placed in the month of March 2025',
  ],
  [
    'customers with more than 10 orders',
    'customers who have more than 10 orders',
    'customers having more than 10 orders',
    'customers with over 10 orders',
    'customers with > 10 orders',
    'customers who placed more than 10 orders',
    'customers who ordered more than 10 times',
    'which customers placed more than ten orders',
    'which customers have above 10 orders',
    'customers where number of orders > 10',
    'customers whose number of orders is greater than 10',
    'customers whose order count exceeds 10',
    'customers with more than 10 purchases',
  ],
  [
    'most expensive product',
    'the most expensive product',
    'which product is the most expensive',
    'which product is most expensive',
    'what is the most expensive product',
    'product with the highest unit price',
    'product with highest price',
    'highest priced product',
    'priciest product',
    'costliest product',
    'which product costs the most',
    'which product has the highest price',
    'what product has the highest unit price',
    'the dearest product',
    'most costly product',
    "what's our most expensive product",
  ],
  [
    'store with the most orders',
    'which store has the most orders',
    'which store got the most orders',
    'which store received the most orders',
    'store with the highest number of orders',
    'store having the largest number of orders',
    'which store has the highest order count',
    'busiest store by orders',
    'the store with most orders',
    'what store has the most orders',
    'which store had the greatest number of orders',
    'store with max orders',
    'store with maximum number of orders',
    'what is the store with the highest number of orders',
  ],
  [
    'revenue of online orders',
    'revenue from online orders',
    'revenue for channel online',
    'revenue where channel is online',
    'online revenue',
    'revenue online',
    'revenue by online orders',
    'revenue through the online channel',
    'revenue via online channel',
    'revenue in the online channel',
    'what revenue came from online orders',
    'how much revenue did online orders bring in',
    'total revenue of online orders',
    'how much revenue came from the online channel',
  ],
  [
    'average number of orders per customer',
    'avg orders per customer',
    'average orders per customer',
    'how many orders does a customer have on average',
    'on average how many orders per customer',
    'mean number of orders per customer',
    'orders per customer on average',
  ],
  [
    'percentage of cancelled orders',
    'what percentage of orders were cancelled',
    'what percent of orders are cancelled',
    'share of orders cancelled',
    'percent of cancelled orders',
    'what share of orders was cancelled',
    'proportion of cancelled orders',
    '% of orders cancelled',
    'how many percent of orders were cancelled',
  ],
];

const NOW = new Date('2026-11-21T12:00:00Z');

describe('wordings of one question', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-wordings-'));
  let sample: OfflineCatalog;

  before(async () => {
    await generateSampleCsvs(folder);
    sample = await catalogFromCsvFolder(folder);
  });
  after(async () => {
    await sample.close();
    rmSync(folder, { recursive: true });
  });

  /** Without its order, which only some wordings ask for; how many rows are taken stays. */
  const statementOf = (question: string): string => {
    const { catalog, values } = sample;
    const found = plan({ question, catalog, values, history: [], now: NOW });
    if (found.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(found)}`);
    return lowerDuckdb(found.query).replace(/\nORDER BY[^\n]*/, '');
  };

  for (const [first, ...others] of SAME)
    it(`of "${first}" give one statement`, () => {
      const statement = statementOf(first!);
      for (const other of others) expect(statementOf(other), other).to.equal(statement);
    });
});
