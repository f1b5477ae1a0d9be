import { describeAnswersOver } from '../planner/answered.ts';

/** One sheet of a quarry: each load names its driver and pit by a number, what it was, and how much. */
const QUARRY = [
  `CREATE TABLE loads ("Driver" INTEGER, "Pit" INTEGER, "Rock" VARCHAR, "Tons" INTEGER, "Goal" INTEGER)`,
  `INSERT INTO loads VALUES (7, 1, 'Slate', 10, 0), (7, 2, 'Chalk', 20, 2), (8, 1, 'Chalk', 30, 1), (8, 3, 'Slate', 5, 3), (9, 3, 'Slate', 15, 0), (9, 3, 'Gravel', 25, 1)`,
];

describeAnswersOver('a sheet whose things are told by numbers', QUARRY, {
  answered: [
    ['how many drivers', 'SELECT count(DISTINCT "Driver") FROM loads'],
    ['how many drivers are there?', 'SELECT count(DISTINCT "Driver") FROM loads'],
    ['tons of driver 8', 'SELECT 35'],
    ['total tons of driver 8', 'SELECT 35'],
    ['how many tons', 'SELECT sum("Tons") FROM loads'],
    ['how many goals', 'SELECT sum("Goal") FROM loads'],
    // That none of their loads is so is more than that one of them is not.
    ['number of drivers without Chalk', 'SELECT 1'],
    ['how many loads are not Chalk', 'SELECT 4'],
  ],
  open: [
    'average driver',
    'total driver',
    'average driver tons',
    'tallest driver',
    // No column of the sheet says what was delivered.
    'which drivers did not deliver Chalk',
    'how many drivers did not deliver Chalk',
    'how many drivers never delivered Chalk',
    'drivers not delivering Chalk',
  ],
});

/** One sheet of marks, whose first column counts the rows. */
const MARKS = [
  `CREATE TABLE marks ("Student" INTEGER, "Class" VARCHAR, "Mark" INTEGER)`,
  `INSERT INTO marks VALUES (101, 'A', 50), (102, 'B', 70), (103, 'A', 90)`,
];

describeAnswersOver('a sheet of which each row is somebody', MARKS, {
  answered: [
    ['how many students', 'SELECT 3'],
    ['how many students in class A', 'SELECT 2'],
    ['number of students per class', 'SELECT "Class", count(*) FROM marks GROUP BY 1'],
    ['average mark by class', 'SELECT "Class", avg("Mark") FROM marks GROUP BY 1'],
    ['which student has the highest mark', 'SELECT 103'],
  ],
  open: ['total students by mark'],
});

/** One sheet of what shops sold, in whole euros. */
const SOLD = [
  `CREATE TABLE sales ("Shop" INTEGER, "Day" DATE, "Amount" INTEGER, "Buyer" INTEGER)`,
  `INSERT INTO sales VALUES (1, DATE '2026-01-05', 100, 11), (1, DATE '2026-02-05', 50, 12), (2, DATE '2026-02-09', 70, 11), (2, DATE '2026-02-10', 70, 13), (3, DATE '2026-03-01', 20, 12)`,
];

describeAnswersOver('rows that are called what they bring in', SOLD, {
  answered: [
    ['sales by shop', 'SELECT "Shop", sum("Amount") FROM sales GROUP BY 1'],
    [
      'sales per month',
      `SELECT date_trunc('month', "Day")::DATE, sum("Amount") FROM sales GROUP BY 1`,
    ],
    ['total sales', 'SELECT 310'],
    ['top 2 shops by sales', 'SELECT "Shop", sum("Amount") FROM sales WHERE "Shop" < 3 GROUP BY 1'],
    ['how many sales', 'SELECT 5'],
    ['number of sales per shop', 'SELECT "Shop", count(*) FROM sales GROUP BY 1'],
    ['how many shops', 'SELECT 3'],
  ],
  open: ['average shop', 'total shop'],
});
