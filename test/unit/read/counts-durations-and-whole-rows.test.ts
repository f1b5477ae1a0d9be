import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'rows that are numbered within others',
  [
    `CREATE TABLE carrier (carrier_id INTEGER PRIMARY KEY, name VARCHAR)`,
    `CREATE TABLE leg (carrier_id INTEGER REFERENCES carrier(carrier_id), leg_no INTEGER, km INTEGER, PRIMARY KEY (carrier_id, leg_no))`,
    `INSERT INTO carrier VALUES (1, 'Skua'), (2, 'Tern')`,
    `INSERT INTO leg VALUES (1, 1, 5), (1, 2, 6), (2, 1, 7)`,
  ],
  {
    answered: [
      ['number of legs', 'SELECT 3'],
      ['legs per carrier', `SELECT * FROM (VALUES ('Skua', 2), ('Tern', 1))`],
    ],
    open: [],
  },
);

describeAnswersOver(
  'rows that none refers to',
  [
    `CREATE TABLE employees (id INTEGER PRIMARY KEY, name VARCHAR, manager_id INTEGER REFERENCES employees(id))`,
    `INSERT INTO employees VALUES (1, 'Zoe', NULL)`,
    `INSERT INTO employees VALUES (2, 'Ann', 1)`,
    `INSERT INTO employees VALUES (3, 'Bo', 1)`,
    `INSERT INTO employees VALUES (4, 'Di', 3)`,
  ],
  {
    answered: [
      ['employees who are not managers', `SELECT * FROM (VALUES ('Ann'), ('Di'))`],
      ['which employees are not managers', `SELECT * FROM (VALUES ('Ann'), ('Di'))`],
      ['employees who are managers', `SELECT * FROM (VALUES ('Zoe'), ('Bo'))`],
    ],
    open: [],
  },
);

describeAnswersOver(
  'the time between two instants',
  [
    `CREATE TABLE tickets (id INTEGER PRIMARY KEY, opened_at TIMESTAMP, closed_at TIMESTAMP)`,
    `INSERT INTO tickets VALUES (1, '2026-10-01 09:00', '2026-10-01 11:30'), (2, '2026-10-02 23:00', '2026-10-03 01:00'), (3, '2026-10-04 10:00', '2026-10-04 10:20')`,
  ],
  {
    answered: [
      ['average time between opened at and closed at', 'SELECT 29 / 18.0'],
      ['how long does it take to close a ticket', 'SELECT 29 / 18.0'],
      ['longest time between opened at and closed at', 'SELECT 2.5'],
      ['average days between opened at and closed at', 'SELECT 1 / 3.0'],
    ],
    open: [],
  },
);

describeAnswersOver(
  'all rows of a table',
  [
    `CREATE TABLE orders (id INTEGER PRIMARY KEY, status VARCHAR, amount DOUBLE)`,
    `INSERT INTO orders VALUES (1, 'paid', 5), (2, 'open', 6)`,
    `CREATE TABLE readings AS SELECT 1 AS reading_id, ${Array.from({ length: 70 }, (_, at) => `${at} AS c${at}`).join(', ')}`,
  ],
  {
    answered: [
      ['all orders', 'SELECT * FROM orders'],
      ['show all the orders', 'SELECT * FROM orders'],
      ['show all readings', 'SELECT * FROM readings'],
      ['total amount of all orders', 'SELECT 11'],
    ],
    open: [],
  },
);
