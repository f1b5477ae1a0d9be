import { describeAnswersOver } from '../planner/answered.ts';

const LOANS = [
  `CREATE TABLE readers AS SELECT i AS reader_id, 'Reader ' || i AS name, DATE '1950-01-01' + i::INT * 400 AS birth_date, DATE '2026-11-01' - i::INT * 30 AS joined_on,
    CASE WHEN i % 5 > 0 THEN TIMESTAMP '2026-11-20 10:00:00' - to_days(i::INT * 9) END AS last_visit_at FROM range(1, 41) t(i)`,
  'ALTER TABLE readers ADD PRIMARY KEY (reader_id)',
  `CREATE TABLE loans AS SELECT i AS loan_id, 1 + i % 40 AS reader_id, DATE '2026-11-15' - i::INT * 3 AS issued_on, DATE '2026-11-15' - i::INT * 3 + 28 AS due_on,
    CASE WHEN i % 3 > 0 THEN DATE '2026-11-20' - i::INT * 2 END AS returned_on, ['out', 'back'][1 + i % 2] AS state, i * 7 AS fee FROM range(1, 60) t(i)`,
  'ALTER TABLE loans ADD PRIMARY KEY (loan_id)',
];

// The day is 21 November 2026.
describeAnswersOver('how long ago rows were', LOANS, {
  answered: [
    [
      'loans issued more than 60 days ago',
      `SELECT loan_id FROM loans WHERE issued_on < DATE '2026-09-22'`,
    ],
    [
      'loans issued over 2 months ago',
      `SELECT loan_id FROM loans WHERE issued_on < DATE '2026-09-21'`,
    ],
    [
      'how many loans were returned less than 3 weeks ago',
      `SELECT count(*) FROM loans WHERE returned_on > DATE '2026-10-31'`,
    ],
    [
      'how many loans were issued at least 30 days ago',
      `SELECT count(*) FROM loans WHERE issued_on <= DATE '2026-10-22'`,
    ],
    [
      'number of readers whose last visit is more than 90 days back',
      `SELECT count(*) FROM readers WHERE last_visit_at < DATE '2026-08-23'`,
    ],
    [
      'count readers where the last visit is older than 90 days',
      `SELECT count(*) FROM readers WHERE last_visit_at < DATE '2026-08-23'`,
    ],
    [
      'loans with state out older than 60 days',
      `SELECT loan_id FROM loans WHERE state = 'out' AND issued_on < DATE '2026-09-22'`,
    ],
    [
      'loans that are over 60 days old',
      `SELECT loan_id FROM loans WHERE issued_on < DATE '2026-09-22'`,
    ],
    [
      'readers who joined more than 1 year ago',
      `SELECT name FROM readers WHERE joined_on < DATE '2025-11-21'`,
    ],
    ['loans with a fee of more than 60', 'SELECT loan_id FROM loans WHERE fee > 60'],
  ],
  open: [
    // Their age may be that of their birth.
    'readers older than 60 days',
    'loans that took more than 60 days',
  ],
});
