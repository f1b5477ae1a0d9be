import { describeAnswersOver } from '../planner/answered.ts';

const GUESTS = [
  `CREATE TABLE guests AS SELECT * FROM (VALUES (1, 'Ada', false, false), (2, 'Bo', true, false), (3, 'Cy', false, true), (4, 'Di', true, true), (5, 'Eli', false, false))
    t(id, name, is_deleted, is_test)`,
  'ALTER TABLE guests ADD PRIMARY KEY (id)',
];
const NEITHER = `VALUES ('Ada'), ('Eli')`;

describeAnswersOver('states that are left out together', GUESTS, {
  answered: [
    ...[
      'guests excluding deleted and test',
      'guests excluding test and deleted',
      'guests without deleted and test',
      'guests except deleted or test',
      'guests that are not deleted or test',
      'guests not deleted and not test',
    ].map((one) => [one, NEITHER] as const),
  ],
  open: ['guests including deleted'],
});

const BILLS = [
  `CREATE TABLE bills AS SELECT * FROM (VALUES (1, 'paid', 10), (2, 'cancelled', 20), (3, 'open', 30), (4, 'open', 40)) t(id, status, amount)`,
  'ALTER TABLE bills ADD PRIMARY KEY (id)',
];

describeAnswersOver('values that are left out together', BILLS, {
  answered: [
    ['bills excluding paid and cancelled', 'VALUES (3), (4)'],
    ['total amount excluding paid and cancelled', 'SELECT 70'],
    ['bills except paid or cancelled', 'VALUES (3), (4)'],
  ],
  open: [],
});

describeAnswersOver(
  'values of one letter',
  [`CREATE TABLE shop AS SELECT * FROM (VALUES ('A', 10), ('A', 80), ('B', 20)) t(shop, sales)`],
  {
    answered: [
      ['total sales of A and B', 'SELECT 110'],
      ['total sales of A', 'SELECT 90'],
      ['total sales of B', 'SELECT 20'],
    ],
    open: [],
  },
);

describeAnswersOver(
  'kinds that are counted together',
  [
    `CREATE TABLE products AS SELECT i AS product, 'B' || i % 4 AS brand, 'S' || i % 3 AS segment FROM range(12) t(i)`,
  ],
  {
    answered: [
      ['the number of different brands and segments', 'SELECT 4, 3'],
      ['how many different brands and segments', 'SELECT 4, 3'],
      ['number of different brands by segment', `VALUES ('S0', 4), ('S1', 4), ('S2', 4)`],
    ],
    open: [],
  },
);

describeAnswersOver(
  'years, and dates that lie ahead',
  [
    `CREATE TABLE machines AS SELECT 'M' || i AS machine_id, 2001 + (i * 7) % 20 AS year, DATE '2026-12-20' - i::INT AS next_service FROM range(12) t(i)`,
    'ALTER TABLE machines ADD PRIMARY KEY (machine_id)',
  ],
  {
    answered: [
      ['oldest machine', `SELECT 'M0', 2001`],
      ['newest machine', `SELECT 'M11', 2018`],
    ],
    open: [],
  },
);

describeAnswersOver(
  'years beside dates that a verb speaks of',
  [
    `CREATE TABLE cars AS SELECT 'C' || i AS car, 2010 + i % 5 AS year, DATE '2024-03-01' + i::INT * 90 AS sold_on FROM range(12) t(i)`,
    'ALTER TABLE cars ADD PRIMARY KEY (car)',
  ],
  {
    answered: [
      ['cars sold in 2025', 'SELECT car FROM cars WHERE year(sold_on) = 2025'],
      ['how many cars were sold in 2025', 'SELECT count(*) FROM cars WHERE year(sold_on) = 2025'],
    ],
    open: [],
  },
);
