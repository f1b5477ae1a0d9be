import { describeAnswersOver } from './answered.ts';

/** Names as short as somebody types them who made the tables for himself. */
const TABLES = [
  `CREATE TABLE emp (emp_id INTEGER PRIMARY KEY, emp_nm VARCHAR, ph VARCHAR, dept VARCHAR, typ VARCHAR, reg_dt DATE)`,
  `INSERT INTO emp VALUES (1, 'Ann Berg', '030 1', 'Sales', 'perm', DATE '2023-02-01'),
     (2, 'Bo Lund', NULL, 'Sales', 'temp', DATE '2024-05-01'), (3, 'Cleo Roth', '030 3', 'Stock', 'perm', DATE '2024-07-01'),
     (4, 'Dan Orth', NULL, 'Stock', 'perm', DATE '2025-07-01')`,
  `CREATE TABLE mach (mach_id INTEGER PRIMARY KEY, mdl VARCHAR, cat VARCHAR, yr INTEGER, wt INTEGER, loc_nm VARCHAR, stat VARCHAR)`,
  `INSERT INTO mach VALUES (1, 'Drill A', 'drill', 2019, 120, 'Kiel', 'avail'), (2, 'Drill B', 'drill', 2020, 90, 'Kiel', 'maint'),
     (3, 'Saw C', 'saw', 2020, 60, 'Bonn', 'avail')`,
  `CREATE TABLE bookings (book_id INTEGER PRIMARY KEY, mach_id INTEGER REFERENCES mach(mach_id), emp_id INTEGER REFERENCES emp(emp_id),
     book_dt DATE, ret_dt DATE, amt DOUBLE, stat VARCHAR)`,
  `INSERT INTO bookings VALUES (1, 1, 1, DATE '2024-03-01', DATE '2024-03-05', 100, 'closed'), (2, 1, 2, DATE '2024-04-01', NULL, 50, 'canc'),
     (3, 2, 3, DATE '2025-01-10', DATE '2025-01-12', 70, 'closed'), (4, 3, 1, DATE '2025-06-01', DATE '2025-06-09', 400, 'closed'),
     (5, 3, 2, DATE '2025-07-01', NULL, 30, 'canc')`,
];

describeAnswersOver('terse names, read in full and as they are', TABLES, {
  answered: [
    ['number of employees per department', 'SELECT dept, count(*) FROM emp GROUP BY dept'],
    ['emp per dept', 'SELECT dept, count(*) FROM emp GROUP BY dept'],
    ['names of employees without phone', `SELECT emp_nm FROM emp WHERE ph IS NULL`],
    ['list emp_nm and ph of emp', `SELECT emp_nm, ph FROM emp`],
    ['number of employees by type', 'SELECT typ, count(*) FROM emp GROUP BY typ'],
    ['how many permanent employees are there', `SELECT count(*) FROM emp WHERE typ = 'perm'`],
    [
      'employees registered in 2024',
      `SELECT emp_nm FROM emp WHERE reg_dt BETWEEN DATE '2024-01-01' AND DATE '2024-12-31'`,
    ],
    ['how many bookings were cancelled', `SELECT count(*) FROM bookings WHERE stat = 'canc'`],
    [
      'top 2 employees by booking amount',
      `SELECT emp_nm, sum(amt) FROM bookings JOIN emp USING (emp_id) GROUP BY emp_nm ORDER BY 2 DESC LIMIT 2`,
    ],
    // The year of the bookings: machines have one, too.
    [
      'total amount by year',
      `SELECT date_trunc('year', book_dt)::DATE, sum(amt) FROM bookings GROUP BY 1`,
    ],
    [
      'number of bookings per year',
      `SELECT date_trunc('year', book_dt)::DATE, count(*) FROM bookings GROUP BY 1`,
    ],
  ],
  open: ['total amount by cat name of the employees', 'average employee name'],
});
