import { describeAnswersOver } from '../planner/answered.ts';

const CAMP = [
  `CREATE TABLE scouts AS SELECT i AS scout_id, 'F' || i AS first_name, 'L' || i AS last_name, ['Oak', 'Elm', 'Ash'][1 + i % 3] AS patrol,
    DATE '2023-03-01' + i::INT * 40 AS joining_date FROM range(1, 21) t(i)`,
  'ALTER TABLE scouts ADD PRIMARY KEY (scout_id)',
  `CREATE TABLE hikes AS SELECT i AS hike_id, 1 + i * i % 20 AS scout_id, DATE '2024-01-10' + i::INT * 9 AS hike_date, DATE '2024-01-12' + i::INT * 9 AS logged_date, 3 + i % 11 AS kilometers FROM range(1, 60) t(i)`,
  'ALTER TABLE hikes ADD PRIMARY KEY (hike_id)',
];

describeAnswersOver('an order behind groups, and parts of dates', CAMP, {
  answered: [
    [
      'hikes per month, newest first',
      `SELECT date_trunc('month', hike_date)::DATE, count(*) FROM hikes GROUP BY 1 ORDER BY 1 DESC`,
    ],
    [
      'hikes per month, highest first',
      `SELECT date_trunc('month', hike_date)::DATE, count(*) FROM hikes GROUP BY 1 ORDER BY 2 DESC`,
    ],
    [
      'scouts by patrol, largest first',
      'SELECT patrol, count(*) FROM scouts GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['scouts by patrol, lowest first', 'SELECT patrol, count(*) FROM scouts GROUP BY 1 ORDER BY 2'],
    [
      'scouts by patrol, descending',
      'SELECT patrol, count(*) FROM scouts GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['hikes, newest first', 'SELECT hike_id, hike_date FROM hikes ORDER BY hike_date DESC'],
    [
      'best month in 2024 by kilometers',
      `SELECT date_trunc('month', hike_date)::DATE, sum(kilometers) FROM hikes WHERE year(hike_date) = 2024 GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ],
    [
      'quietest month in 2024 by hikes',
      `SELECT date_trunc('month', hike_date)::DATE, count(*) FROM hikes WHERE year(hike_date) = 2024 GROUP BY 1 ORDER BY 2, 1 LIMIT 1`,
    ],
  ],
  open: [
    'number of scouts by joining year',
    'hikes per logged month',
    'scouts by leaving year',
    'hikes by weekday, newest first',
    'best month by scouts and hikes',
    'scouts, highest first',
  ],
});
