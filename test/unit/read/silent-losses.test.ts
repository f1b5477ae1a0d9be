import { describeAnswersOver } from '../planner/answered.ts';

/** Kites that shops keep, which are flown by pilots, and manuals that are read. */
const KITES = [
  `CREATE TABLE kites AS SELECT * FROM (VALUES
    (1, 'Swift', 'Iva Holt', 'Northwind', 60000000), (2, 'Drake', 'Iva Holt', 'Gale', 75000000),
    (3, 'Puffin', 'Ole Berg', 'Gale', 81000000), (4, 'Wren', 'Ana Ruiz', 'Northwind', 72000000))
    AS t(kite_id, kite, designer, maker, worth_in_dollar)`,
  `CREATE TABLE shops AS SELECT * FROM (VALUES (1, 'Beach', 'All'), (2, 'Cliff', 'Members'), (3, 'Pier', 'Members'))
    AS t(shop_id, shop_name, clients)`,
  `CREATE TABLE stock AS SELECT * FROM (VALUES (1, 1, 4), (1, 2, 1), (2, 1, 2)) AS t(shop_id, kite_id, pieces)`,
  `CREATE TABLE pilots AS SELECT * FROM (VALUES (1, 'Ada', 'Moe'), (2, 'Bo', 'Lind'), (3, 'Cy', 'Park'))
    AS t(pilot_id, first_name, last_name)`,
  `CREATE TABLE flights AS SELECT * FROM (VALUES
    (1, 1, 'Scrubbed', 'cold'), (2, 1, 'Scrubbed', 'cold'), (3, 1, 'Flown', 'warm'), (4, 2, 'Flown', 'cold'),
    (5, 2, 'Scrubbed', 'warm'), (6, 2, 'Flown', 'warm'), (7, 3, 'Flown', 'warm')) AS t(flight_id, pilot_id, outcome, weather)`,
  `CREATE TABLE manuals AS SELECT * FROM (VALUES
    (1, 'Knots', 'guide', 80, 3), (2, 'Lines', 'guide', 20, 9), (3, 'Winds', 'chart', 50, 1))
    AS t(manual_code, manual_name, manual_type_code, download_count, pages)`,
];

describeAnswersOver('questions of which no part may be left out', KITES, {
  answered: [
    // A denial of what follows, where a column of the rows before is a number.
    [
      'Kites no shop has',
      'SELECT kite FROM kites WHERE kite_id NOT IN (SELECT kite_id FROM stock)',
    ],
    [
      'How many kites does no shop have in stock?',
      'SELECT count(*) FROM kites WHERE kite_id NOT IN (SELECT kite_id FROM stock)',
    ],
    // A phrase of the grammar whose last word is a value.
    [
      'How many shops have no stock at all?',
      'SELECT count(*) FROM shops WHERE shop_id NOT IN (SELECT shop_id FROM stock)',
    ],
    // The scale of a range.
    [
      'Kites with a worth in dollar between 70 and 80 million',
      'SELECT kite FROM kites WHERE worth_in_dollar BETWEEN 70000000 AND 80000000',
    ],
    [
      'kites whose worth in dollar is between seventy and eighty million',
      'SELECT kite FROM kites WHERE worth_in_dollar BETWEEN 70000000 AND 80000000',
    ],
    [
      'kites with a worth in dollar of 70-80m',
      'SELECT kite FROM kites WHERE worth_in_dollar BETWEEN 70000000 AND 80000000',
    ],
    // The lower end has a scale of its own.
    [
      'kites with a worth in dollar between 70,000,000 and 80 million',
      'SELECT kite FROM kites WHERE worth_in_dollar BETWEEN 70000000 AND 80000000',
    ],
    [
      'kites with a worth in dollar between 500 and 65 million',
      'SELECT kite FROM kites WHERE worth_in_dollar BETWEEN 500 AND 65000000',
    ],
    // What is said of the rows that are counted.
    [
      'Pilots who had more than one flight scrubbed, first and last name',
      "SELECT first_name, last_name FROM pilots WHERE (SELECT count(*) FROM flights f WHERE f.pilot_id = pilots.pilot_id AND outcome = 'Scrubbed') > 1",
    ],
    [
      'Pilots who had more than one flight flown, first and last name please',
      "SELECT first_name, last_name FROM pilots WHERE (SELECT count(*) FROM flights f WHERE f.pilot_id = pilots.pilot_id AND outcome = 'Flown') > 1",
    ],
    // More that is asked of the same rows, beside them.
    [
      'Which kites were made by Gale, and who designed them?',
      "SELECT kite, designer FROM kites WHERE maker = 'Gale'",
    ],
    [
      'Which kite has the highest worth in dollar, and who designed it?',
      'SELECT kite, designer FROM kites WHERE kite_id = 3',
    ],
  ],
  open: [
    // A number that the verb tells of, and a key that is none.
    'Which manuals are downloaded more than the average manual of their own type?',
    'Which manual has been downloaded most often?',
    // Nothing says who.
    'Which kite has the highest worth in dollar, and who sold it?',
  ],
});

/** Scrolls that are moved between halls, and rides whose types have codes. */
const HALLS = [
  `CREATE TABLE ref_halls AS SELECT * FROM (VALUES ('e', 'East Hall'), ('w', 'West Hall')) AS t(hall_code, hall_name)`,
  `CREATE TABLE all_scrolls AS SELECT * FROM (VALUES
    (1, 'Tides', DATE '1981-03-01'), (2, 'Moths', DATE '1985-04-02'), (3, 'Ferns', DATE '1993-05-03'),
    (4, 'Moths', DATE '1988-01-01')) AS t(scroll_id, scroll_name, scroll_date)`,
  `CREATE TABLE scroll_halls AS SELECT * FROM (VALUES
    (1, 'e', DATE '2019-01-01'), (1, 'w', DATE '2020-01-01'), (2, 'e', DATE '2020-02-01'), (3, 'e', DATE '2021-01-01'),
    (1, 'e', DATE '2022-01-01')) AS t(scroll_id, hall_code, date_in_hall_from)`,
  `CREATE TABLE park_rides AS SELECT * FROM (VALUES
    (1, 'Comet', 'coaster'), (2, 'Swan', 'boat'), (3, 'Loop', 'coaster')) AS t(park_ride_id, name, ride_type_code)`,
  `CREATE TABLE ref_ride_types AS SELECT * FROM (VALUES ('coaster', 'Fast'), ('boat', 'Slow'))
    AS t(ride_type_code, ride_type_description)`,
  `CREATE TABLE extras AS SELECT * FROM (VALUES (1, 'lockers'), (2, 'photos')) AS t(extra_id, extra_details)`,
  `CREATE TABLE park_ride_extras AS SELECT * FROM (VALUES (1, 1), (3, 1), (2, 2)) AS t(park_ride_id, extra_id)`,
];

describeAnswersOver('questions whose rows are called by a part of a name', HALLS, {
  answered: [
    // The rides themselves, rather than the types that a code of theirs tells.
    [
      'Which rides offer lockers as an extra?',
      'SELECT name FROM park_rides WHERE park_ride_id IN (1, 3)',
    ],
    // The halls, by their name, rather than single stays of a scroll in one.
    [
      'How many different scrolls have been kept at each hall?',
      `SELECT hall_name, count(DISTINCT scroll_id) FROM ref_halls JOIN scroll_halls USING (hall_code) GROUP BY 1`,
    ],
    ['number of scrolls by name', 'SELECT scroll_name, count(*) FROM all_scrolls GROUP BY 1'],
  ],
  // Nothing says that they are counted.
  open: ['scrolls by name'],
});

const GYM = [
  `CREATE TABLE coaches (coach_id INTEGER PRIMARY KEY, name VARCHAR, hourly_rate INTEGER, manager_id INTEGER)`,
  `INSERT INTO coaches SELECT i, 'Coach ' || i, 20 + i * 3, CASE WHEN i > 3 THEN 1 + i % 3 END FROM range(1, 12) t(i)`,
  `CREATE TABLE athletes (athlete_id INTEGER PRIMARY KEY, name VARCHAR)`,
  `INSERT INTO athletes SELECT i, 'Athlete ' || i FROM range(1, 40) t(i)`,
  `CREATE TABLE sessions (session_id INTEGER PRIMARY KEY, athlete_id INTEGER REFERENCES athletes, coach_id INTEGER REFERENCES coaches, held_on DATE, hall VARCHAR, status VARCHAR)`,
  `INSERT INTO sessions SELECT i, 1 + (i * 7) % 35, 1 + i % 9, DATE '2025-01-01' + i::INT, ['East', 'West'][1 + i % 2], ['held', 'cancelled', 'moved'][1 + (i // 35) % 3] FROM range(1, 120) t(i)`,
];
const cancelled = (having: string) =>
  `SELECT name FROM athletes JOIN sessions USING (athlete_id) WHERE status = 'cancelled' GROUP BY athlete_id, name HAVING ${having}`;

describeAnswersOver('verbs of rows that refer to rows of their own table', GYM, {
  answered: [
    ['who is the manager of Coach 5', `SELECT 'Coach 3'`],
    // Neither the athletes of a coach nor the coach again.
    ['who manages Coach 5', `SELECT 'Coach 3'`],
    ['who supervises Coach 5', `SELECT 'Coach 3'`],
    ['who reports to Coach 2', 'SELECT name FROM coaches WHERE manager_id = 2'],
    ['coaches managed by Coach 2', 'SELECT name FROM coaches WHERE manager_id = 2'],
    ['how many sessions did Coach 5 have', 'SELECT COUNT(*) FROM sessions WHERE coach_id = 5'],
    // What is counted is what is so, and both are counted.
    ['athletes that cancelled more than 0 sessions', cancelled('COUNT(*) > 0')],
    ['athletes who cancelled at least 2 sessions', cancelled('COUNT(*) >= 2')],
    [
      'how many athletes cancelled at least 2 sessions',
      `SELECT COUNT(*) FROM (${cancelled('COUNT(*) >= 2')})`,
    ],
    ['number of athletes and coaches', 'SELECT 39, 11'],
    ['how many athletes and sessions do we have', 'SELECT 39, 119'],
    ['what is the number of sessions and coaches?', 'SELECT 119, 11'],
    [
      'coaches and their number of sessions',
      'SELECT name, COUNT(*) FROM coaches JOIN sessions USING (coach_id) GROUP BY coach_id, name',
    ],
  ],
  open: ['number of athletes and coaches by hall', 'number of sessions and coaches per hall'],
});

const OFFICES = [
  `CREATE TABLE offices (office_id INTEGER PRIMARY KEY, office_name VARCHAR, budget INTEGER)`,
  `INSERT INTO offices VALUES (1, 'Oslo', 500), (2, 'Lima', 900), (3, 'Cork', 200)`,
  `CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, clerk_name VARCHAR, office_id INTEGER REFERENCES offices, gender VARCHAR, salary INTEGER)`,
  `INSERT INTO clerks SELECT i, 'Clerk ' || i, 1 + i % 3, ['F', 'M'][1 + i % 2], 1000 + (i * 733) % 600 FROM range(1, 31) t(i)`,
];

describeAnswersOver('groups and averages that a question is about', OFFICES, {
  answered: [
    [
      'clerks with a salary above the average salary of their office',
      'SELECT clerk_name FROM clerks c WHERE salary > (SELECT AVG(salary) FROM clerks WHERE office_id = c.office_id)',
    ],
    [
      'clerks with a salary above the average salary',
      'SELECT clerk_name FROM clerks WHERE salary > (SELECT AVG(salary) FROM clerks)',
    ],
    [
      'who has the highest salary in each office',
      `SELECT office_name, clerk_name FROM clerks JOIN offices USING (office_id)
       QUALIFY rank() OVER (PARTITION BY office_id ORDER BY salary DESC) = 1`,
    ],
    [
      'clerks split by office',
      'SELECT office_name, COUNT(*) FROM clerks JOIN offices USING (office_id) GROUP BY 1',
    ],
    [
      'which office spends the most on salaries',
      'SELECT office_name FROM clerks JOIN offices USING (office_id) GROUP BY 1 ORDER BY SUM(salary) DESC, 1 LIMIT 1',
    ],
  ],
  open: ['gender by office', 'gender split by office'],
});

describeAnswersOver(
  'one table whose name says the first of what',
  [
    `CREATE TABLE list_of_tallest_towers_in_leeds AS SELECT * FROM (VALUES
      ('Bridge House', 112, 2018, 'open'), ('Sky Plaza', 103, 2009, 'open'), ('Opal One', 89, 2007, 'closed'),
      ('West Point', 72, 2009, 'closed')) AS t(name, height, year, state)`,
  ],
  {
    answered: [
      ['what is the tallest tower in leeds?', `SELECT 'Bridge House'`],
      [
        'names with state not closed',
        `SELECT name FROM list_of_tallest_towers_in_leeds WHERE state <> 'closed'`,
      ],
    ],
    // 2009 has an open tower beside a closed one.
    open: ['how many years have no closed towers', 'years without closed towers'],
  },
);
