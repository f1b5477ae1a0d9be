import { plan } from '#src/shapes/plan.ts';
import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'rows by a noun that names nothing',
  [
    `CREATE TABLE entries AS SELECT ['Berg', 'Berg', 'Roe', 'Voss', 'Pike'][i] AS surname, ['Ann', 'Tom', 'Ida', 'Lena', 'Cleo'][i] AS forename, 1 + i % 3 AS stage, [12, 12, 14, 14, 11][i] AS cabin FROM range(1, 6) t(i)`,
    `CREATE TABLE ferries AS SELECT i AS ferry_id, ['Gull', 'Tern', 'Skua', 'Plover'][i] AS ferry_name, 60 * i AS seats FROM range(1, 5) t(i)`,
    `CREATE TABLE crossings AS SELECT i AS crossing_id, 1 + i % 4 AS ferry_id, 20 * i AS passengers FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ['how many children are in each cabin', 'SELECT cabin, count(*) FROM entries GROUP BY cabin'],
      ['How many kids are in stage 2?', 'SELECT count(*) FROM entries WHERE stage = 2'],
      [
        'list the names of the pupils in stage 1',
        'SELECT forename, surname FROM entries WHERE stage = 1',
      ],
      ['which boats have more than 100 seats', 'SELECT ferry_name FROM ferries WHERE seats > 100'],
      [
        'how many voyages had more than 90 passengers',
        'SELECT count(*) FROM crossings WHERE passengers > 90',
      ],
    ],
    plan,
    open: [
      // No wolf has a first and a last name.
      'how many wolves are in cabin 12',
      // Nothing else is said that they have.
      'how many children are there in total',
      // Cars are no ferries, and lorries no cars.
      'which cars have more than 100 seats',
      'how many lorries have 60 seats',
      // Two nouns that name nothing.
      'how many children and wolves are in cabin 12',
    ],
  },
);

describeAnswersOver(
  'rows by the first word of a table that says how they are kept',
  [
    `CREATE TABLE loaf_sheet AS SELECT i AS id, ['Rye Wheel', 'Oat Crown', 'Rye Wheel', 'Spelt Ring'][i] AS loaf_title, ['Holm', 'Dahl'][1 + i % 2] AS miller, 3 + i AS price FROM range(1, 5) t(i)`,
    `CREATE TABLE repair_details AS SELECT i AS line, 1 + i // 2 AS repair_id, 5 * i AS cost FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ['How many loaves are there?', 'SELECT count(*) FROM loaf_sheet'],
      [
        'average price of loaves by miller',
        'SELECT miller, avg(price) FROM loaf_sheet GROUP BY miller',
      ],
      // Many rows are of one repair.
      [
        'how many repairs cost more than 10',
        'SELECT count(DISTINCT repair_id) FROM repair_details WHERE cost > 10',
      ],
      [
        'What is the title of the most expensive loaf?',
        'SELECT loaf_title FROM loaf_sheet ORDER BY price DESC LIMIT 1',
      ],
    ],
    open: [],
    plan,
  },
);
