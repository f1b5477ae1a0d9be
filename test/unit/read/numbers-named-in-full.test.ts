import { describeAnswersOver } from '../planner/answered.ts';

const TEAMS = [
  `CREATE TABLE teams AS SELECT * FROM (VALUES (1, 'Red', 100), (2, 'Blue', 150)) AS t(id, team, target_hours)`,
  'ALTER TABLE teams ADD PRIMARY KEY (id)',
  `CREATE TABLE employees AS SELECT i AS id, ['Ann', 'Bo', 'Cy', 'Di'][i] AS name, 1 + i % 2 AS team_id, DATE '2024-01-01' + i::INT * 50 AS hired_on FROM range(1, 5) t(i)`,
  'ALTER TABLE employees ADD PRIMARY KEY (id)',
  `CREATE TABLE timesheets AS SELECT i AS id, 1 + i % 4 AS employee_id, DATE '2026-01-01' + i::INT AS day, 1.0 + i % 7 AS hours FROM range(1, 200) t(i)`,
  'ALTER TABLE timesheets ADD PRIMARY KEY (id)',
];
const WORKED =
  'timesheets JOIN employees ON employees.id = employee_id JOIN teams ON teams.id = team_id';

describeAnswersOver('a number named in full beside one that is named in part', TEAMS, {
  answered: [
    ['hours by team', `SELECT team, sum(hours) FROM ${WORKED} GROUP BY 1`],
    ['average hours by team', `SELECT team, avg(hours) FROM ${WORKED} GROUP BY 1`],
    ['hours of team Red', `SELECT sum(hours) FROM ${WORKED} WHERE team = 'Red'`],
    [
      'which team has the most hours',
      `SELECT team FROM ${WORKED} GROUP BY 1 ORDER BY sum(hours) DESC LIMIT 1`,
    ],
    // Employees have dates, too; those of the hours are meant.
    [
      'hours per team in March 2026',
      `SELECT team, sum(hours) FROM ${WORKED} WHERE month(day) = 3 GROUP BY 1`,
    ],
    ['target hours by team', 'SELECT team, sum(target_hours) FROM teams GROUP BY 1'],
  ],
  open: ['teams with more than 120 hours'],
});
