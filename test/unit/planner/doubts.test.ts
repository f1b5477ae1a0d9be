import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

/** A college with two kinds of people per department, a link table, and tables that share the names of columns. */
const COLLEGE = [
  `CREATE TABLE departments AS SELECT * FROM (VALUES (1, 'Physics', 'North', 71), (2, 'Law', 'South', 72), (3, 'Music', 'North', 73))
    AS t(department_id, department_name, campus, head_id)`,
  `CREATE TABLE students AS SELECT * FROM (VALUES
    (1, 'Ada Byron', 1, 3, DATE '2001-02-03'), (2, 'Ben Kaya', 1, 1, DATE '2003-05-06'),
    (3, 'Cleo Marsh', 2, 2, DATE '2002-07-08'), (4, 'Dan Okafor', 2, 2, DATE '1999-01-30'))
    AS t(student_id, student_name, department_id, semester, birth_date)`,
  `CREATE TABLE advisors AS SELECT * FROM (VALUES (1, 10), (2, 10), (3, 11)) AS t(student_id, instructor_id)`,
  `CREATE TABLE instructors AS SELECT * FROM (VALUES (10, 'Eve Stone', 1), (11, 'Finn Ray', 2), (12, 'Gia West', 2))
    AS t(instructor_id, instructor_name, department_id)`,
  `CREATE TABLE orders AS SELECT * FROM (VALUES (100, 1, DATE '2025-01-01'), (101, 3, DATE '2025-02-01'))
    AS t(order_id, student_id, ordered_on)`,
  `CREATE TABLE order_items AS SELECT * FROM (VALUES (1, 100, 7, 2), (2, 100, 8, 1), (3, 101, 7, 5), (4, 100, 7, 1))
    AS t(order_item_id, order_id, product_id, quantity)`,
  `CREATE TABLE products AS SELECT * FROM (VALUES (7, 'Desk lamp', 5, 'Lamp of oak', 'Acme'), (8, 'Chair', 6, 'Soft', 'Acme'))
    AS t(product_id, product_name, color_code, product_description, maker)`,
  `CREATE TABLE train AS SELECT * FROM (VALUES (1, 'Express'), (2, 'Local')) AS t(train_id, train_name)`,
  `CREATE TABLE station AS SELECT * FROM (VALUES (1, 'Kent', 'Kent county'), (2, 'Dover', 'Essex')) AS t(station_id, station_name, county)`,
  `CREATE TABLE train_station AS SELECT * FROM (VALUES (1, 1), (1, 2), (2, 2)) AS t(train_id, station_id)`,
  `CREATE TABLE wines AS SELECT * FROM (VALUES (1, 'Red', 'Napa County', 9.5, 1), (2, 'White', 'Dover', 7.5, 2), (3, 'Pink', 'Lake County', 6.5, 1)) AS t(wine_id, wine_name, appellation, price, region_id)`,
  `CREATE TABLE regions AS SELECT * FROM (VALUES (1, 'Napa', 'CA'), (2, 'Kent', 'GB')) AS t(region_id, county, state)`,
  `CREATE TABLE colors AS SELECT * FROM (VALUES (5, 'as red as wine'), (6, 'as blue as the sea')) AS t(color_code, color_description)`,
];

const ANSWERED: readonly (readonly [string, string])[] = [
  [
    'show the order id and the number of items in each order',
    'SELECT order_id, count(*) FROM order_items GROUP BY 1',
  ],
  [
    'names of students and the name of the department they are in',
    'SELECT student_name, department_name FROM students JOIN departments USING (department_id)',
  ],
  [
    'wines from Napa county',
    "SELECT wine_name FROM wines JOIN regions USING (region_id) WHERE county = 'Napa'",
  ],
  ['oldest student', `SELECT student_name FROM students WHERE student_name = 'Dan Okafor'`],
  ['youngest student', `SELECT student_name FROM students WHERE student_name = 'Ben Kaya'`],
  ['oldest order', 'SELECT order_id, ordered_on FROM orders ORDER BY ordered_on LIMIT 1'],
  [
    'number of students and number of instructors for each department',
    `SELECT department_name, (SELECT count(*) FROM students s WHERE s.department_id = d.department_id), (SELECT count(*) FROM instructors i WHERE i.department_id = d.department_id) FROM departments d`,
  ],
  ['makers whose name contains Ac', `SELECT DISTINCT maker FROM products WHERE maker LIKE '%Ac%'`],
];

/** Each reads well in two ways, of which the words choose none. */
const OPEN = [
  'color code and description of each product',
  'instructors who head a department',
  'orders that have been reviewed',
  'products that have been published',
  'how many train stations are there',
  'students in Physics but not in Law',
  'students with at least one order and 2 items',
  'students in departments where some students are in semester 3',
  'average semester and name of each student',
  'student with the oldest student id',
];

describe('questions that read well in two ways', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(COLLEGE);
  });

  after(() => data.close());

  for (const [question, sql] of ANSWERED)
    it(`answers: ${question}`, () => expectRows(question, sql, data));

  for (const question of OPEN)
    it(`does not guess: ${question}`, () => {
      const found = planOver(question, data);
      expect(found.kind, JSON.stringify(found)).to.not.equal('query');
    });
});
