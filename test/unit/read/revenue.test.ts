import { expect } from 'chai';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import { meaningOf } from '#src/catalog/semantics/meaning.ts';
import type { PriorTurn } from '#src/planner/plan.ts';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, expectRows } from '../planner/answered.ts';

const BAKERY = [
  `CREATE TABLE breads AS SELECT * FROM (VALUES (1, 'Rye', 'Dark', 40), (2, 'Spelt', 'Dark', 30), (3, 'Baguette', 'White', 25)) AS t(bread_id, bread_name, sort, stock)`,
  'ALTER TABLE breads ADD PRIMARY KEY (bread_id)',
  `CREATE TABLE clients AS SELECT * FROM (VALUES (1, 'Cafe Nord', 'Kiel'), (2, 'Hotel Sund', 'Kiel'), (3, 'Bistro Ost', 'Jena')) AS t(client_id, client_name, town)`,
  'ALTER TABLE clients ADD PRIMARY KEY (client_id)',
  `CREATE TABLE orders AS SELECT i AS order_id, 1 + i % 3 AS client_id, DATE '2025-01-05' + i::INT * 17 AS ordered_on, DATE '2025-01-07' + i::INT * 17 AS delivered_on,
    ['done', 'cancelled', 'done'][1 + i % 3] AS state FROM range(1, 20) t(i)`,
  'ALTER TABLE orders ADD PRIMARY KEY (order_id)',
  `CREATE TABLE order_lines AS SELECT i AS line_id, 1 + i % 19 AS order_id, 1 + i % 3 AS bread_id, 1 + i % 4 AS quantity, 2.5 + i % 2 AS unit_price FROM range(1, 60) t(i)`,
  'ALTER TABLE order_lines ADD PRIMARY KEY (line_id)',
];
const SOLD =
  'order_lines JOIN orders USING (order_id) JOIN clients USING (client_id) JOIN breads USING (bread_id)';
const REVENUE = 'sum(quantity * unit_price)';

describeAnswersOver('revenue that is computed of the lines of orders', BAKERY, {
  answered: [
    ['total revenue', `SELECT ${REVENUE} FROM order_lines`],
    [
      'revenue by town, highest first',
      `SELECT town, ${REVENUE} FROM ${SOLD} GROUP BY town ORDER BY 2 DESC`,
    ],
    ['sales by bread', `SELECT bread_name, ${REVENUE} FROM ${SOLD} GROUP BY bread_name`],
    ['turnover of Rye', `SELECT ${REVENUE} FROM ${SOLD} WHERE bread_name = 'Rye'`],
    ['how much did we sell in Kiel', `SELECT ${REVENUE} FROM ${SOLD} WHERE town = 'Kiel'`],
    [
      'best sort by revenue',
      `SELECT sort FROM ${SOLD} GROUP BY sort ORDER BY ${REVENUE} DESC LIMIT 1`,
    ],
  ],
  open: [
    'number of sales',
    'average sales',
    'net revenue',
    'how much did we spend in 2025',
    'profit by bread',
    'revenue of suppliers',
  ],
});

const AMOUNTS = [
  ...BAKERY,
  'ALTER TABLE orders ADD COLUMN total_amount DOUBLE',
  'UPDATE orders SET total_amount = order_id * 10.5',
];

describeAnswersOver('revenue that is the amount of orders', AMOUNTS, {
  answered: [
    ['total revenue', 'SELECT sum(total_amount) FROM orders'],
    [
      'revenue by town',
      'SELECT town, sum(total_amount) FROM orders JOIN clients USING (client_id) GROUP BY town',
    ],
    // What an order holds is told by its lines alone.
    ['revenue by bread', `SELECT bread_name, ${REVENUE} FROM ${SOLD} GROUP BY bread_name`],
    ['revenue of Rye', `SELECT ${REVENUE} FROM ${SOLD} WHERE bread_name = 'Rye'`],
  ],
  open: ['number of sales'],
});

const WHOLE = [...AMOUNTS, 'ALTER TABLE order_lines DROP COLUMN unit_price'];

describeAnswersOver('revenue of whole orders', WHOLE, {
  answered: [['total revenue', 'SELECT sum(total_amount) FROM orders']],
  open: ['revenue of Rye', 'revenue by bread'],
});

const STOCK = [
  `CREATE TABLE suppliers AS SELECT * FROM (VALUES (1, 'Mill A'), (2, 'Mill B')) AS t(supplier_id, supplier_name)`,
  'ALTER TABLE suppliers ADD PRIMARY KEY (supplier_id)',
  `CREATE TABLE orders AS SELECT i AS order_id, 1 + i % 2 AS supplier_id, DATE '2025-01-05' + i::INT * 17 AS ordered_on, i * 3.5 AS total_amount FROM range(1, 20) t(i)`,
  'ALTER TABLE orders ADD PRIMARY KEY (order_id)',
  `CREATE TABLE flours AS SELECT * FROM (VALUES (1, 'Rye', 40, 1.5), (2, 'Spelt', 30, 2.5)) AS t(flour_id, flour_name, quantity, unit_price)`,
  'ALTER TABLE flours ADD PRIMARY KEY (flour_id)',
];

describeAnswersOver('money that is paid, and what is in stock', STOCK, {
  answered: [
    [
      'total amount by supplier',
      'SELECT supplier_name, sum(total_amount) FROM orders JOIN suppliers USING (supplier_id) GROUP BY 1',
    ],
  ],
  open: ['total revenue', 'revenue by flour', 'sales by supplier'],
});

const JOBS = [
  `CREATE TABLE shops AS SELECT * FROM (VALUES (1, 'North'), (2, 'South')) AS t(id, name)`,
  'ALTER TABLE shops ADD PRIMARY KEY (id)',
  `CREATE TABLE jobs AS SELECT i AS id, 1 + i % 2 AS shop_id, DATE '2025-11-05' + i::INT * 9 AS done_on,
    ['done', 'cancelled', 'done'][1 + i % 3] AS status, 40.5 + i * 3 % 70 AS charge_eur FROM range(1, 40) t(i)`,
  'ALTER TABLE jobs ADD PRIMARY KEY (id)',
];
const DONE = 'jobs JOIN shops ON shops.id = shop_id';
const LAST_MONTH = "done_on >= DATE '2026-10-01' AND done_on < DATE '2026-11-01'";
const BY_SHOP = `SELECT name, sum(charge_eur) FROM ${DONE}`;

describeAnswersOver('money that is taken in by verbs, and the only amount of what happens', JOBS, {
  answered: [
    ['revenue by shop', `${BY_SHOP} GROUP BY 1`],
    ['earnings by shop', `${BY_SHOP} GROUP BY 1`],
    ['how much did each shop earn last month', `${BY_SHOP} WHERE ${LAST_MONTH} GROUP BY 1`],
    ['how much does every shop bring in', `${BY_SHOP} GROUP BY 1`],
    ['what did we make last month', `SELECT sum(charge_eur) FROM jobs WHERE ${LAST_MONTH}`],
    [
      'which shop takes in the most money',
      `SELECT name FROM ${DONE} GROUP BY 1 ORDER BY sum(charge_eur) DESC LIMIT 1`,
    ],
    ['charge by shop without cancelled jobs', `${BY_SHOP} WHERE status <> 'cancelled' GROUP BY 1`],
    ['Charge nach Shop letzten Monat', `${BY_SHOP} WHERE ${LAST_MONTH} GROUP BY 1`],
    ['Umsatz nach Shop', `${BY_SHOP} GROUP BY 1`],
  ],
  open: ['what did jobs cost', 'how much did we spend in 2026', 'revenue by shop without jobs'],
});

describeAnswersOver(
  'money that may be either of two',
  [...JOBS, 'ALTER TABLE jobs ADD COLUMN fee_eur DOUBLE', 'UPDATE jobs SET fee_eur = id'],
  {
    answered: [['fee by shop', `SELECT name, sum(fee_eur) FROM ${DONE} GROUP BY 1`]],
    open: ['revenue by shop', 'how much did each shop earn last month'],
  },
);

describeAnswersOver(
  'what is paid, which is no income',
  [...JOBS, 'ALTER TABLE jobs RENAME charge_eur TO wage_eur'],
  {
    answered: [],
    open: ['revenue by shop', 'income by shop'],
  },
);

const WORKSHOP = [
  `CREATE TABLE jobs AS SELECT i AS job_no, DATE '2026-01-03' + i::INT * 9 AS date, ['North', 'South'][1 + i % 2] AS shop,
    ['done', 'cancelled', 'done'][1 + i % 3] AS status, 20.5 * i AS charge_eur FROM range(1, 30) t(i)`,
];

describe('revenue beside a metric whose name holds the word', () => {
  let data: OfflineCatalog;
  before(async () => {
    const made = await catalogFromSql(WORKSHOP);
    const { metrics } = semanticsDocument.parse({
      metrics: [
        {
          ...{ name: 'net revenue', table: 'jobs', expression: 'SUM(charge_eur)' },
          filters: ["status <> 'cancelled'"],
        },
        { name: 'revenue per job', table: 'jobs', expression: 'SUM(charge_eur) / COUNT(*)' },
      ],
    });
    const meaning = meaningOf(semanticsDocument.parse({ metrics }), made.catalog);
    data = { ...made, catalog: { ...made.catalog, meaning } };
  });
  after(() => data.close());
  const planned = (question: string, history: readonly PriorTurn[] = []) => {
    const { catalog, values } = data;
    return plan({ question, catalog, values, history, now: new Date('2026-08-31') });
  };

  for (const [question, ...options] of [
    ['revenue by shop', 'net revenue by shop', 'total charge eur by shop'],
    ['total revenue this year', 'net revenue this year', 'total charge eur this year'],
    [
      'which shop has the highest revenue?',
      'which shop has the highest net revenue?',
      'which shop has the highest total charge eur?',
    ],
  ] as const)
    it(`is asked back: ${question}`, () =>
      expect(planned(question)).to.deep.equal({
        kind: 'clarify',
        question: 'What does "revenue" mean?',
        options: ['net revenue', 'total charge eur'].map((label, at) => ({
          label,
          question: options[at],
        })),
      }));

  it('is what a reply says', async () => {
    const asked = { question: 'revenue by shop', query: null };
    const whole = planned('net revenue by shop');
    const replied = planned('net revenue', [asked]);
    expect(whole.kind).to.equal('query');
    expect('query' in replied && replied.query).to.deep.equal('query' in whole && whole.query);
  });

  it('stays plain where another name is said, and where the whole name of a metric is', async () => {
    const plain = 'SELECT shop, sum(charge_eur) FROM jobs GROUP BY shop';
    await expectRows('turnover by shop', plain, data, plan);
    await expectRows('how much did each shop earn', plain, data, plan);
    await expectRows(
      'net revenue by shop',
      `SELECT shop, sum(charge_eur) FROM jobs WHERE status <> 'cancelled' GROUP BY shop`,
      data,
      plan,
    );
  });
});
