import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    [
      'machine with the most downtimes',
      `SELECT machine_name FROM machines JOIN downtimes USING(machine_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    ],
    [
      'total downtime minutes by machine',
      'SELECT machine_name,sum(minutes) FROM machines JOIN downtimes USING(machine_id) GROUP BY 1',
    ],
    [
      'shift with the most produced qty',
      'SELECT shift FROM production_runs GROUP BY 1 ORDER BY sum(produced_qty) DESC LIMIT 1',
    ],
    [
      'total stock value on 1 February 2026',
      `SELECT sum(stock_value) FROM inventory_snapshots WHERE snapshot_date='2026-02-01'`,
    ],
    [
      'total stock value by snapshot date',
      'SELECT snapshot_date,sum(stock_value) FROM inventory_snapshots GROUP BY 1',
    ],
    [
      'total on hand qty',
      `SELECT sum(on_hand_qty) FROM inventory_snapshots WHERE snapshot_date='2026-04-01'`,
    ],
    [
      'total stock value',
      `SELECT sum(stock_value) FROM inventory_snapshots WHERE snapshot_date='2026-04-01'`,
    ],
    ['total stock value over all months', 'SELECT sum(stock_value) FROM inventory_snapshots'],
    [
      'machines with max output over 100',
      `SELECT machine_name FROM machines WHERE max_output_per_hour>100`,
    ],
  ],
  open: [
    'which machine has the most downtime',
    'total downtime by machine',
    'machines repaired in Hall A',
    'runs still running',
    'runs that took more than 5 hours',
    'makers in Hall A and Hall B',
    'total stock value in 2026',
    'how much stock is in North',
    'runs per planned qty',
  ],
};

describeAnswers(
  'questions about a plant, with states that are counted anew each month',
  'plant',
  ASKED,
);
