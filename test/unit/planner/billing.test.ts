import path from 'node:path';
import { expect } from 'chai';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/billing');

const BILLED = 'FROM invoices i JOIN customers c USING (customer_id)';
const PAID =
  'FROM payments p JOIN invoices i USING (invoice_no) JOIN customers c USING (customer_id)';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ANSWERED: readonly (readonly [string, string])[] = [
  // Columns of yes and no.
  ['active customers', 'SELECT name FROM customers WHERE active'],
  ['which customers are active', 'SELECT name FROM customers WHERE active'],
  ['how many active customers', 'SELECT count(*) FROM customers WHERE active'],
  [
    'share of settled invoices',
    `SELECT 100.0 * count(*) FILTER (WHERE status = 'settled') / count(*) FROM invoices`,
  ],
  [
    'number of active customers by country',
    'SELECT country, count(*) FROM customers WHERE active GROUP BY 1',
  ],
  ['customers that are not active', 'SELECT name FROM customers WHERE NOT active'],
  ['inactive customers', 'SELECT name FROM customers WHERE NOT active'],
  ['non active customers', 'SELECT name FROM customers WHERE NOT active'],
  ['customers where active is no', 'SELECT name FROM customers WHERE NOT active'],
  [
    'how many inactive customers in the USA',
    `SELECT count(*) FROM customers WHERE NOT active AND country = 'USA'`,
  ],
  ['total tax of active customers', `SELECT sum(tax) ${BILLED} WHERE active`],
  ['number of customers by active', 'SELECT active, count(*) FROM customers GROUP BY 1'],
  ['electric vehicles', `SELECT vehicle_id FROM vehicles WHERE is_electric = 'Y'`],
  ['vehicles that are not electric', `SELECT vehicle_id FROM vehicles WHERE is_electric = 'N'`],
  // Words that are mostly passed over, and are values or names here.
  ['customers from the US', `SELECT name FROM customers WHERE country = 'USA'`],
  ['customers in the us', `SELECT name FROM customers WHERE country = 'USA'`],
  ['show us all customers', 'SELECT * FROM customers'],
  ['available vehicles', `SELECT vehicle_id FROM vehicles WHERE state = 'available'`],
  ['vehicles that are available', `SELECT vehicle_id FROM vehicles WHERE state = 'available'`],
  ['number of vehicles by state', 'SELECT state, count(*) FROM vehicles GROUP BY 1'],
  // People.
  [
    'who has the highest salary',
    'SELECT "Full Name" FROM employees ORDER BY "Salary (USD)" DESC LIMIT 1',
  ],
  ['who earns the most', 'SELECT "Full Name" FROM employees ORDER BY "Salary (USD)" DESC LIMIT 1'],
  ['who works in IT', `SELECT "Full Name" FROM employees WHERE Department = 'IT'`],
  ['how many people work in IT', `SELECT count(*) FROM employees WHERE Department = 'IT'`],
  [
    "what is Ann Lee's salary",
    `SELECT "Salary (USD)" FROM employees WHERE "Full Name" = 'Ann Lee'`,
  ],
  ['employees managed by Bob Ray', `SELECT "Full Name" FROM employees WHERE Manager = 'Bob Ray'`],
  ['who manages Ann Lee', `SELECT Manager FROM employees WHERE "Full Name" = 'Ann Lee'`],
  ['remote employees', 'SELECT "Full Name" FROM employees WHERE Remote'],
  // A column that is called as what is computed.
  ['invoices with a total over 3000', 'SELECT invoice_no FROM invoices WHERE total > 3000'],
  [
    'invoices with total between 100 and 900',
    'SELECT invoice_no FROM invoices WHERE total BETWEEN 100 AND 900',
  ],
  ['top 5 invoices by total', 'SELECT invoice_no, total FROM invoices ORDER BY total DESC LIMIT 5'],
  [
    'top 3 customers by total',
    `SELECT name, sum(total) ${BILLED} GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  ['total of all invoices', 'SELECT sum(total) FROM invoices'],
  ['total of the invoices of Acme Ltd', `SELECT sum(total) ${BILLED} WHERE name = 'Acme Ltd'`],
  ['total by country', `SELECT country, sum(total) ${BILLED} GROUP BY 1`],
  ['highest total', 'SELECT max(total) FROM invoices'],
  ['sum of total by status', 'SELECT status, sum(total) FROM invoices GROUP BY 1'],
  ['total tax', 'SELECT sum(tax) FROM invoices'],
  ['total amount of payments by card', `SELECT sum(amount) FROM payments WHERE method = 'card'`],
  ['total customers in Germany', `SELECT count(*) FROM customers WHERE country = 'Germany'`],
  [
    'top 3 customers by amount',
    `SELECT name, sum(amount) ${PAID} GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  // What rows are worth.
  ['average payment by method', 'SELECT method, avg(amount) FROM payments GROUP BY 1'],
  ['average invoice', 'SELECT avg(total) FROM invoices'],
  ['biggest payment', 'SELECT payment_id, amount FROM payments ORDER BY 2 DESC LIMIT 1'],
  ['3 largest invoices', 'SELECT invoice_no, total FROM invoices ORDER BY 2 DESC LIMIT 3'],
  [
    'biggest invoice of Globex',
    `SELECT invoice_no, total ${BILLED} WHERE name = 'Globex' ORDER BY 2 DESC LIMIT 1`,
  ],
  // Dates.
  ['invoices per customer', `SELECT name, count(*) ${BILLED} GROUP BY 1`],
  ['invoices by customer', `SELECT name, count(*) ${BILLED} GROUP BY 1`],
  [
    'last 5 invoices',
    'SELECT invoice_no, invoice_date::text FROM invoices ORDER BY 2 DESC, 1 LIMIT 5',
  ],
  [
    'latest 3 payments',
    'SELECT payment_id, paid_on::text FROM payments ORDER BY 2 DESC, 1 LIMIT 3',
  ],
  ['first payment', 'SELECT payment_id, paid_on::text FROM payments ORDER BY 2, 1 LIMIT 1'],
  [
    'total tax by month in 2025',
    `SELECT strftime(invoice_date, '%Y-%m-01'), sum(tax) FROM invoices WHERE year(invoice_date) = 2025 GROUP BY 1`,
  ],
  [
    'invoices due in March 2026',
    `SELECT invoice_no FROM invoices WHERE strftime(due_date, '%Y-%m') = '2026-03'`,
  ],
];

const DECLINED = [
  'who are you',
  'who hired Ann Lee',
  'who is the tallest',
  'customers from Atlantis',
  'how many active',
  'unpaid invoices',
];

describe('questions about bills and vehicles', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromCsvFolder(FOLDER);
  });

  after(() => data.close());

  for (const [question, sql] of ANSWERED)
    it(`answers: ${question}`, () => expectRows(question, sql, data));

  for (const question of ['biggest customer', 'top 3 invoices'])
    it(`asks back: ${question}`, () => expect(planOver(question, data).kind).to.equal('clarify'));

  for (const question of DECLINED)
    it(`declines: ${question}`, () => expect(planOver(question, data).kind).to.equal('decline'));

  it('asks whether total payments are their number or their amount, and answers each', () => {
    const asked = planOver('total payments by card', data);
    expect(asked.kind).to.equal('clarify');
    if (asked.kind !== 'clarify') return;
    expect(asked.options.map(({ question }) => question)).to.deep.equal([
      'total number of payments by card',
      'total amount of payments by card',
    ]);
    for (const { question } of asked.options)
      expect(planOver(question, data).kind).to.equal('query');
  });
});
