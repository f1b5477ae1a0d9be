import { describeAnswersOver } from './answered.ts';

const MILLS = [
  `CREATE TABLE mills AS SELECT * FROM (VALUES
    (1, 'Aker', 'Voss', 12, 900), (2, 'Bekk', 'Voss', 30, 200), (3, 'Dale', 'Lom', 8, 4000), (4, 'Eik', 'Lom', 5, 50)
  ) t(mill_id, name, town, floor_area, villagers)`,
  // One fair for each mill at the most.
  `CREATE TABLE fairs AS SELECT * FROM (VALUES
    (11, 1, 2015), (12, 2, 2019), (13, 3, 2015)
  ) t(fair_id, mill_id, year)`,
  `CREATE TABLE millers AS SELECT * FROM (VALUES
    (201, 'Ann', 55, 1), (202, 'Bo', 61, 1), (203, 'Cy', 20, 2), (204, 'Di', 34, 3), (205, 'Ed', 40, 4)
  ) t(miller_id, name, age, mill_id)`,
  `CREATE TABLE loads AS SELECT * FROM (VALUES
    (31, 201), (32, 201), (33, 203), (34, 203), (35, 204)
  ) t(load_id, miller_id)`,
  `CREATE TABLE sacks AS SELECT * FROM (VALUES
    (41, 31), (42, 32), (43, 33)
  ) t(sack_id, load_id)`,
];

const WITHOUT_FAIR_IN_2015 = `SELECT name FROM mills m
  WHERE NOT EXISTS (SELECT 1 FROM fairs f WHERE f.mill_id = m.mill_id AND f.year = 2015)`;
const WITHOUT_FAIR = `SELECT name FROM mills m
  WHERE EXISTS (SELECT 1 FROM millers r WHERE r.mill_id = m.mill_id)
    AND NOT EXISTS (SELECT 1 FROM fairs f WHERE f.mill_id = m.mill_id)`;

/** What is said of rows that are counted, denied or left out is said of them, and never of those that are asked. */
describeAnswersOver('Conditions of rows in between', MILLS, {
  answered: [
    ['names of mills with no fair in 2015', WITHOUT_FAIR_IN_2015],
    ['names of mills without fairs in 2015', WITHOUT_FAIR_IN_2015],
    ['mill names except for those that had a fair in 2015', WITHOUT_FAIR_IN_2015],
    [
      'names of mills that had a fair in 2015',
      "SELECT name FROM mills WHERE name IN ('Aker', 'Dale')",
    ],
    [
      'names of millers with at least 1 load without sacks',
      "SELECT name FROM millers WHERE name IN ('Cy', 'Di')",
    ],
    [
      'names of millers with at least 2 loads',
      "SELECT name FROM millers WHERE name IN ('Ann', 'Cy')",
    ],
    ['names of mills with at least one miller but no fair', WITHOUT_FAIR],
    ['names of mills where at least one miller works but no fair was held', WITHOUT_FAIR],
    ['names of mills with millers older than 50', "SELECT name FROM mills WHERE name = 'Aker'"],
  ],
  open: ['names of mills with a floor area above 10 or with more than 1000 people'],
});
