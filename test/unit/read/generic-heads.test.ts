import { describeAnswersOver } from '../planner/answered.ts';

/** Ferries with crossings that are sailed or called off, and the piers of their home towns. */
const FERRIES = [
  `CREATE TABLE ferries AS SELECT * FROM (VALUES (1, 'Gull', 'Oban', 120), (2, 'Tern', 'Mull', 80), (3, 'Auk', 'Oban', 40))
    AS t(ferry_id, ferry_name, home, seats)`,
  `CREATE TABLE crossings AS SELECT * FROM (VALUES
    (1, 1, 'Sailed', 'calm'), (2, 1, 'Called off', 'rough'), (3, 2, 'Sailed', 'calm'), (4, 3, 'Called off', 'calm'))
    AS t(crossing_id, ferry_id, outcome, sea)`,
  `CREATE TABLE piers AS SELECT * FROM (VALUES (1, 'Oban'), (2, 'Iona')) AS t(pier_id, home)`,
];

describeAnswersOver('questions whose rows are called by a general word, or by none', FERRIES, {
  answered: [
    ['records per outcome', 'SELECT outcome, count(*) FROM crossings GROUP BY outcome'],
    ['number of rows by sea', 'SELECT sea, count(*) FROM crossings GROUP BY sea'],
    [
      'count the records for each outcome',
      'SELECT outcome, count(*) FROM crossings GROUP BY outcome',
    ],
    ['how many entries are there in ferries', 'SELECT count(*) FROM ferries'],
    ['how many rows does crossings have', 'SELECT count(*) FROM crossings'],
    ['how many were called off', "SELECT count(*) FROM crossings WHERE outcome = 'Called off'"],
    ['how many are calm', "SELECT count(*) FROM crossings WHERE sea = 'calm'"],
    ['which ones are called off', "SELECT crossing_id FROM crossings WHERE outcome = 'Called off'"],
    ['ferry details', 'SELECT * FROM ferries'],
    ['show me the ferry info', 'SELECT * FROM ferries'],
    ['ferry information?', 'SELECT * FROM ferries'],
  ],
  open: [
    // Ferries and piers have one; crossings belong to ferries.
    'how many are in Oban',
    'records per home',
    'records per ferry',
    'how many are 80',
  ],
});
