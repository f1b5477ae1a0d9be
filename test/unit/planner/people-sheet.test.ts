import { describeAnswersOver } from './answered.ts';

/** One sheet of people as an office keeps it. */
const TABLES = [
  `CREATE TABLE volunteers_list ("Volunteer No." INTEGER PRIMARY KEY, "Volunteer Name" VARCHAR, "Team" VARCHAR, "Start Date" DATE,
     "Date of Birth" DATE, "Full time?" BOOLEAN, "Contract" VARCHAR, "Last Training" DATE, "Hours 2025" INTEGER, "Points" INTEGER)`,
  `INSERT INTO volunteers_list VALUES
     (1, 'Ann Berg', 'Kitchen', DATE '2024-02-01', DATE '1980-01-01', true, 'Guest', DATE '2025-01-01', 100, 5),
     (2, 'Bo Lund', 'Kitchen', DATE '2025-05-01', DATE '1990-01-01', false, 'Fixed', NULL, 40, 7),
     (3, 'Cleo Roth', 'Garden', DATE '2025-08-01', DATE '1970-01-01', false, 'Fixed', NULL, 10, 1),
     (4, 'Dan Orth', 'Garden', DATE '2025-09-01', DATE '1999-01-01', true, 'Fixed', DATE '2025-03-01', 20, 2)`,
];

const QUARTERS = `SELECT date_trunc('quarter', "Start Date")::DATE, count(*) FROM volunteers_list
  WHERE year("Start Date") = 2025 GROUP BY 1`;
const TRAINED = 'SELECT count(*) FROM volunteers_list WHERE "Last Training" IS NULL';
const PART = 'SELECT count(*) FROM volunteers_list WHERE NOT "Full time?"';
const HOURS = 'SELECT "Team", sum("Hours 2025") FROM volunteers_list GROUP BY 1';

describeAnswersOver('a sheet of people', TABLES, {
  answered: [
    ['headcount by team', 'SELECT "Team", count(*) FROM volunteers_list GROUP BY 1'],
    ['volunteer counts by team', 'SELECT "Team", count(*) FROM volunteers_list GROUP BY 1'],
    ['how many people started in 2025 by quarter', QUARTERS],
    ['how many people joined per quarter in 2025', QUARTERS],
    ['hires by quarter 2025', QUARTERS],
    ['In 2025, how many volunteers started in every quarter?', QUARTERS],
    ['how many volunteers never got a training', TRAINED],
    ['number of people without any training', TRAINED],
    ['volunteers with empty last training - how many?', TRAINED],
    ['how many people work part time?', PART],
    ['number of part-timers', PART],
    ['sum of hours per team for 2025', HOURS],
    [
      'oldest volunteer + birth date',
      'SELECT "Volunteer Name", "Date of Birth" FROM volunteers_list ORDER BY 2 LIMIT 1',
    ],
    ['pct of volunteers with contract Fixed', 'SELECT 75.0'],
    ['Of all volunteers, what percentage has contract Fixed?', 'SELECT 75.0'],
    [
      'who of our volunteers is missing a training?',
      'SELECT "Volunteer Name" FROM volunteers_list WHERE "Last Training" IS NULL',
    ],
    [
      'number of people by team and contract type',
      'SELECT "Team", "Contract", count(*) FROM volunteers_list GROUP BY ALL',
    ],
  ],
  // No year of points is kept, nobody is missing points, and no date says when people were trained to lead.
  open: [
    'points per team in 2024',
    'how many people never got points',
    'how many people promoted per quarter',
    'sum of hours per team for 2024',
  ],
});
