import { expect } from 'chai';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';

/** `table.column → table.column` with the cardinality where it is one to one. */
async function linksOf(statements: readonly string[]): Promise<string[]> {
  const offline = await catalogFromSql(statements);
  try {
    return offline.catalog.relationships.map(({ from, to, cardinality }) => {
      const arrow = cardinality === 'one-to-one' ? '↔' : '→';
      return `${from.table}.${from.columns} ${arrow} ${to.table}.${to.columns}`;
    });
  } finally {
    await offline.close();
  }
}

const table = (name: string, columns: string, rows: number) =>
  `CREATE TABLE ${name} AS SELECT ${columns} FROM range(${rows}) r(i)`;

const CASES: readonly { name: string; tables: readonly string[]; links: readonly string[] }[] = [
  {
    name: 'a foreign key named after its table, however it is written',
    tables: [
      table('customers', "i + 1 AS id, 'n' || i AS name", 20),
      table('orders', 'i AS order_id, 1 + i % 20 AS customer_id', 60),
      table('visits', 'i AS visit_id, 1 + i % 20 AS "CustomerID"', 60),
      table('calls', 'i AS call_id, 1 + i % 20 AS cust_id', 60),
    ],
    links: [
      'calls.cust_id → customers.id',
      'orders.customer_id → customers.id',
      'visits.CustomerID → customers.id',
    ],
  },
  {
    name: 'text keys',
    tables: [
      table('countries', "'C' || i AS country_code, 'Name ' || i AS country_name", 12),
      table('cities', "i AS city_id, 'C' || i % 12 AS country_code", 40),
    ],
    links: ['cities.country_code → countries.country_code'],
  },
  {
    name: 'roles: two ways to one table',
    tables: [
      table('teams', "i + 1 AS team_id, 't' || i AS team_name", 8),
      table(
        'matches',
        'i AS match_id, 1 + i % 8 AS home_team_id, 1 + (i + 3) % 8 AS away_team_id',
        30,
      ),
    ],
    links: ['matches.home_team_id → teams.team_id', 'matches.away_team_id → teams.team_id'],
  },
  {
    name: 'rows that refer to rows of their own table',
    tables: [
      table(
        'employees',
        'i + 1 AS employee_id, CASE WHEN i > 0 THEN 1 + i // 4 END AS manager_id',
        30,
      ),
      table('categories', 'i + 1 AS id, CASE WHEN i > 3 THEN 1 + i % 3 END AS parent_id', 12),
    ],
    links: ['categories.parent_id → categories.id', 'employees.manager_id → employees.employee_id'],
  },
  {
    name: 'composite keys',
    tables: [
      table('order_lines', 'i // 3 AS order_id, i % 3 + 1 AS line_number, i * 2.5 AS amount', 60),
      table('shipments', 'i AS shipment_id, i // 3 AS order_id, i % 3 + 1 AS line_number', 40),
    ],
    links: ['shipments.order_id,line_number → order_lines.order_id,line_number'],
  },
  {
    name: 'one to one',
    tables: [
      table('students', "i + 1 AS student_id, 's' || i AS name", 20),
      table('lockers', 'i + 1 AS student_id, 20 - i AS locker_size', 15),
    ],
    links: ['lockers.student_id ↔ students.student_id'],
  },
  {
    name: 'a few rows that lead nowhere, where the name is sure',
    tables: [
      table('departments', "i + 10 AS department_id, 'd' || i AS name", 20),
      table(
        'employees',
        'i AS employee_id, CASE WHEN i = 5 THEN 0 ELSE 10 + i % 20 END AS department_id',
        60,
      ),
    ],
    links: ['employees.department_id → departments.department_id'],
  },
  {
    name: 'nothing where small numbers fit an id by chance',
    tables: [
      table('products', "i + 1 AS id, 'p' || i AS name", 100),
      table(
        'reviews',
        'i + 1 AS id, 1 + i % 5 AS stars, 1 + i % 12 AS month, i % 3 AS helpful',
        90,
      ),
      table('stadiums', 'i + 1 AS stadium_id, 1 + i % 9 AS home_games', 30),
      table('games', 'i + 1 AS id, i * 3 AS attendance', 50),
    ],
    links: [],
  },
  {
    name: 'nothing where the name fits and the values do not',
    tables: [
      table('owners', "i + 1 AS owner_id, 'o' || i AS name", 10),
      table('dogs', 'i AS dog_id, 100 + i AS owner_id', 20),
    ],
    links: [],
  },
  {
    name: 'nothing between tables that only share a year',
    tables: [
      table('budgets', '2015 + i AS year, i * 100 AS planned', 10),
      table('sales', 'i AS sale_id, 2015 + i % 10 AS year', 40),
    ],
    links: [],
  },
  {
    name: 'nothing between the generic ids of two tables',
    tables: [
      table('actors', "i + 1 AS id, 'a' || i AS name", 10),
      table('movies', "i + 1 AS id, 'm' || i AS title", 10),
    ],
    links: [],
  },
  {
    name: 'nothing where two tables are equally good targets',
    tables: [
      table('order_status', "i + 1 AS id, 'o' || i AS name", 5),
      table('payment_status', "i + 1 AS id, 'p' || i AS name", 5),
      table('events', 'i AS event_id, 1 + i % 5 AS status_id', 40),
    ],
    links: [],
  },
];

describe('relationships', () => {
  for (const { name, tables, links } of CASES) {
    it(`finds ${name}`, async () => {
      expect(await linksOf(tables)).to.deep.equal(links);
    });
  }

  it('takes a number that refers to rows for no measure', async () => {
    const offline = await catalogFromSql([
      table('patients', "i + 1 AS patient_nr, 'x' || i AS name", 10),
      table('visits', 'i AS visit_id, 1 + i % 10 AS patient', 40),
    ]);
    try {
      const visits = offline.catalog.tables.find(({ name }) => name === 'visits')!;
      expect(offline.catalog.relationships).to.have.length(1);
      expect(visits.columns.find(({ name }) => name === 'patient')!.kind).to.equal('identifier');
    } finally {
      await offline.close();
    }
  });
});
