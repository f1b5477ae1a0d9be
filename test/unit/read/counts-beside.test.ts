import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'rows of several tables, each counted for the same rows',
  [
    `CREATE TABLE pens AS SELECT i AS pen_id, 'Pen ' || i AS pen_name, 1 + i % 2 AS lane FROM range(1, 5) t(i)`,
    `CREATE TABLE dogs AS SELECT i AS dog_id, 'Dog ' || i AS dog_name, 1 + i * i % 3 AS pen_id FROM range(1, 9) t(i)`,
    `CREATE TABLE helpers AS SELECT i AS helper_id, 'Helper ' || i AS helper_name, 1 + i % 4 AS pen_id FROM range(1, 8) t(i)`,
    `CREATE TABLE walks AS SELECT i AS walk_id, 1 + i % 8 AS dog_id, 1 + i % 7 AS helper_id, 10 * i AS minutes FROM range(1, 30) t(i)`,
  ],
  {
    answered: [
      'How many dogs and helpers are in each pen?',
      'number of dogs and number of helpers for each pen',
      'how many dogs and how many helpers are there in every pen',
      'number of dogs and helpers per pen',
    ].map((question) => [
      question,
      `SELECT pen_name, (SELECT count(*) FROM dogs d WHERE d.pen_id = p.pen_id), (SELECT count(*) FROM helpers h WHERE h.pen_id = p.pen_id) FROM pens p`,
    ]),
    open: [
      // All of both, or each?
      'total number of dogs and helpers in each pen',
      // Walks refer to no pen.
      'how many dogs and walks are in each pen',
      // Not the dogs alone.
      'how many dogs and pens are in each lane',
      'how many dogs and heavy helpers are in each pen',
    ],
  },
);
