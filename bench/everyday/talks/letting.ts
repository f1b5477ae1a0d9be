import { by, first, gold, held, month, of, type Talk, talk, top, year } from './talk.ts';

const LEASES =
  'Lease l JOIN Flat f ON f.FlatId = l.FlatId JOIN Tenant t ON t.TenantId = l.TenantId';
const JOBS = 'RepairJob r JOIN Flat f ON f.FlatId = r.FlatId JOIN Agent a ON a.AgentId = f.AgentId';
const flats = gold('COUNT(*)', 'Flat f JOIN Agent a ON a.AgentId = f.AgentId');
const addresses = gold('f.Address', 'Flat f', 'f.FlatId');
const rent = gold('AVG(l.MonthlyRent)', LEASES);
const cost = gold('SUM(r.Cost)', JOBS);
const jobs = gold('COUNT(*)', JOBS);
const DAY = 'r.ReportedOn';
const in2025 = held(cost, 'time', year(DAY, 2025));
const leeds = held(addresses, 'city', "f.City = 'Leeds'");

export const LETTING_TALKS: readonly Talk[] = [
  talk(
    ...[
      'total cost of repair jobs in 2025',
      in2025,
      'by trade',
      by(in2025, 'r.Trade'),
      'by month',
      by(in2025, month(DAY)),
    ],
    ...[
      'only heating',
      by(held(in2025, 'trade', "r.Trade = 'heating'"), month(DAY)),
      'and 2024?',
      by(held(held(cost, 'time', year(DAY, 2024)), 'trade', "r.Trade = 'heating'"), month(DAY)),
    ],
  ),
  talk(
    ...[
      'flats in Leeds',
      leeds,
      'with parking',
      held(leeds, 'p', "f.HasParking = 'Yes'"),
      'what about York',
      held(held(addresses, 'city', "f.City = 'York'"), 'p', "f.HasParking = 'Yes'"),
    ],
    ...[
      'how many',
      held(held(flats, 'city', "f.City = 'York'"), 'p', "f.HasParking = 'Yes'"),
      'by office',
      by(held(held(flats, 'city', "f.City = 'York'"), 'p', "f.HasParking = 'Yes'"), 'a.Office'),
    ],
  ),
  talk(
    ...[
      'average rent by city',
      by(rent, 'f.City'),
      'only furnished',
      by(held(rent, 'f', "f.IsFurnished = 'Yes'"), 'f.City'),
      'and the maximum',
      by(held(of(rent, 'MAX(l.MonthlyRent)'), 'f', "f.IsFurnished = 'Yes'"), 'f.City'),
    ],
    ...[
      'by bedrooms',
      by(held(of(rent, 'MAX(l.MonthlyRent)'), 'f', "f.IsFurnished = 'Yes'"), 'f.Bedrooms'),
    ],
  ),
  talk(
    ...[
      'french tenants',
      "SELECT TenantName FROM Tenant WHERE Nationality = 'French'",
      'polish',
      ["SELECT TenantName FROM Tenant WHERE Nationality = 'Polish'"],
      'how many',
      "SELECT COUNT(*) FROM Tenant WHERE Nationality = 'Polish'",
    ],
    ...[
      'tenants by nationality',
      'SELECT Nationality, COUNT(*) FROM Tenant GROUP BY 1',
      'top 2',
      'SELECT Nationality, COUNT(*) FROM Tenant GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
    ],
  ),
  talk(
    ...[
      'repair jobs by status',
      by(jobs, 'r.Status'),
      'just plumbing',
      by(held(jobs, 'trade', "r.Trade = 'plumbing'"), 'r.Status'),
      'this year',
      by(held(held(jobs, 'trade', "r.Trade = 'plumbing'"), 'time', year(DAY, 2025)), 'r.Status'),
    ],
    ...[
      'per agent',
      by(
        held(held(jobs, 'trade', "r.Trade = 'plumbing'"), 'time', year(DAY, 2025)),
        'a.AgentId',
        'a.AgentName',
      ),
      'bottom 3',
      top(
        by(
          held(held(jobs, 'trade', "r.Trade = 'plumbing'"), 'time', year(DAY, 2025)),
          'a.AgentId',
          'a.AgentName',
        ),
        3,
        'ASC',
      ),
    ],
  ),
  talk(
    ...[
      'top 3 flats by area',
      first(addresses, 3, 'f.AreaSqm DESC'),
      'in Hull',
      first(held(addresses, 'city', "f.City = 'Hull'"), 3, 'f.AreaSqm DESC'),
      'bottom 3',
      first(held(addresses, 'city', "f.City = 'Hull'"), 3, 'f.AreaSqm'),
    ],
    ...['how many flats are there', flats, 'with 3 bedrooms', held(flats, 'b', 'f.Bedrooms = 3')],
  ),
  talk(
    ...[
      'how many repair jobs are open',
      held(jobs, 'status', "r.Status = 'open'"),
      'by trade',
      by(held(jobs, 'status', "r.Status = 'open'"), 'r.Trade'),
      'what about closed',
      by(held(jobs, 'status', "r.Status = 'closed'"), 'r.Trade'),
    ],
    ...[
      'without other',
      by(held(held(jobs, 'status', "r.Status = 'closed'"), 't', "r.Trade <> 'other'"), 'r.Trade'),
    ],
  ),
  talk(
    ...[
      'flats per agent',
      by(flats, 'a.AgentId', 'a.AgentName'),
      'only North',
      by(held(flats, 'o', "a.Office = 'North'"), 'a.AgentId', 'a.AgentName'),
      'top 2',
      top(by(held(flats, 'o', "a.Office = 'North'"), 'a.AgentId', 'a.AgentName'), 2),
    ],
    ...[
      'the reverse',
      top(by(held(flats, 'o', "a.Office = 'North'"), 'a.AgentId', 'a.AgentName'), 2, 'ASC'),
      'average deposit',
      'SELECT AVG(Deposit) FROM Lease',
    ],
  ),
  talk(
    ...[
      'average cost of repair jobs',
      of(cost, 'AVG(r.Cost)'),
      'by trade',
      by(of(cost, 'AVG(r.Cost)'), 'r.Trade'),
      'the total',
      by(cost, 'r.Trade'),
      'last month',
      by(
        held(cost, 'time', "r.ReportedOn >= '2025-08-01' AND r.ReportedOn < '2025-09-01'"),
        'r.Trade',
      ),
    ],
    ...['garden', []],
  ),
  talk(
    ...[
      'furnished flats',
      held(addresses, 'f', "f.IsFurnished = 'Yes'"),
      'in Leeds',
      held(held(addresses, 'f', "f.IsFurnished = 'Yes'"), 'city', "f.City = 'Leeds'"),
      'built before 1960',
      held(
        held(held(addresses, 'f', "f.IsFurnished = 'Yes'"), 'city', "f.City = 'Leeds'"),
        'y',
        'f.YearBuilt < 1960',
      ),
    ],
    ...[
      'count them',
      held(
        held(held(flats, 'f', "f.IsFurnished = 'Yes'"), 'city', "f.City = 'Leeds'"),
        'y',
        'f.YearBuilt < 1960',
      ),
    ],
  ),
  talk(
    ...[
      'how many leases started in 2024',
      `SELECT COUNT(*) FROM Lease WHERE ${year('StartDate', 2024)}`,
      'and in 2023',
      `SELECT COUNT(*) FROM Lease WHERE ${year('StartDate', 2023)}`,
    ],
    ...[
      'by city',
      `SELECT f.City, COUNT(*) FROM ${LEASES} WHERE ${year('l.StartDate', 2023)} GROUP BY 1`,
      'as a share',
      `SELECT f.City, COUNT(*) / SUM(COUNT(*)) OVER () * 100 FROM ${LEASES} WHERE ${year('l.StartDate', 2023)} GROUP BY 1`,
    ],
  ),
  talk(
    ...[
      'oldest tenant',
      'SELECT TenantName FROM Tenant ORDER BY DateOfBirth LIMIT 1',
      'and the youngest',
      'SELECT TenantName FROM Tenant ORDER BY DateOfBirth DESC LIMIT 1',
      'top 5',
      'SELECT TenantName FROM Tenant ORDER BY DateOfBirth DESC LIMIT 5',
      'only Irish',
      "SELECT TenantName FROM Tenant WHERE Nationality = 'Irish' ORDER BY DateOfBirth DESC LIMIT 5",
    ],
  ),
];
