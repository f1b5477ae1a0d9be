import { expect } from 'chai';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** A film studio: who acts, who directs, which films follow others, who leads whom, and classes that hold so many. */
const STUDIO = [
  `CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name VARCHAR, boss_id INTEGER, referred_by INTEGER)`,
  `INSERT INTO people VALUES (1, 'Mara Dunn', NULL, NULL), (2, 'Otto Sand', 1, NULL), (7, 'Rex Calder', 1, 2), (8, 'Nina Petrov', 2, 2), (9, 'Pia Holm', 2, 7)`,
  `CREATE TABLE films (film_id INTEGER PRIMARY KEY, title VARCHAR, sequel_of INTEGER, director_id INTEGER, num_roles INTEGER)`,
  `INSERT INTO films VALUES (1, 'Dawn', NULL, 1, 4), (2, 'Dawn Two', 1, 1, 3), (3, 'Moor', NULL, 2, 1), (4, 'Dawn Three', 2, 2, 1)`,
  `CREATE TABLE roles (role_id INTEGER PRIMARY KEY, film_id INTEGER REFERENCES films, actor_id INTEGER, role_name VARCHAR)`,
  `INSERT INTO roles VALUES (1, 1, 7, 'Cook'), (2, 2, 7, 'Cook'), (3, 3, 8, 'Spy'), (4, 4, 2, 'Priest'), (5, 1, 9, 'Girl')`,
  `CREATE TABLE trainers (trainer_id INTEGER PRIMARY KEY, trainer_name VARCHAR)`,
  `INSERT INTO trainers VALUES (1, 'Stan Ivers'), (2, 'Tilda Row'), (3, 'Una Vale')`,
  `CREATE TABLE courses (course_id INTEGER PRIMARY KEY, course_title VARCHAR, trainer_id INTEGER REFERENCES trainers, max_students INTEGER)`,
  `INSERT INTO courses VALUES (1, 'Fencing', 1, 12), (2, 'Voice', 2, 20), (3, 'Dance', 1, 15)`,
  `CREATE TABLE students (student_id INTEGER PRIMARY KEY, student_name VARCHAR)`,
  `INSERT INTO students VALUES (1, 'Kim Ash'), (2, 'Lou Elm')`,
  `CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES courses, substitute_trainer_id INTEGER, held_on DATE)`,
  `INSERT INTO lessons VALUES (1, 1, NULL, DATE '2026-01-01'), (2, 1, 2, DATE '2026-01-02'), (3, 2, NULL, DATE '2026-02-01'), (4, 3, 3, DATE '2026-02-02'), (5, 3, NULL, DATE '2026-03-01')`,
];

const people = (where: string) => `SELECT full_name FROM people WHERE ${where}`;
const films = (where: string) => `SELECT title FROM films WHERE ${where}`;

describeAnswersOver('what rows are to others', STUDIO, {
  plan,
  answered: [
    ['who is the boss of Rex Calder', people('person_id = 1')],
    ['who has no boss', people('boss_id IS NULL')],
    ['people whose boss is Otto Sand', people('boss_id = 2')],
    // A column that says of which other row one is something is read from both ends.
    ['sequel of Dawn', films('film_id = 2')],
    ['what is Dawn Two a sequel of', films('film_id = 1')],
    ['which films are sequels', films('sequel_of IS NOT NULL')],
    ['films without a sequel', films('film_id IN (3, 4)')],
    ['films with a sequel', films('film_id IN (1, 2)')],
    ['how many sequels does Dawn have', 'SELECT 1'],
    // So is one that says who did it.
    ['who referred Pia Holm', people('person_id = 7')],
    ['who was referred by Otto Sand', people('referred_by = 2')],
    ['who did Otto Sand refer', people('referred_by = 2')],
    ['how many people did Otto Sand refer', 'SELECT 2'],
    // Roles of people are references, whatever they are called.
    ['roles of Otto Sand', `SELECT role_name FROM roles WHERE actor_id = 2`],
    ['people without roles', people('person_id = 1')],
    ['average number of roles per film', 'SELECT avg(num_roles) FROM films'],
  ],
  open: [
    'people referred by Otto Sand who have a boss',
    // They may have directed or played in them.
    'films with Rex Calder',
    'which person has the most films',
    // Few lessons have a substitute, and all have the trainer of their course.
    'number of lessons per trainer',
    'lessons of Tilda Row',
    // How many may come is not who comes.
    'students who take fencing',
  ],
});

/** A charity where volunteers may have referred donors as well as donors, and where one of several volunteers leads. */
const CHARITY = [
  `CREATE TABLE donors (donor_id INTEGER PRIMARY KEY, donor_name VARCHAR, referred_by INTEGER)`,
  `INSERT INTO donors VALUES (1, 'Ann Porter', NULL), (2, 'Bob Lane', NULL), (3, 'Cy Moor', 2), (6, 'Frank Moss', 1), (9, 'Ines Costa', 1)`,
  `CREATE TABLE volunteers (volunteer_id INTEGER PRIMARY KEY, volunteer_name VARCHAR)`,
  `INSERT INTO volunteers VALUES (1, 'Uma Patel'), (2, 'Vic Orr'), (3, 'Xa Lee')`,
  `CREATE TABLE campaigns (campaign_id INTEGER PRIMARY KEY, campaign VARCHAR, lead_volunteer_id INTEGER)`,
  `INSERT INTO campaigns VALUES (1, 'Spring', 1), (2, 'Summer', 2), (3, 'Autumn', 1)`,
  `CREATE TABLE shifts (campaign_id INTEGER REFERENCES campaigns, volunteer_id INTEGER REFERENCES volunteers, hours INTEGER)`,
  `INSERT INTO shifts VALUES (1, 2, 3), (1, 3, 4), (2, 1, 2), (3, 2, 1)`,
];

describeAnswersOver('who did something of whom it is not known who they are', CHARITY, {
  plan,
  answered: [
    ['who referred Frank Moss', 'SELECT 1'],
    ['campaigns led by Uma Patel', "SELECT 'Spring' UNION ALL SELECT 'Autumn'"],
  ],
  open: ['who was referred by Ann Porter', 'who did Ann Porter refer', 'campaigns of Uma Patel'],
});

/** Expenses that nobody who is kept has approved: none of them approved another. */
const EXPENSES = [
  `CREATE TABLE expenses (expense_id INTEGER PRIMARY KEY, label VARCHAR, amount INTEGER, approved_by INTEGER)`,
  `INSERT INTO expenses VALUES (1, 'taxi', 20, 2), (2, 'hotel', 90, 1), (3, 'food', 15, NULL), (4, 'train', 44, 2), (5, 'ink', 10, 3)`,
];

describeAnswersOver('who did something where nobody is kept', EXPENSES, {
  plan,
  answered: [['who approved the taxi', 'SELECT 2']],
  open: ['expenses approved by hotel'],
});

/** A workshop in one sheet: what was to be done, by whom, and what became of it. */
const WORKSHOP = [
  `CREATE TABLE jobs (job_no VARCHAR, customer VARCHAR, mechanic VARCHAR, fault VARCHAR, status VARCHAR, job_date DATE, planned_hours INTEGER, spent INTEGER)`,
  `INSERT INTO jobs VALUES ('R1', 'Al', 'Joe', 'puncture', 'done', DATE '2026-01-02', 2, 3), ('R2', 'Bo', 'Joe', 'puncture', 'done', DATE '2026-01-09', 2, 1),
    ('R3', 'Cy', 'Sam', 'chain', 'done', DATE '2026-02-01', 1, 1), ('R4', 'Al', 'Mia', 'brakes', 'cancelled', DATE '2026-02-11', 3, 3),
    ('R5', 'Di', 'Mia', 'brakes', 'waiting', DATE '2026-03-01', 4, 4), ('R6', 'Ed', 'Sam', 'puncture', 'done', DATE '2026-03-05', 2, 2)`,
];

describeAnswersOver('the fewest of what some have none of', WORKSHOP, {
  plan,
  answered: [
    ['mechanic with the fewest punctures', "SELECT 'Mia'"],
    [
      'customers with fewer than 2 jobs with status done',
      "SELECT customer FROM jobs GROUP BY customer HAVING count(*) FILTER (status = 'done') < 2",
    ],
    // What is said of the groups themselves narrows them all the same.
    ['mechanic with the most punctures', "SELECT 'Joe'"],
  ],
  open: ['how many jobs did Joe finish', 'percentage spent per job'],
});

describe('what is told of rows that are tied to others', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(STUDIO);
  });
  after(() => data.close());

  const told = (question: string) => {
    const planned = planOver(question, data, plan);
    return planned.kind === 'query' ? planned : null;
  };

  it('names rows of their own table by what they are to the others', () => {
    expect(told('who is the boss of Rex Calder')?.restatement).to.contain('name of the boss');
    expect(told('what is Dawn Two a sequel of')?.restatement).to.contain(
      'of what each is sequel of',
    );
  });

  it('says that a number which is kept may differ from the rows', () => {
    expect(told('average number of roles per film')?.assumptions).to.include(
      'The num roles of films is used. The number of rows of roles may differ.',
    );
  });
});
