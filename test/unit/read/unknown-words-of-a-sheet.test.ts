import { plan } from '#src/read/planner.ts';
import { describeAnswersOver } from '../planner/answered.ts';

const ORDERS = [
  `CREATE TABLE orders ("Order" INTEGER, "Customer" VARCHAR, "City" VARCHAR, "Total" DOUBLE)`,
  `INSERT INTO orders VALUES (1, 'Alba', 'Bern', 10), (2, 'Alba', 'Basel', 20), (3, 'Corvo', 'Bern', 30)`,
];

describeAnswersOver('a noun that names nothing in the only sheet is not its rows', ORDERS, {
  plan,
  answered: [
    ['how many rows', 'SELECT 3'],
    ['how many orders', 'SELECT 3'],
    ['how many orders did Alba have?', 'SELECT 2'],
    ['how many rows have city Bern', 'SELECT 2'],
  ],
  open: [
    'how many complaints did Alba have?',
    'how many people live in Bern',
    'how many discounts did Corvo get',
    'how many items did Alba buy',
    'which supplier has the highest total',
  ],
});

const WARDS = [
  `CREATE TABLE sheet1 ("Patient" VARCHAR, "Ward" VARCHAR, "Age" INTEGER)`,
  `INSERT INTO sheet1 VALUES ('Ann Roe', 'West', 71), ('Bo Lind', 'West', 34), ('Cy Tan', 'East', 55)`,
];

describeAnswersOver('patients of a sheet, of whom nothing else is known', WARDS, {
  plan,
  answered: [
    ['how many patients in West', 'SELECT 2'],
    ['how many people are in the East ward', 'SELECT 1'],
  ],
  // A verb that no column tells of says more than that there are such patients.
  open: ['how many deaths in West', 'how many patients died in West', 'who treats Bo Lind'],
});

const STANDINGS = [
  `CREATE TABLE standings ("Pos" INTEGER, "Team" VARCHAR, "W" INTEGER, "L" INTEGER, "Points" INTEGER)`,
  `INSERT INTO standings VALUES (1, 'Alba', 20, 3, 65), (2, 'Borea', 18, 4, 60)`,
];

describeAnswersOver('short headers of a league', STANDINGS, {
  plan,
  answered: [['how many points does Alba have', 'SELECT 65']],
  open: [
    'how many wins does Alba have',
    'how many players does Borea have',
    'which coach has the most points',
  ],
});

const SOLD = [
  `CREATE TABLE store_sales ("Store" VARCHAR, "Product" VARCHAR, "Units" INTEGER, "Date" DATE)`,
  `INSERT INTO store_sales VALUES ('Alba', 'Lamp', 10, DATE '2026-01-05'), ('Corvo', 'Desk', 5, DATE '2026-02-05')`,
];

describeAnswersOver('a verb that says more than that rows have something', SOLD, {
  plan,
  answered: [['which store sold the most units', `SELECT 'Alba'`]],
  open: [
    'how many units did Alba lose',
    'how many units did Alba return',
    'which manager sold the most units',
  ],
});

const STAFF = [
  `CREATE TABLE staff ("Name" VARCHAR, "Department" VARCHAR, "Salary" INTEGER, "Start Date" DATE)`,
  `INSERT INTO staff VALUES ('Ann Roe', 'Sales', 5000, DATE '2020-03-01'), ('Bo Lind', 'Legal', 4200, DATE '2021-07-15')`,
];

describeAnswersOver('a verb that examples pass over', STAFF, {
  plan,
  answered: [['who has the highest salary', `SELECT 'Ann Roe'`]],
  open: ['who was promoted in 2020'],
});
