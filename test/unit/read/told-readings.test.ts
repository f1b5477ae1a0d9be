import { expect } from 'chai';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

/** A school of languages: courses with a teacher, exams with an examiner, lessons with the hours that each took. */
const SCHOOL = [
  `CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, teacher_name VARCHAR, city VARCHAR)`,
  `INSERT INTO teachers VALUES (1, 'Umar Adler', 'York'), (2, 'Pia Holm', 'Leeds'), (3, 'Otto Sand', 'Leeds'), (4, 'Ida Moor', 'York')`,
  `CREATE TABLE courses (course_id INTEGER PRIMARY KEY, course_title VARCHAR, teacher_id INTEGER REFERENCES teachers)`,
  `INSERT INTO courses VALUES (11, 'Danish', 2), (12, 'Welsh', 2), (13, 'Basque', 3)`,
  `CREATE TABLE exams (exam_id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES courses, examiner_id INTEGER, score INTEGER, held_on DATE)`,
  `INSERT INTO exams VALUES (101, 11, 1, 70, DATE '2026-01-05'), (102, 11, 1, 80, DATE '2026-02-05'), (103, 12, 3, 60, DATE '2026-02-09'), (104, 13, 1, 90, DATE '2026-03-01')`,
  `CREATE TABLE herds (tag VARCHAR PRIMARY KEY, pet_name VARCHAR, vet_id INTEGER, reported_by INTEGER)`,
  `INSERT INTO herds VALUES ('UK1', 'Daisy', 1, 2), ('UK2', 'Olive', 2, 2), ('UK3', 'Una', 1, 3)`,
  `CREATE TABLE milkings (milking_id INTEGER PRIMARY KEY, herd_tag VARCHAR, litres INTEGER)`,
  `INSERT INTO milkings VALUES (1, 'UK1', 10), (2, 'UK1', 12), (3, 'UK2', 30)`,
  `CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, trainer_id INTEGER REFERENCES teachers, hours DECIMAL(4, 1), given_on DATE)`,
  `INSERT INTO lessons VALUES (1, 1, 5.0, DATE '2026-01-01'), (2, 2, 3.0, DATE '2026-01-02'), (3, 2, 3.5, DATE '2026-01-03'), (4, 3, 2.0, DATE '2026-01-04')`,
];

describeAnswersOver('what is said of several rows', SCHOOL, {
  plan,
  answered: [
    // The most is what all lessons of a teacher come to.
    ['which teacher has the most hours', `SELECT 'Pia Holm'`],
    [
      'average score by course title',
      'SELECT course_title, avg(score) FROM exams JOIN courses USING (course_id) GROUP BY 1',
    ],
  ],
  open: [
    // Those of the courses that he teaches, or those that he examined.
    'average score of exams held by Otto Sand',
    // Groups that a word before them keeps from being read.
    'number of lessons by visiting teacher',
    'number of exams by visiting teacher',
    // Neither the vet nor whom nobody names.
    'how many herds did Umar Adler report',
  ],
});

/** A hotel that plays football: guests and staff are people, bookings are taken by some and extras served by others. */
const HOTEL = [
  `CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, staff_name VARCHAR)`,
  `INSERT INTO staff VALUES (1, 'Ida Moor'), (2, 'Pia Holm'), (3, 'Otto Sand')`,
  `CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, full_name VARCHAR)`,
  `INSERT INTO guests VALUES (1, 'Kim Ash'), (2, 'Lou Elm'), (3, 'Mia Orr')`,
  `CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests, staff_id INTEGER REFERENCES staff)`,
  `INSERT INTO bookings VALUES (11, 1, 1), (12, 2, 1), (13, 3, 2)`,
  `CREATE TABLE extras (extra_id INTEGER PRIMARY KEY, booking_id INTEGER REFERENCES bookings, served_by INTEGER)`,
  `INSERT INTO extras VALUES (1, 11, 2), (2, 12, 1), (3, 13, 2)`,
  `CREATE TABLE referees (referee_id INTEGER PRIMARY KEY, referee_name VARCHAR, home_town VARCHAR)`,
  `INSERT INTO referees VALUES (1, 'Kit Rowe', 'Eastport'), (2, 'Zoe Marsh', 'Corfield')`,
  `CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, club_name VARCHAR)`,
  `INSERT INTO clubs VALUES (1, 'Eastport City'), (2, 'Corfield United')`,
  `CREATE TABLE matches (match_id INTEGER PRIMARY KEY, referee_id INTEGER REFERENCES referees, home_club_id INTEGER REFERENCES clubs, attendance INTEGER)`,
  `INSERT INTO matches VALUES (1, 1, 2, 900), (2, 2, 1, 700), (3, 1, 2, 800)`,
];

describeAnswersOver('rows past a way or a value that is said', HOTEL, {
  plan,
  answered: [
    ['staff without bookings', `SELECT 'Otto Sand'`],
    ['average attendance of matches of Eastport City', 'SELECT 700'],
  ],
  open: [
    // Who served is kept, though it leads to nobody for sure.
    'which staff have never served an extra',
    // A club, rather than where a referee lives.
    'average attendance at Eastport City home matches',
  ],
});

describe('what was read, told', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(SCHOOL);
  });

  after(() => data.close());

  it('knows roles of the only people that are kept', () => {
    const refers = data.catalog.relationships.map(({ from, to }) => `${from.columns} ${to.table}`);
    expect(refers).to.include.members(['examiner_id teachers', 'herd_tag herds']);
  });

  const toldOf = (question: string): readonly string[] => {
    const planned = planOver(question, data, plan);
    expect(planned.kind, JSON.stringify(planned)).to.equal('query');
    return planned.kind === 'query' ? planned.assumptions : [];
  };

  it('names the role by which rows belong together where no word says it', () => {
    const told = 'Rows of lessons and teachers are related by trainer id.';
    expect(toldOf('which teacher has the most lessons')).to.include(told);
    expect(toldOf('which trainer has the most lessons')).to.not.include(told);
  });

  it('names words that nothing was read in, and no words of the grammar', () => {
    expect(toldOf('which trainer prepared the most lessons')).to.include(
      'Ignored in the question: "prepared".',
    );
    for (const question of [
      'how many exams are there in February 2026',
      'names of all teachers in alphabetical order',
      'number of exams per month',
      'number of exams per weekday',
      'who are the teachers located in Leeds',
      'lessons longer than 3 hours',
    ])
      expect(toldOf(question).join(' '), question).to.not.contain('Ignored in the question');
  });

  it('says that rows are compared one by one where what is shown is of several', () => {
    expect(toldOf('city of the teacher with the most lessons')).to.include(
      'Each row of teachers is compared on its own, not combined for each city.',
    );
    expect(toldOf('name of the teacher with the most lessons').join(' ')).to.not.contain(
      'one by one',
    );
  });
});
