import { by, gold, held, month, of, type Talk, talk, top, year } from './talk.ts';

const TRIPS = 'trp t JOIN veh v ON v.veh_id = t.veh_id JOIN drv d ON d.drv_id = t.drv_id';
const distance = gold('SUM(t.dist_km)', TRIPS);
const revenue = gold('SUM(t.rev_amt)', TRIPS);
const trips = gold('COUNT(*)', TRIPS);
const vehicles = gold('COUNT(*)', 'veh v');
const drivers = gold('d.drv_name', 'drv d');
const DAY = 't.trp_dt';
const in2025 = held(revenue, 'time', year(DAY, 2025));
const byDriver = by(distance, 'd.drv_id', 'd.drv_name');

export const FLEET_TALKS: readonly Talk[] = [
  talk(
    ...[
      'revenue in 2025',
      in2025,
      'by month',
      by(in2025, month(DAY)),
      'by make',
      by(in2025, 'v.make'),
    ],
    ...[
      'only MAN',
      [
        held(in2025, 'make', "v.make = 'MAN'"),
        by(held(in2025, 'make', "v.make = 'MAN'"), 'v.make'),
      ],
    ],
    ...[
      'what about Volvo',
      [
        held(in2025, 'make', "v.make = 'Volvo'"),
        by(held(in2025, 'make', "v.make = 'Volvo'"), 'v.make'),
      ],
    ],
  ),
  talk(
    ...[
      'distance by driver',
      byDriver,
      'top 3',
      top(byDriver, 3),
      'bottom 3',
      top(byDriver, 3, 'ASC'),
    ],
    ...['in 2024', top(held(byDriver, 'time', year(DAY, 2024)), 3, 'ASC')],
  ),
  talk(
    ...[
      'how many trips were late',
      held(trips, 'late', "t.late = 'Y'"),
      'by home depot',
      by(held(trips, 'late', "t.late = 'Y'"), 'd.home_depot'),
    ],
    ...[
      'and in 2025',
      by(held(held(trips, 'late', "t.late = 'Y'"), 'time', year(DAY, 2025)), 'd.home_depot'),
    ],
    ...[
      'only Kiel',
      [
        held(
          held(held(trips, 'late', "t.late = 'Y'"), 'time', year(DAY, 2025)),
          'depot',
          "d.home_depot = 'Kiel'",
        ),
        by(
          held(
            held(held(trips, 'late', "t.late = 'Y'"), 'time', year(DAY, 2025)),
            'depot',
            "d.home_depot = 'Kiel'",
          ),
          'd.home_depot',
        ),
      ],
    ],
  ),
  talk(
    ...[
      'vehicles by make',
      by(vehicles, 'v.make'),
      'only active ones',
      by(held(vehicles, 'stat', "v.stat = 'active'"), 'v.make'),
    ],
    ...['by status', by(held(vehicles, 'stat', "v.stat = 'active'"), 'v.stat')],
    ...[
      'how many drivers are there',
      'SELECT COUNT(*) FROM drv',
      'per license class',
      'SELECT lic_cls, COUNT(*) FROM drv GROUP BY 1',
    ],
  ),
  talk(
    ...[
      'drivers from Kiel',
      held(drivers, 'depot', "d.home_depot = 'Kiel'"),
      'and Bremen?',
      [
        held(drivers, 'depot', "d.home_depot = 'Bremen'"),
        "SELECT drv_name FROM drv WHERE home_depot IN ('Kiel', 'Bremen')",
      ],
    ],
    ...['drivers in Hamburg', held(drivers, 'depot', "d.home_depot = 'Hamburg'")],
    ...[
      'their trips',
      [
        "SELECT trp_id FROM trp WHERE drv_id IN (SELECT drv_id FROM drv WHERE home_depot = 'Hamburg')",
      ],
      'how many',
      "SELECT COUNT(*) FROM trp WHERE drv_id IN (SELECT drv_id FROM drv WHERE home_depot = 'Hamburg')",
    ],
  ),
  talk(
    ...[
      'total fuel by make',
      by(of(distance, 'SUM(t.fuel_l)'), 'v.make'),
      'and the average',
      by(of(distance, 'AVG(t.fuel_l)'), 'v.make'),
    ],
    ...['in 2025', by(held(of(distance, 'AVG(t.fuel_l)'), 'time', year(DAY, 2025)), 'v.make')],
    ...['per month', by(held(of(distance, 'AVG(t.fuel_l)'), 'time', year(DAY, 2025)), month(DAY))],
    ...[
      'no, by driver',
      by(held(of(distance, 'AVG(t.fuel_l)'), 'time', year(DAY, 2025)), 'd.drv_id', 'd.drv_name'),
    ],
  ),
  talk(
    ...[
      'trips longer than 800 km',
      'SELECT trp_id FROM trp WHERE dist_km > 800',
      'how many',
      'SELECT COUNT(*) FROM trp WHERE dist_km > 800',
    ],
    ...[
      'by make',
      by(held(trips, 'd', 't.dist_km > 800'), 'v.make'),
      'only late ones',
      by(held(held(trips, 'd', 't.dist_km > 800'), 'late', "t.late = 'Y'"), 'v.make'),
    ],
    ...['toll costs', []],
  ),
  talk(
    ...[
      'average distance of trips',
      of(distance, 'AVG(t.dist_km)'),
      'and the longest',
      [of(distance, 'MAX(t.dist_km)'), 'SELECT trp_id FROM trp ORDER BY dist_km DESC LIMIT 1'],
    ],
    ...[
      'by make',
      by(of(distance, 'MAX(t.dist_km)'), 'v.make'),
      'sort descending',
      by(of(distance, 'MAX(t.dist_km)'), 'v.make'),
    ],
  ),
  talk(
    ...[
      'vehicles without trips',
      ['SELECT veh_id FROM veh v WHERE NOT EXISTS (SELECT 1 FROM trp t WHERE t.veh_id = v.veh_id)'],
      'how many',
      'SELECT COUNT(*) FROM veh v WHERE NOT EXISTS (SELECT 1 FROM trp t WHERE t.veh_id = v.veh_id)',
    ],
    ...[
      'which make are they',
      [
        'SELECT DISTINCT make FROM veh v WHERE NOT EXISTS (SELECT 1 FROM trp t WHERE t.veh_id = v.veh_id)',
        'SELECT make FROM veh v WHERE NOT EXISTS (SELECT 1 FROM trp t WHERE t.veh_id = v.veh_id)',
      ],
    ],
    ...['total revenue by depot', by(revenue, 'd.home_depot')],
  ),
  talk(
    ...[
      'revenue last quarter',
      held(revenue, 'time', "t.trp_dt >= '2025-04-01' AND t.trp_dt < '2025-07-01'"),
      'and this quarter',
      held(revenue, 'time', "t.trp_dt >= '2025-07-01' AND t.trp_dt < '2025-10-01'"),
    ],
    ...[
      'by driver',
      by(
        held(revenue, 'time', "t.trp_dt >= '2025-07-01' AND t.trp_dt < '2025-10-01'"),
        'd.drv_id',
        'd.drv_name',
      ),
    ],
    ...[
      'top 5',
      top(
        by(
          held(revenue, 'time', "t.trp_dt >= '2025-07-01' AND t.trp_dt < '2025-10-01'"),
          'd.drv_id',
          'd.drv_name',
        ),
        5,
      ),
    ],
    ...[
      'excluding Kiel',
      top(
        by(
          held(
            held(revenue, 'time', "t.trp_dt >= '2025-07-01' AND t.trp_dt < '2025-10-01'"),
            'depot',
            "d.home_depot <> 'Kiel'",
          ),
          'd.drv_id',
          'd.drv_name',
        ),
        5,
      ),
    ],
  ),
  talk(
    ...[
      'how many packages were carried',
      'SELECT SUM(qty_pkg) FROM trp',
      'by year',
      "SELECT strftime(trp_dt, '%Y'), SUM(qty_pkg) FROM trp GROUP BY 1",
    ],
    ...[
      'and the average',
      "SELECT strftime(trp_dt, '%Y'), AVG(qty_pkg) FROM trp GROUP BY 1",
      'weather',
      [],
    ],
  ),
  talk(
    ...[
      'oldest vehicle',
      [
        'SELECT plate_no FROM veh ORDER BY yr_mfg LIMIT 1',
        'SELECT veh_id FROM veh ORDER BY yr_mfg LIMIT 1',
      ],
      'how many vehicles are in repair',
      held(vehicles, 'stat', "v.stat = 'repair'"),
    ],
    ...[
      'and sold',
      held(vehicles, 'stat', "v.stat = 'sold'"),
      'list them',
      [
        "SELECT plate_no FROM veh WHERE stat = 'sold'",
        "SELECT veh_id FROM veh WHERE stat = 'sold'",
      ],
    ],
  ),
];
