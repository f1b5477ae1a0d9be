import { anyOf, none, right } from './case.ts';

const TRIPS = 'trp t JOIN veh v ON v.veh_id = t.veh_id JOIN drv d ON d.drv_id = t.drv_id';

export const FLEET = [
  right(
    'SELECT COUNT(*) FROM veh',
    'How many vehicles do we have?',
    'number of vehicles',
    'veh count',
  ),
  right('SELECT COUNT(*) FROM drv', 'How many drivers are there?', 'driver count', 'no of drivers'),
  right(
    "SELECT COUNT(*) FROM veh WHERE stat = 'repair'",
    'How many vehicles are in repair?',
    'number of vehicles with status repair',
    'vehicles in repair count',
  ),
  right(
    'SELECT make, COUNT(*) FROM veh GROUP BY 1',
    'How many vehicles are there of each make?',
    'vehicles by make',
    'veh per make',
  ),
  right(
    "SELECT plate_no FROM veh WHERE make = 'Volvo'",
    'What are the plate numbers of the Volvo vehicles?',
    'plate number of each Volvo',
    'plate no of volvo vehicles',
  ),
  anyOf(
    ['SELECT plate_no FROM veh WHERE yr_mfg < 2015', 'SELECT veh_id FROM veh WHERE yr_mfg < 2015'],
    'Which vehicles were manufactured before 2015?',
    'vehicles with a year of manufacture before 2015',
    'vehicles built before 2015',
  ),
  right(
    'SELECT SUM(dist_km) FROM trp',
    'What is the total distance of all trips?',
    'total distance in km',
    'sum dist km',
  ),
  right(
    "SELECT SUM(dist_km) FROM trp WHERE trp_dt >= '2025-01-01' AND trp_dt < '2026-01-01'",
    'How many kilometers were driven in 2025?',
    'total distance of trips in 2025',
    'total km 2025',
  ),
  right(
    `SELECT d.drv_name, SUM(t.dist_km) FROM ${TRIPS} GROUP BY d.drv_id, 1`,
    'What is the total distance per driver?',
    'distance by driver',
    'total km by drv',
  ),
  anyOf(
    [
      `SELECT d.drv_name FROM ${TRIPS} GROUP BY d.drv_id, 1 ORDER BY SUM(t.dist_km) DESC LIMIT 3`,
      `SELECT d.drv_name, SUM(t.dist_km) FROM ${TRIPS} GROUP BY d.drv_id, 1 ORDER BY 2 DESC LIMIT 3`,
    ],
    'Which three drivers drove the longest total distance?',
    'top 3 drivers by total distance',
    'top 3 drivers by km',
  ),
  right(
    `SELECT v.make, AVG(t.fuel_l) FROM ${TRIPS} GROUP BY 1`,
    'What is the average fuel per trip by make?',
    'average fuel in liters by make of the vehicle',
    'avg fuel by make',
  ),
  right(
    "SELECT COUNT(*) FROM trp WHERE late = 'Y'",
    'How many trips were late?',
    'number of late trips',
    'late trips count',
  ),
  anyOf(
    ["SELECT COUNT(*) FROM trp WHERE late = 'N'", "SELECT trp_id FROM trp WHERE late = 'N'"],
    'How many trips were not late?',
    'number of trips that were not late',
    'trips not late',
  ),
  right(
    'SELECT home_depot, COUNT(*) FROM drv GROUP BY 1',
    'How many drivers belong to each home depot?',
    'drivers by home depot',
    'drv per depot',
  ),
  right(
    "SELECT drv_name FROM drv WHERE home_depot = 'Kiel'",
    'Which drivers have their home depot in Kiel?',
    'drivers from the depot Kiel',
    'drivers kiel',
  ),
  right(
    'SELECT drv_name FROM drv ORDER BY hire_dt LIMIT 1',
    'Which driver was hired first?',
    'driver with the earliest hire date',
    'longest serving driver',
  ),
  anyOf(
    [
      'SELECT plate_no FROM veh v WHERE NOT EXISTS (SELECT 1 FROM trp t WHERE t.veh_id = v.veh_id)',
      'SELECT veh_id FROM veh v WHERE NOT EXISTS (SELECT 1 FROM trp t WHERE t.veh_id = v.veh_id)',
    ],
    'Which vehicles have made no trips?',
    'vehicles without trips',
    'vehicles with no trips',
  ),
  right(
    `SELECT v.make, SUM(t.rev_amt) FROM ${TRIPS} GROUP BY 1`,
    'What is the total revenue by make?',
    'revenue amount per make of vehicle',
    'rev by make',
  ),
  right(
    "SELECT SUM(rev_amt) FROM trp WHERE trp_dt >= '2025-04-01' AND trp_dt < '2025-07-01'",
    'What was the total revenue in Q2 2025?',
    'revenue in the second quarter of 2025',
    'rev last q',
  ),
  right(
    "SELECT strftime(trp_dt, '%Y-%m'), SUM(rev_amt) FROM trp WHERE trp_dt >= '2025-01-01' AND trp_dt < '2026-01-01' GROUP BY 1",
    'What was the revenue in each month of 2025?',
    'monthly revenue 2025',
    'rev by month 2025',
  ),
  right(
    'SELECT AVG(qty_pkg) FROM trp',
    'What is the average quantity of packages per trip?',
    'average number of packages',
    'avg qty pkg',
  ),
  right(
    'SELECT MAX(dist_km) FROM trp',
    'What is the longest distance of a trip?',
    'maximum distance in km',
    'max dist',
  ),
  anyOf(
    ['SELECT COUNT(*) FROM trp WHERE dist_km > 500', 'SELECT trp_id FROM trp WHERE dist_km > 500'],
    'How many trips were longer than 500 km?',
    'number of trips with a distance over 500 km',
    'trips > 500 km',
  ),
  right(
    `SELECT d.drv_name FROM ${TRIPS} GROUP BY d.drv_id, 1 HAVING COUNT(*) >= 40`,
    'Which drivers made at least 40 trips?',
    'drivers with 40 or more trips',
    'drivers with 40+ trips',
  ),
  right(
    'SELECT lic_cls, COUNT(*) FROM drv GROUP BY 1',
    'How many drivers have each license class?',
    'drivers by license class',
    'drv by lic cls',
  ),
  right(
    'SELECT SUM(fuel_l) / SUM(dist_km) * 100 FROM trp',
    'What is the fuel consumption per 100 km?',
    'liters of fuel per 100 km',
  ),
  right(
    'SELECT AVG(max_wt_kg) FROM veh',
    'What is the average maximum weight of the vehicles?',
    'average max weight in kg',
    'avg max wt',
  ),
  none('How many accidents happened?', 'toll costs by driver', 'insurance of vehicle HH-101'),
];
