import { anyOf, either, none, right } from './case.ts';

const LEASES =
  'Lease l JOIN Flat f ON f.FlatId = l.FlatId JOIN Tenant t ON t.TenantId = l.TenantId';
const JOBS = 'RepairJob r JOIN Flat f ON f.FlatId = r.FlatId JOIN Agent a ON a.AgentId = f.AgentId';

export const LETTING = [
  right('SELECT COUNT(*) FROM Flat', 'How many flats do we have?', 'flat count', 'no. of flats'),
  right(
    'SELECT City, COUNT(*) FROM Flat GROUP BY 1',
    'How many flats are in each city?',
    'flats per city',
    'flats by city',
  ),
  anyOf(
    [
      "SELECT Address FROM Flat WHERE HasParking = 'Yes'",
      "SELECT FlatId FROM Flat WHERE HasParking = 'Yes'",
    ],
    'Which flats have parking?',
    'flats with parking',
    'flats that have a parking',
  ),
  right(
    "SELECT COUNT(*) FROM Flat WHERE IsFurnished = 'Yes'",
    'How many flats are furnished?',
    'number of furnished flats',
    'furnished flats count',
  ),
  right(
    "SELECT COUNT(*) FROM Flat WHERE IsFurnished = 'No'",
    'How many flats are not furnished?',
    'number of unfurnished flats',
  ),
  right(
    'SELECT AVG(MonthlyRent) FROM Lease',
    'What is the average monthly rent?',
    'average rent per month of leases',
    'avg rent',
  ),
  right(
    `SELECT f.City, AVG(l.MonthlyRent) FROM ${LEASES} GROUP BY 1`,
    'What is the average monthly rent by city?',
    'average rent per city',
    'avg rent by city',
  ),
  right(
    "SELECT TenantName FROM Tenant WHERE Nationality = 'French'",
    'Which tenants are French?',
    'french tenants',
    'tenants with French nationality',
  ),
  right(
    'SELECT TenantName FROM Tenant ORDER BY DateOfBirth LIMIT 1',
    'Who is the oldest tenant?',
    'oldest tenant',
    'tenant with the earliest date of birth',
  ),
  right(
    'SELECT TenantName FROM Tenant WHERE Phone IS NULL',
    'Which tenants have no phone?',
    'tenants without a phone',
    'tenants with no phone number',
  ),
  right(
    'SELECT Trade, SUM(Cost) FROM RepairJob GROUP BY 1',
    'What is the total cost of repair jobs by trade?',
    'repair cost per trade',
    'cost by trade',
  ),
  right(
    "SELECT SUM(Cost) FROM RepairJob WHERE Trade = 'plumbing'",
    'What was the total cost of plumbing?',
    'total cost of plumbing repair jobs',
    'how much did we spend on plumbing',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM RepairJob WHERE Status = 'open'",
      "SELECT JobId FROM RepairJob WHERE Status = 'open'",
    ],
    'How many repair jobs are open?',
    'open repair jobs',
    'open jobs',
  ),
  right(
    'SELECT a.AgentName, COUNT(*) FROM Flat f JOIN Agent a ON a.AgentId = f.AgentId GROUP BY a.AgentId, 1',
    'How many flats does each agent have?',
    'flats per agent',
    'flat count by agent',
  ),
  anyOf(
    [
      'SELECT Address FROM Flat ORDER BY AreaSqm DESC LIMIT 3',
      'SELECT FlatId FROM Flat ORDER BY AreaSqm DESC LIMIT 3',
    ],
    'Which three flats have the largest area?',
    'top 3 flats by area',
    '3 biggest flats by area sqm',
  ),
  anyOf(
    [
      'SELECT Address FROM Flat WHERE YearBuilt < 1950',
      'SELECT FlatId FROM Flat WHERE YearBuilt < 1950',
    ],
    'Which flats were built before 1950?',
    'flats with a year built before 1950',
    'flats built < 1950',
  ),
  anyOf(
    [
      'SELECT Address FROM Flat f WHERE NOT EXISTS (SELECT 1 FROM RepairJob r WHERE r.FlatId = f.FlatId)',
      'SELECT FlatId FROM Flat f WHERE NOT EXISTS (SELECT 1 FROM RepairJob r WHERE r.FlatId = f.FlatId)',
    ],
    'Which flats never had a repair job?',
    'flats without repair jobs',
    'flats with no repairs',
  ),
  right(
    `SELECT a.AgentName, SUM(r.Cost) FROM ${JOBS} GROUP BY a.AgentId, 1`,
    'What is the total repair cost per agent?',
    'repair costs by agent',
  ),
  anyOf(
    ['SELECT AVG(Bedrooms) FROM Flat'],
    'How many bedrooms does a flat have on average?',
    'average number of bedrooms',
    'avg bedrooms',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM RepairJob WHERE ReportedOn >= '2025-08-01' AND ReportedOn < '2025-09-01'",
      "SELECT JobId FROM RepairJob WHERE ReportedOn >= '2025-08-01' AND ReportedOn < '2025-09-01'",
    ],
    'How many repair jobs were reported last month?',
    'repair jobs reported in August 2025',
    'jobs reported last month',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM Lease WHERE StartDate >= '2025-01-01' AND StartDate < '2026-01-01'",
      "SELECT LeaseId FROM Lease WHERE StartDate >= '2025-01-01' AND StartDate < '2026-01-01'",
    ],
    'How many leases started in 2025?',
    'leases with a start date in 2025',
    'leases started 2025',
  ),
  anyOf(
    [
      "SELECT COUNT(*) FROM Lease WHERE EndDate >= '2025-01-01' AND EndDate < '2026-01-01'",
      "SELECT LeaseId FROM Lease WHERE EndDate >= '2025-01-01' AND EndDate < '2026-01-01'",
    ],
    'How many leases end in 2025?',
    'leases with an end date in 2025',
    'leases ending 2025',
  ),
  either(
    ["SELECT COUNT(*) FROM Lease WHERE StartDate >= '2024-01-01' AND StartDate < '2025-01-01'"],
    'How many leases in 2024?',
  ),
  right('SELECT MAX(Deposit) FROM Lease', 'What is the highest deposit?', 'max deposit'),
  none(
    'flats with a balcony',
    'how many leases were signed late',
    'rejected repair jobs',
    'average cost of cleaning',
    'tenants who smoke',
    'how much commission did each agent earn',
    'flats with a garden',
    'students among tenants',
    'how much tax do we pay',
  ),
];
