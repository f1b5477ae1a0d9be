import { describeAnswersOver } from '../planner/answered.ts';

/** Tutors, some of whom accept new pupils, and the lessons that they give. */
const TUTORS = [
  `CREATE TABLE tutors AS SELECT * FROM (VALUES
    (1, 'Ada', 'Stone', 'maths', true, 40.0), (2, 'Ben', 'Moss', 'music', false, 55.0),
    (3, 'Cleo', 'Hart', 'maths', true, 35.0), (4, 'Dan', 'Frost', 'French', false, 60.0))
    AS t(tutor_id, first_name, last_name, subject, accepts_new_pupils, fee)`,
  `CREATE TABLE pupils AS SELECT * FROM (VALUES
    (1, 'Eva'), (2, 'Finn'), (3, 'Gus')) AS t(pupil_id, pupil_name)`,
  `CREATE TABLE lessons AS SELECT * FROM (VALUES
    (1, 1, 1, DATE '2026-03-01', 'first visit'), (2, 1, 2, DATE '2026-03-02', 'first visit'),
    (3, 1, 3, DATE '2026-03-03', 'first visit'), (4, 2, 1, DATE '2026-03-04', 'first visit'),
    (5, 2, 2, DATE '2026-03-05', 'exam'))
    AS t(lesson_id, tutor_id, pupil_id, visit_date, visit_type)`,
];

describeAnswersOver('questions about tutors whose columns say yes or no', TUTORS, {
  answered: [
    [
      'Which tutors accept new pupils?',
      `SELECT first_name, last_name FROM tutors WHERE accepts_new_pupils`,
    ],
    [
      'tutors that do not accept new pupils',
      `SELECT first_name, last_name FROM tutors WHERE NOT accepts_new_pupils`,
    ],
    [
      'tutors not accepting new pupils',
      `SELECT first_name, last_name FROM tutors WHERE NOT accepts_new_pupils`,
    ],
    // Without its apostrophe.
    [
      'tutors who dont accept new pupils',
      `SELECT first_name, last_name FROM tutors WHERE NOT accepts_new_pupils`,
    ],
    [
      "tutors who don't accept new pupils",
      `SELECT first_name, last_name FROM tutors WHERE NOT accepts_new_pupils`,
    ],
    [
      'Show the subjects of tutors that accept new pupils and have a fee below 38.',
      `SELECT subject FROM tutors WHERE accepts_new_pupils AND fee < 38`,
    ],
    ['How many maths tutors accept new pupils?', 'SELECT 2'],
    // The last word of a compound says what is asked.
    ['highest fee tutor', `SELECT 'Dan', 'Frost'`],
    ['What is the lowest fee tutor of maths?', `SELECT 'Cleo', 'Hart'`],
    ['highest tutor fee', 'SELECT 60.0'],
    ['What is the highest fee of a tutor?', 'SELECT 60.0'],
  ],
  open: [
    // A kind of visit is no visit.
    'tutor with most visits',
  ],
});
