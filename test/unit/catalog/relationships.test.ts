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
    name: 'columns called after rows and their key, and codes that are no words',
    tables: [
      table('cows', "'UK' || (100 + i) AS tag, 'cow ' || i AS pet", 20),
      table('milkings', "i AS milking_id, 'UK' || (100 + i % 20) AS cow_tag", 60),
      table('technicians', "'T0' || i AS tech_id, 'tech ' || i AS full_name", 8),
      table('systems', "i AS system_id, 'T0' || (i % 8) AS lead_installer", 40),
    ],
    links: ['milkings.cow_tag → cows.tag', 'systems.lead_installer → technicians.tech_id'],
  },
  {
    name: 'roles of the only people that are kept',
    tables: [
      table('teachers', "i + 1 AS teacher_id, 't' || i AS full_name", 9),
      table('rooms', "i + 1 AS room_id, 'r' || i AS label", 9),
      table('exams', 'i AS exam_id, 1 + i % 9 AS examiner_id, 1 + i % 7 AS grade', 40),
    ],
    links: ['exams.examiner_id → teachers.teacher_id'],
  },
  {
    name: 'no role where several kinds of people are kept',
    tables: [
      table('teachers', "i + 1 AS teacher_id, 't' || i AS full_name", 9),
      table('students', "i + 1 AS student_id, 's' || i AS full_name", 9),
      table('exams', 'i AS exam_id, 1 + i % 9 AS examiner_id', 40),
    ],
    links: [],
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
    name: 'names with a number or a qualifier behind the key',
    tables: [
      table('clubs', "i + 1 AS club_id, 'c' || i AS club_name", 9),
      table('results', 'i AS result_id, 1 + i % 9 AS club_id_1, 1 + (i + 2) % 9 AS club_id_2', 40),
      table('trips', 'i AS trip_id, 1 + i % 9 AS club_in_charge_id', 40),
      table('fees', 'i AS fee_id, 1 + i % 4 AS club_type_id', 40),
    ],
    links: [
      'results.club_id_1 → clubs.club_id',
      'results.club_id_2 → clubs.club_id',
      'trips.club_in_charge_id → clubs.club_id',
    ],
  },
  {
    name: 'the key of the thing itself, of several tables that have it',
    tables: [
      table('accounts', "i + 1 AS custid, 'n' || i AS holder", 20),
      table('savings', 'i + 1 AS custid, i * 7.25 AS balance', 12),
      table('visits', 'i AS visit_id, 1 + i % 12 AS custid', 60),
    ],
    links: ['savings.custid ↔ accounts.custid', 'visits.custid → accounts.custid'],
  },
  {
    name: 'a name of persons in a table of their friends',
    tables: [
      table('person', "'Person ' || i AS name, 20 + i AS age", 12),
      table('personfriend', "'Person ' || (i % 12) AS name, i AS year", 40),
    ],
    links: ['personfriend.name → person.name'],
  },
  {
    name: 'numbers that occur in no key by chance, in columns named as keys',
    tables: [
      table('students', "10000 + (i * 7919) % 90000 AS id, 's' || i AS student_name", 60),
      table('takes', '10000 + ((i % 50) * 7919) % 90000 AS id, 10 + i AS score', 200),
      table('museums', "10000 + (i * 5 * 7919) % 90000 AS museum_id, 'm' || i AS museum_name", 10),
      table('rooms', "i + 1 AS room_id, 'r' || i AS room_name", 50),
      table('guests', '1 + i % 50 AS member_id, i * 3 AS guest_age', 200),
    ],
    links: ['museums.museum_id ↔ students.id', 'takes.id → students.id'],
  },
  {
    name: 'all columns of a composite key, where its rows are told apart by two of them',
    tables: [
      table(
        'sections',
        "100 + i // 2 AS course_id, 1 + i % 2 AS sec_id, CASE WHEN i % 4 < 2 THEN 'Fall' ELSE 'Spring' END AS semester",
        20,
      ),
      table(
        'teaches',
        "100 + (i % 20) // 2 AS course_id, 1 + i % 2 AS sec_id, CASE WHEN i % 4 < 2 THEN 'Fall' ELSE 'Spring' END AS semester, i AS lesson_number",
        60,
      ),
    ],
    links: ['teaches.course_id,sec_id,semester → sections.course_id,sec_id,semester'],
  },
  {
    name: 'no state of customers in that of banks',
    tables: [
      table('customers', "i + 1 AS cust_id, 'State ' || i AS state", 9),
      table('banks', "i + 1 AS bank_id, 'State ' || (i % 3) AS state", 6),
    ],
    links: [],
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
    name: 'the one key that has the values, where the name leads to another that has not',
    tables: [
      table('clients', "400 + 37 * i AS client_id, 'c' || i AS name", 15),
      table('customers', "9000 + i AS customer_id, 'c' || i AS name", 15),
      table('bookings', 'i AS booking_id, 400 + 37 * (i % 11) AS customer_id', 30),
    ],
    links: ['bookings.customer_id → clients.client_id'],
  },
  {
    name: 'nothing where a run of numbers lies in a key that has gaps elsewhere',
    tables: [
      table('drivers', "i + 1 AS driver_id, 'd' || i AS name", 200),
      table(
        'results',
        'CASE WHEN i < 400 THEN i + 1 ELSE 9 * i END AS result_id, i AS points',
        500,
      ),
    ],
    links: [],
  },
  {
    name: 'the days of a calendar, whatever they are called',
    tables: [
      table('dim_date', "DATE '2024-01-01' + i::INTEGER AS day, i % 7 AS weekday", 366),
      table(
        'orders',
        "i AS order_id, DATE '2024-02-01' + (i % 40)::INTEGER AS shipped, DATE '2023-02-01' + (i % 40)::INTEGER AS approved",
        90,
      ),
    ],
    links: ['orders.shipped → dim_date.day'],
  },
  {
    name: 'nothing between days of two tables that are no calendar',
    tables: [
      table('prices', "DATE '2024-01-01' + i::INTEGER AS date, i * 1.5 AS price", 366),
      table('orders', "i AS order_id, DATE '2024-02-01' + (i % 40)::INTEGER AS date", 90),
    ],
    links: [],
  },
  {
    name: 'a number that another key shows by its values alone, under another name',
    tables: [
      table('staff', "100 + i * i AS emp_no, 'n' || i AS name", 25),
      table('garages', "i + 1 AS garage_id, 'g' || i AS garage_name, 100 + i * i AS emp_no", 6),
      table('repairs', '9000 + i AS repair_no, 100 + (6 + i % 15) * (6 + i % 15) AS fixer_no', 60),
    ],
    links: ['garages.emp_no ↔ staff.emp_no', 'repairs.fixer_no → staff.emp_no'],
  },
  {
    name: 'the things themselves where tables share a key: those that have a name',
    tables: [
      table('member', "i + 1 AS mbr_id, 'n' || i AS name", 30),
      table('gym_card', "i + 1 AS mbr_id, 'k' || i % 2 AS kind, 'd' || i % 3 AS door", 30),
      table('pool_card', 'i + 1 AS mbr_id, 10 + i % 5 AS fee', 30),
    ],
    links: ['gym_card.mbr_id ↔ member.mbr_id', 'pool_card.mbr_id ↔ member.mbr_id'],
  },
  {
    name: 'the key that has all values, rather than the closer fit',
    tables: [
      table('boats', "i + 1 AS hullid, 'n' || i AS label", 20),
      table('fuel', 'i + 1 AS hullid, 100 + i % 7 AS litres', 20),
      table('water', 'i + 1 AS hullid, 10 + i % 5 AS litres', 18),
    ],
    links: ['fuel.hullid ↔ boats.hullid', 'water.hullid ↔ boats.hullid'],
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
