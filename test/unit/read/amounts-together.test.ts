import { describeAnswersOver } from '../planner/answered.ts';

/** Landslides of valleys, with several numbers of people and a length. */
const SLIDES = [
  'CREATE TABLE valleys (valley_id INTEGER PRIMARY KEY, valley_name VARCHAR, canton VARCHAR)',
  "INSERT INTO valleys VALUES (1, 'Alda', 'North'), (2, 'Berna', 'South'), (3, 'Corva', 'South')",
  'CREATE TABLE slides (slide_id INTEGER PRIMARY KEY, valley_id INTEGER REFERENCES valleys, slide_date DATE, rescued INTEGER, injured INTEGER, missing INTEGER, length_m INTEGER, cost DECIMAL(9,2))',
  `INSERT INTO slides VALUES (1, 1, DATE '2020-01-04', 3, 40, 1, 200, 9.5), (2, 1, DATE '2020-05-04', 10, 2, 0, 90, 3), (3, 2, DATE '2021-01-04', 14, 9, 5, 400, 1), (4, 3, DATE '2021-03-04', 1, 60, 0, 50, 2)`,
];

describeAnswersOver('amounts that are ranked together', SLIDES, {
  answered: [
    ['valley with the most rescued', "SELECT 'Berna'"],
    ['what are the highest rescued and injured', 'SELECT max(rescued), max(injured) FROM slides'],
  ],
  open: [
    'which valley had the most rescued and injured',
    'which valley had the fewest rescued and injured',
    'the slide with the most rescued and injured',
    'slide with the highest rescued plus injured',
    'which slide had the most rescued and injured',
    'slides with more than 10 rescued and injured',
    // Metres and people do not add up.
    'slide with the most rescued and length',
  ],
});
