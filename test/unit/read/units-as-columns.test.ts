import { plan } from '#src/read/planner.ts';
import { describeAnswersOver } from '../planner/answered.ts';

/** A fitter of solar panels: the readings of its systems have a month, its visits a date. */
const PANELS = [
  `CREATE TABLE systems (system_id INTEGER PRIMARY KEY, town VARCHAR)`,
  `INSERT INTO systems VALUES (1, 'Vik'), (2, 'Odda')`,
  `CREATE TABLE readings (system_id INTEGER REFERENCES systems, "Month" DATE, "kWh Produced" INTEGER)`,
  `INSERT INTO readings VALUES (1, DATE '2024-03-01', 900), (1, DATE '2024-04-01', 950), (2, DATE '2024-03-01', 700)`,
  `CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, system_id INTEGER REFERENCES systems, visit_date DATE, cancelled_by VARCHAR)`,
  `INSERT INTO visits VALUES (1, 1, DATE '2024-03-05', 'us'), (2, 2, DATE '2024-03-09', NULL), (3, 1, DATE '2024-05-02', 'owner')`,
];

const MONTHS = `SELECT date_trunc('month', visit_date)::DATE, count(*) FROM visits GROUP BY 1`;

describeAnswersOver('months of rows, where other rows have a column called month', PANELS, {
  plan,
  answered: [
    ['number of visits per month', MONTHS],
    ['how many visits did we do each month', MONTHS],
    ['how many visits have we had in March 2024', 'SELECT 2'],
    ['kWh produced by month', `SELECT "Month", sum("kWh Produced") FROM readings GROUP BY 1`],
    ['kWh produced by town', `SELECT * FROM (VALUES ('Vik', 1850), ('Odda', 700)) t`],
  ],
  open: [
    // Nobody's data are changed, and no rate of it is known.
    'drop-out rate per town',
    'drop the visits',
  ],
});
