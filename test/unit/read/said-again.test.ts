import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'what is said a second time, or in two sentences that are one',
  [
    `CREATE TABLE ferries AS SELECT i AS ferry_id, 'Ferry ' || i AS ferry_name, ['Alpha', 'Beta', 'Gamma'][1 + i * i % 3] AS ferry_class, 90 + i * 37 % 100 AS seats, 15 + i * 5 % 13 AS speed FROM range(1, 9) t(i)`,
    `CREATE TABLE crossings AS SELECT i AS crossing_id, 1 + i * i % 8 AS ferry_id FROM range(1, 15) t(i)`,
  ],
  {
    answered: [],
    open: [
      'the ferry with the most seats, ordered by seats',
      'ferry classes with at most four ferries of that class',
      'Sort the ferries by speed and return their names',
      'Sort the ferries by speed. Then list the names of the ferries.',
      'Show the number of ferries grouped by and ordered by ferry class',
      'the ferry with the most seats, ordered by speed',
      'top 3 ferries by seats, sorted by seats',
      'ferries of that class',
      'ferries with at most 3 crossings of that harbour',
    ],
  },
);
