import { describeAnswers, describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'names of rows that have none',
  [
    `CREATE TABLE bakery AS SELECT i AS shop_id, ['Golden Crust', 'Rye House', 'Old Mill'][i] AS sname, 10 * i AS seats FROM range(1, 4) t(i)`,
    `CREATE TABLE pupil AS SELECT i AS pupil_id, ['Aoife', 'Piet', 'Suri'][i] AS pupil_name FROM range(1, 4) t(i)`,
    `CREATE TABLE lesson AS SELECT i AS lesson_id, 1 + i % 3 AS pupil_id, 1 + i % 2 AS shop_id, 5 * i AS fee FROM range(1, 9) t(i)`,
    `CREATE TABLE tutor AS SELECT 1 + i AS pupil_id, 2 * i AS rooms FROM range(1, 3) t(i)`,
  ],
  {
    answered: [
      ['names of the pupils', 'SELECT pupil_name FROM pupil'],
      // Each tutor is one of the pupils.
      [
        'names of the tutors',
        'SELECT pupil_name FROM tutor JOIN pupil ON tutor.pupil_id = pupil.pupil_id',
      ],
    ],
    open: [
      'Give the names of the bakeries that have hosted lessons.',
      "What is the name of the lesson the pupil 'Suri' is in?",
    ],
  },
);

describeAnswersOver(
  'rows that have none of what a column numbers',
  [
    `CREATE TABLE painter AS SELECT i AS ptr_id, ['Aoife', 'Piet', 'Suri'][i] AS ptr_name, [2, 1, 0][i] AS no_of_shows FROM range(1, 4) t(i)`,
  ],
  {
    answered: [
      ['Which painters have no shows?', 'SELECT ptr_name FROM painter WHERE no_of_shows = 0'],
      ['how many painters have no shows', 'SELECT count(*) FROM painter WHERE no_of_shows = 0'],
    ],
    open: [],
  },
);

describeAnswersOver(
  'information about rows before the word',
  [
    `CREATE TABLE crew AS SELECT i AS crew_id, ['Red', 'Blue'][i] AS crew_name, 3 * i AS heads FROM range(1, 3) t(i)`,
    `CREATE TABLE jobs AS SELECT i AS job_id, 1 + i % 2 AS crew_id, 300 * i AS amount_of_job FROM range(1, 6) t(i)`,
  ],
  {
    answered: [
      [
        'information about jobs with amount above 900',
        'SELECT * FROM jobs WHERE amount_of_job > 900',
      ],
    ],
    open: ['What are the crew information of jobs with amount larger than 900?'],
  },
);

describeAnswers('a word of today that is one', 'cinema', {
  answered: [
    ['Two shortest films', 'SELECT title FROM films ORDER BY runtime_minutes, title LIMIT 2'],
  ],
  open: [],
});
