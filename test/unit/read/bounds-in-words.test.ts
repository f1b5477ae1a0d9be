import { describeAnswersOver } from '../planner/answered.ts';

const SCHOOL_OF_SAILING = [
  `CREATE TABLE instructors AS SELECT * FROM (VALUES
    (1, 'Ada Holm', 34, 6, 'Dinghy'), (2, 'Bo Lind', 52, 3, 'Keel'), (3, 'Cy Moss', 40, 9, 'Dinghy'), (4, 'Di Roth', 61, 1, 'Keel'))
    t(instructor_id, name, age, stars, team)`,
  'ALTER TABLE instructors ADD PRIMARY KEY (instructor_id)',
  `CREATE TABLE lessons AS SELECT * FROM (VALUES
    (1, 'Knots', 20, 7.5, 2, 1), (2, 'Tides', 150, 9, 1, 2), (3, 'Night watch', 210, 6, 3, 2), (4, 'Regatta', 90, 8, 4, 3))
    t(lesson_id, title, price, rating, place, instructor_id)`,
  'ALTER TABLE lessons ADD PRIMARY KEY (lesson_id)',
  `CREATE TABLE charts AS SELECT * FROM (VALUES (1, 'North', '150', 20), (2, 'South', '90', 150)) t(chart_id, area, sheets, price)`,
  'ALTER TABLE charts ADD PRIMARY KEY (chart_id)',
  `CREATE TABLE towns AS SELECT * FROM (VALUES (1, 'Kiel', 250000, 12), (2, 'Marstal', 2000, 3)) t(town_id, town_name, population, piers)`,
  'ALTER TABLE towns ADD PRIMARY KEY (town_id)',
];

describeAnswersOver('bounds in everyday words', SCHOOL_OF_SAILING, {
  answered: [
    ...[
      'instructors over 40',
      'Which instructors are over 40?',
      'instructors who are above 40',
      'instructors aged over 40',
      'instructors past the age of 40',
      'instructors aged 41 or over',
      'instructors aged between 41 and 90',
    ].map((one) => [one, 'SELECT name FROM instructors WHERE age > 40'] as const),
    ['instructors aged 40', 'SELECT name FROM instructors WHERE age = 40'],
    ['How many instructors are under 40?', 'SELECT count(*) FROM instructors WHERE age < 40'],
    [
      'Which instructors on the Keel team are under 60?',
      `SELECT name FROM instructors WHERE age < 60 AND team = 'Keel'`,
    ],
    [
      'instructors who are over 60 or whose stars are 9 or higher',
      'SELECT name FROM instructors WHERE age > 60 OR stars >= 9',
    ],
    ['lessons priced at 150 or more', 'SELECT title FROM lessons WHERE price >= 150'],
    ['lessons with a rating of 8 or better', 'SELECT title FROM lessons WHERE rating >= 8'],
    ['instructors between 41 and 60 years old', `VALUES ('Bo Lind')`],
    ['How many instructors are in their fifties?', 'SELECT 1'],
    [
      'lessons that are more expensive than the average lesson',
      `VALUES ('Tides'), ('Night watch')`,
    ],
    ['Which lessons cost less than the average?', `VALUES ('Knots'), ('Regatta')`],
    ['lessons less expensive than Regatta', `VALUES ('Knots')`],
    ['towns that have more than 3000 inhabitants', `VALUES ('Kiel')`],
    [
      'lessons costing between 90 and 160',
      'SELECT title FROM lessons WHERE price BETWEEN 90 AND 160',
    ],
    ['How many lessons cost 90 or more?', 'SELECT count(*) FROM lessons WHERE price >= 90'],
    ['charts priced at 150', 'SELECT chart_id FROM charts WHERE price = 150'],
    ['charts with 150 sheets', `SELECT chart_id FROM charts WHERE sheets = '150'`],
    ['lessons with a price of 90 and up', 'SELECT title FROM lessons WHERE price >= 90'],
  ],
  open: [
    // An age of nothing, an amount, and what is no number of years.
    'lessons over 40',
    'charts rated 150',
    'lessons in their fifties',
    'lessons between 41 and 60',
    // Instructors are people, too, and who is counted is not only who lives there.
    'towns with fewer than 3000 people',
    'towns with more than 3000 people in boats',
    'instructors with more than 3000 people',
    'lessons costing between 90 and 160 hours',
    'instructors over 4000',
    'instructors over 40 metres',
    // The first place is the best one.
    'lessons with a place of 2 or better',
    // Whose ages is not said.
    'teams that are over 40',
  ],
});
