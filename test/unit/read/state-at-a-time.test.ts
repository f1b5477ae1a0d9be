import { describeAnswersOver } from '../planner/answered.ts';

const CLINICS = [
  `CREATE TABLE clinics AS SELECT * FROM (VALUES (1, 'North'), (2, 'South')) AS t(id, name)`,
  'ALTER TABLE clinics ADD PRIMARY KEY (id)',
  `CREATE TABLE doctors AS SELECT i AS id, 'D' || i AS name, 1 + i % 2 AS clinic_id, DATE '2018-01-01' + i::INT * 150 AS hired_on FROM range(1, 20) t(i)`,
  'ALTER TABLE doctors ADD PRIMARY KEY (id)',
  `CREATE TABLE visits AS SELECT i AS id, 1 + i % 19 AS doctor_id, DATE '2025-01-01' + i::INT * 3 AS visited_on FROM range(1, 120) t(i)`,
  'ALTER TABLE visits ADD PRIMARY KEY (id)',
];
const IN_2025 = "hired_on >= DATE '2025-01-01' AND hired_on < DATE '2026-01-01'";

describeAnswersOver('people at a time, of whom the data says when they were hired', CLINICS, {
  answered: [
    ['doctors hired in 2025', `SELECT name FROM doctors WHERE ${IN_2025}`],
    [
      'new doctors in 2025 by clinic',
      `SELECT clinics.name, count(*) FROM doctors JOIN clinics ON clinics.id = clinic_id WHERE ${IN_2025} GROUP BY 1`,
    ],
    [
      'clinics with more than five visits in 2025',
      `SELECT clinics.name FROM visits JOIN doctors ON doctors.id = doctor_id JOIN clinics ON clinics.id = clinic_id WHERE year(visited_on) = 2025 GROUP BY 1 HAVING count(*) > 5`,
    ],
  ],
  open: [
    'clinics with more than five doctors in 2025',
    'how many doctors does each clinic have in 2025',
    'doctors per clinic in 2025',
  ],
});

const ROBOTS = [
  `CREATE TABLE robots AS SELECT 'r' || i AS robot, ['down', 'up', 'idle'][1 + i % 3] AS status, DATE '2026-10-01' + i::INT * 3 AS deployed_on FROM range(1, 12) t(i)`,
  'ALTER TABLE robots ADD PRIMARY KEY (robot)',
];

describeAnswersOver('a state of which no history is kept', ROBOTS, {
  answered: [
    ['how many robots are down', "SELECT count(*) FROM robots WHERE status = 'down'"],
    [
      'how many robots that are down were deployed in October 2026',
      "SELECT count(*) FROM robots WHERE status = 'down' AND month(deployed_on) = 10",
    ],
  ],
  open: ['how many robots were down last month'],
});
