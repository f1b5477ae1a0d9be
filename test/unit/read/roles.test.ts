import { describeAnswersOver } from '../planner/answered.ts';

/** Gliding clubs: pilots register for contests, rent hangars, borrow trailers; clubs count their staff by year. */
const GLIDING = [
  `CREATE TABLE pilots AS SELECT * FROM (VALUES
    (1, 'Ann Berg', 'Oslo'), (2, 'Bo Dahl', 'Bergen'), (3, 'Cem Ek', 'Oslo'), (4, 'Dana Falk', 'Voss'))
    AS t(pilot_id, pilot_name, town)`,
  `CREATE TABLE contests AS SELECT * FROM (VALUES
    (1, 'Spring Cup', 'Norway'), (2, 'Alpine Days', 'Austria'), (3, 'Lake Race', 'Norway'), (4, 'Night Flight', 'Italy'))
    AS t(contest_id, contest_name, country)`,
  `CREATE TABLE registrations AS SELECT * FROM (VALUES
    (1, 1, 1, 'Win', 90), (2, 2, 1, 'Loss', 70), (3, 1, 2, 'Loss', 60), (4, 3, 2, 'Win', 95), (5, 3, 3, 'Draw', 80),
    (6, 2, 3, 'Win', 85))
    AS t(registration_id, pilot_id, contest_id, outcome, points)`,
  `CREATE TABLE gliders AS SELECT * FROM (VALUES
    (1, 'Swift', 1990), (2, 'Kestrel', 2004), (3, 'Merlin', 2015))
    AS t(glider_id, glider_name, built_year)`,
  `CREATE TABLE glider_inspections AS SELECT * FROM (VALUES
    (1, 1, 2, 'passed'), (2, 1, 3, 'failed'), (3, 2, 1, 'passed'))
    AS t(inspection_id, glider_id, pilot_id, verdict)`,
  `CREATE TABLE crew AS SELECT * FROM (VALUES
    (1, 2020, 12), (1, 2021, 18), (2, 2020, 30), (2, 2021, 25), (3, 2020, 7), (3, 2021, 9))
    AS t(club_id, year, crew)`,
  `CREATE TABLE clubs AS SELECT * FROM (VALUES
    (1, 'Nordfly', 'Oslo'), (2, 'Aero', 'Bergen'), (3, 'Sky', 'Voss'))
    AS t(club_id, club_name, town)`,
];

describeAnswersOver('questions that deny, count, or tell roles by verbs', GLIDING, {
  answered: [
    // Whoever could have done it, nobody did.
    ['Show the names of gliders that nobody has inspected.', "SELECT 'Merlin'"],
    ['Which gliders has no one inspected?', "SELECT 'Merlin'"],
    ['Which contests has nobody registered for?', "SELECT 'Night Flight'"],
    ['Show the names of contests that no one has registered for.', "SELECT 'Night Flight'"],
    ['Which gliders are uninspected?', "SELECT 'Merlin'"],
    ['List the uninspected gliders.', "SELECT 'Merlin'"],
    ['How many uninspected gliders are there?', 'SELECT 1'],
    // What came out is a value.
    ['Which pilots won in Norway?', "SELECT 'Ann Berg' UNION ALL SELECT 'Bo Dahl'"],
    ['How many pilots have lost?', 'SELECT 2'],
    ['Which pilots never won?', "SELECT 'Dana Falk'"],
    // Where one value is left, rows are counted.
    ['How many outcomes were a win?', 'SELECT 3'],
    // A number that is called as its rows are.
    ['How many clubs had at least 10 crew in 2020?', 'SELECT 2'],
  ],
  open: [
    'Which gliders has nobody from Oslo inspected?',
    'Show the pilots with nothing.',
    'How many verdicts were passed?',
    // Each club has one number a year.
    'What was the average crew per club in each year?',
  ],
});
