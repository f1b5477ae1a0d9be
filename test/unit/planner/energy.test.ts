import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'cities with unpaid bills',
      `SELECT DISTINCT city FROM bills JOIN meters USING(meter_no) JOIN sites USING(site_id) WHERE status='unpaid'`,
    ],
    [
      'gas consumption in March',
      `SELECT sum(consumption) FROM meter_readings JOIN meters USING(meter_no) WHERE utility='gas' AND reading_date='2026-03-01'`,
    ],
    [
      'bills issued in May 2026',
      `SELECT bill_no FROM bills WHERE strftime(issued_on,'%Y-%m')='2026-05'`,
    ],
    [
      'sites without gas meters',
      `SELECT site_name FROM sites WHERE site_id NOT IN (SELECT site_id FROM meters WHERE utility='gas')`,
    ],
  ],
  open: [
    'total reading',
    'sum of readings',
    'readings per meter',
    'consumption per m2',
    'bills issued and paid in 2026',
  ],
};

describeAnswers('questions about meters that count on', 'energy', ASKED);
