import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** A workshop: people who work in it, customers, and repairs with the days by which they were promised and done. */
const WORKSHOP = [
  `CREATE TABLE mechanics AS SELECT i AS mechanic_id, 'F' || i AS first_name, 'L' || i AS last_name, DATE '2018-01-01' + i::INT * 100 AS hired_on,
    CASE WHEN i % 4 = 0 THEN DATE '2024-03-01' + i::INT * 40 END AS left_on, ['Kiel', 'Jena'][1 + i % 2] AS town FROM range(1, 13) t(i)`,
  'ALTER TABLE mechanics ADD PRIMARY KEY (mechanic_id)',
  `CREATE TABLE customers AS SELECT i AS customer_id, 'Customer ' || i AS name, ['Kiel', 'Jena', 'Ulm'][1 + i % 3] AS town, DATE '2023-06-01' + i::INT * 30 AS signup_date FROM range(1, 31) t(i)`,
  'ALTER TABLE customers ADD PRIMARY KEY (customer_id)',
  `CREATE TABLE repairs AS SELECT i AS repair_id, 1 + i * i % 23 AS customer_id, 1 + i % 12 AS mechanic_id, DATE '2024-01-01' + i::INT * 5 AS repair_date,
    DATE '2024-01-08' + i::INT * 5 AS promised_date, CASE WHEN i % 7 > 0 THEN DATE '2024-01-03' + i::INT * 5 + (i % 9)::INT END AS returned_date,
    CASE WHEN i % 5 > 0 THEN DATE '2024-02-01' + i::INT * 5 END AS paid_date, 20.5 * (1 + i % 6) AS price FROM range(1, 120) t(i)`,
  'ALTER TABLE repairs ADD PRIMARY KEY (repair_id)',
];
const repairs = (where: string) => `SELECT repair_id FROM repairs WHERE ${where}`;
const LATE = 'returned_date > promised_date';
const MORE = '(SELECT count(*) FROM repairs r WHERE r.customer_id = c.customer_id) > 1';

describeAnswersOver('rows by what has become of them', WORKSHOP, {
  answered: [
    ['late repairs', repairs(LATE)],
    ['repairs returned late', repairs(LATE)],
    [
      'how many repairs were returned late in 2025',
      `SELECT count(*) FROM repairs WHERE ${LATE} AND year(repair_date) = 2025`,
    ],
    [
      'late repairs per month',
      `SELECT date_trunc('month', repair_date)::DATE, count(*) FROM repairs WHERE ${LATE} GROUP BY 1`,
    ],
    ['repairs returned on time', repairs('returned_date <= promised_date')],
    [
      'percentage of repairs returned late',
      `SELECT 100.0 * count(*) FILTER (WHERE ${LATE}) / count(*) FROM repairs`,
    ],
    ['unpaid repairs', repairs('paid_date IS NULL')],
    ['repairs not yet returned', repairs('returned_date IS NULL')],
    ['average price of unpaid repairs', 'SELECT avg(price) FROM repairs WHERE paid_date IS NULL'],
    [
      'top 3 unpaid repairs by price',
      `SELECT repair_id, price FROM repairs WHERE paid_date IS NULL ORDER BY price DESC, repair_id LIMIT 3`,
    ],
    ['current mechanics', 'SELECT first_name, last_name FROM mechanics WHERE left_on IS NULL'],
    [
      'former mechanics by town',
      'SELECT town, count(*) FROM mechanics WHERE left_on IS NOT NULL GROUP BY 1',
    ],
    [
      'mechanics who left in 2024',
      'SELECT first_name, last_name FROM mechanics WHERE year(left_on) = 2024',
    ],
    ['how many people left in 2024', 'SELECT count(*) FROM mechanics WHERE year(left_on) = 2024'],
    ['new customers in 2024', 'SELECT name FROM customers WHERE year(signup_date) = 2024'],
    [
      'how many new customers did we get in 2024',
      'SELECT count(*) FROM customers WHERE year(signup_date) = 2024',
    ],
    [
      'new customers by town in 2024',
      'SELECT town, count(*) FROM customers WHERE year(signup_date) = 2024 GROUP BY 1',
    ],
    [
      'new customers per month',
      `SELECT date_trunc('month', signup_date)::DATE, count(*) FROM customers GROUP BY 1`,
    ],
    ['returning customers', `SELECT name FROM customers c WHERE ${MORE}`],
    ['how many repeat customers do we have', `SELECT count(*) FROM customers c WHERE ${MORE}`],
  ],
  open: [
    'late customers',
    'overdue customers',
    'unpaid mechanics',
    'current repairs',
    'new repairs in 2025',
    'total price of new customers in 2024',
    'returning customers in 2024',
    'returning repairs',
    'repairs returned late or unpaid',
    'customers who left in 2024',
  ],
});

/** The same without a date of customers. */
const UNDATED = [...WORKSHOP, 'ALTER TABLE customers DROP COLUMN signup_date'];

/** A column that is called by the word itself. */
const ACCEPTING = [
  ...WORKSHOP,
  'ALTER TABLE mechanics ADD COLUMN accepts_new_customers BOOLEAN',
  'UPDATE mechanics SET accepts_new_customers = (mechanic_id % 3 = 0)',
];

describeAnswersOver('a state that is part of a name', ACCEPTING, {
  answered: [
    [
      'how many mechanics accept new customers',
      'SELECT count(*) FROM mechanics WHERE accepts_new_customers',
    ],
  ],
  open: ['new mechanics who accept new customers'],
});

describeAnswersOver('new rows by the first of what belongs to them', UNDATED, {
  answered: [
    [
      'how many new customers in 2025',
      'SELECT count(*) FROM (SELECT customer_id FROM repairs GROUP BY 1 HAVING year(min(repair_date)) = 2025)',
    ],
  ],
  open: ['new customers per month', 'new mechanics in 2025 by customer'],
});

describe('what has become of rows, where it may be meant in several ways', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(WORKSHOP);
  });
  after(() => data.close());

  for (const question of ['new customers', 'inactive customers', 'inactive customers in Kiel'])
    it(`asks back: ${question}`, () => {
      const asked = planOver(question, data);
      if (asked.kind !== 'clarify') throw new Error(JSON.stringify(asked));
      for (const option of asked.options)
        expect(planOver(option.question, data).kind, option.question).to.equal('query');
    });
});
