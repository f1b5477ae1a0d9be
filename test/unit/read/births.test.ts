import { describeAnswersOver } from '../planner/answered.ts';

/** A lodge: guests of whom no other date is kept than that of their birth, and rowers of whom one is. */
const LODGE = [
  `CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, name VARCHAR, birth_date DATE, town VARCHAR)`,
  `INSERT INTO guests VALUES (1, 'Ann', DATE '2001-03-04', 'Oslo'), (2, 'Bo', DATE '2002-05-06', 'Voss'), (3, 'Cy', DATE '2001-07-08', 'Voss')`,
  `CREATE TABLE rowers (rower_id INTEGER PRIMARY KEY, name VARCHAR, date_of_birth DATE, joined_on DATE)`,
  `INSERT INTO rowers VALUES (1, 'Dan', DATE '2001-03-04', DATE '2020-01-02'), (2, 'Eva', DATE '1999-03-04', DATE '2001-01-02')`,
];

describeAnswersOver('periods and dates of birth', LODGE, {
  answered: [
    ['guests born in 2001', 'SELECT name FROM guests WHERE year(birth_date) = 2001'],
    ['how many guests were born in 2001', 'SELECT 2'],
    ['guests with birth date in 2001', 'SELECT name FROM guests WHERE year(birth_date) = 2001'],
    ['youngest guest', "SELECT 'Bo'"],
    ['oldest rower', "SELECT 'Eva'"],
    ['rowers who joined in 2001', "SELECT 'Eva'"],
    ['rowers born in 2001', "SELECT 'Dan'"],
  ],
  open: [
    'guests in 2001',
    'how many guests in 2001',
    'guests since 2001',
    'guests by year',
    'guests per month',
    'newest guests',
  ],
});
