import { describeAnswersOver } from '../planner/answered.ts';

const REPAIRS = [
  `CREATE TABLE shops AS SELECT i AS shop_id, 'Shop ' || i AS shop_name, ['Kiel', 'Jena', 'Ulm'][1 + i % 3] AS town FROM range(1, 7) t(i)`,
  'ALTER TABLE shops ADD PRIMARY KEY (shop_id)',
  `CREATE TABLE machines AS SELECT i AS machine_id, 'Machine ' || i AS machine_name, 1 + i % 6 AS shop_id FROM range(1, 15) t(i)`,
  'ALTER TABLE machines ADD PRIMARY KEY (machine_id)',
  `CREATE TABLE staff AS SELECT i AS staff_id, 'Worker ' || i AS full_name FROM range(1, 9) t(i)`,
  'ALTER TABLE staff ADD PRIMARY KEY (staff_id)',
  `CREATE TABLE repairs AS SELECT i AS repair_id, 1 + (i * i) % 14 AS machine_id, 1 + i % 8 AS staff_id, ['Mo', 'Vic', 'Pat'][1 + i % 3] AS assignee,
    ['billed', 'waived', 'pending'][1 + (i * i) % 3] AS status, CASE WHEN i % 4 > 0 THEN ['rust', 'wear', 'rust', 'shock'][1 + i % 4] END AS fault_reason,
    DATE '2024-10-01' + i::INT * 5 AS reported_on, 40 + (i * 37) % 90 AS gpm, 1 + (i * 7) % 5 AS grade FROM range(1, 90) t(i)`,
  'ALTER TABLE repairs ADD PRIMARY KEY (repair_id)',
];
const BY_TOWN = `SELECT town, status, count(*) FROM repairs JOIN machines USING (machine_id) JOIN shops USING (shop_id) GROUP BY 1, 2`;
const BY_STATUS = 'SELECT status, count(*) FROM repairs GROUP BY 1';
const BILLED = `SELECT sum(gpm) FROM repairs WHERE status = 'billed'`;
const BY_QUARTER = `SELECT date_trunc('quarter', reported_on)::DATE, count(*) FROM repairs WHERE year(reported_on) = 2025 GROUP BY 1`;
const RATED = 'SELECT assignee, avg(grade) FROM repairs GROUP BY 1';
const REASON =
  'SELECT fault_reason FROM repairs WHERE fault_reason IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1';
const BUSY = `SELECT machine_name, count(*) FROM machines JOIN repairs USING (machine_id) WHERE status = 'billed' GROUP BY machine_id, machine_name ORDER BY count(*) DESC, machine_name LIMIT 3`;

describeAnswersOver('counts and groups of repairs as people say them', REPAIRS, {
  answered: [
    ['repair counts by status', BY_STATUS],
    ['repairs, one row per status', BY_STATUS],
    ['how many repairs are there? By status', BY_STATUS],
    ['repairs split out by status', BY_STATUS],
    ['count repairs grouped by town, then status', BY_TOWN],
    ['number of repairs by town and by status', BY_TOWN],
    ['number of repairs (one line per town and status)', BY_TOWN],
    ['Repair numbers please. One row for each town and status.', BY_TOWN],
    ['how many repairs were reported in each quarter of 2025', BY_QUARTER],
    ['2025 repairs reported by qtr', BY_QUARTER],
    ['for 2025, show the number of repairs quarter by quarter', BY_QUARTER],
    ['repairs that were reported in 2025 - how many per quarter?', BY_QUARTER],
    ['please break down the repairs reported in 2025 by quarter', BY_QUARTER],
  ],
  open: ['repairs, one row per colour', 'for 2025, show the weather'],
});

describeAnswersOver('amounts of repairs together', REPAIRS, {
  answered: [
    ['gpm of billed repairs in total', BILLED],
    ['GPM of all billed repairs altogether', BILLED],
    ['sum of gpm over all repairs with status billed', BILLED],
    ['add up the gpm of all billed repairs', BILLED],
    ["add up the gpm of every repair that's billed", BILLED],
    ['total gross price margin of billed repairs', BILLED],
    ['gpm of billed repairs', `SELECT gpm FROM repairs WHERE status = 'billed'`],
    ['what average grade do our assignees have', RATED],
    ['average grade of repairs, per assignee', RATED],
    ['average grade, grouped by who they were assigned to', RATED],
    ['for each person repairs are assigned to, show the mean grade', RATED],
  ],
  open: [
    'add a repair',
    'add up the colours',

    'grade by person that repairs are assigned to by somebody',
  ],
});

describeAnswersOver('what most repairs have, and who has most of them', REPAIRS, {
  answered: [
    ['which fault reason do we see most often', REASON],
    ['which reason for fault comes up the most', REASON],
    ["what's the top reason for fault", REASON],
    ['number one fault reason', REASON],
    ['which three machines have the most billed repairs', BUSY],
    ['top 3 machines, counting only repairs that were billed', BUSY],
    ['top three machines by billed repairs', BUSY],
  ],
  open: ['which machine do we see most often in films', 'the top town of reasons'],
});
