import { describeAnswersOver } from '../planner/answered.ts';

const NAMES = `['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo']`;

describeAnswersOver(
  'keys that are called after their table in short',
  [
    `CREATE TABLE depot AS SELECT ['NO', 'SO', 'WE'][i] AS depot_code, 'Depot ' || i AS depot_name FROM range(1, 4) t(i)`,
    `CREATE TABLE vehicle AS SELECT 'V' || i AS vhc_code, ['NO', 'SO', 'WE'][1 + i % 3] AS depot_code, ['Opel', 'Fiat'][1 + i % 2] AS make FROM range(1, 16) t(i)`,
    `CREATE TABLE trip AS SELECT i AS trip_id, 'V' || (1 + i * 7 % 11) AS vhc_code, 20 + i * 3 % 40 AS fare FROM range(1, 50) t(i)`,
  ],
  {
    answered: [
      ['list the vehicle codes', 'SELECT vhc_code FROM vehicle'],
      ['codes of all vehicles', 'SELECT vhc_code FROM vehicle'],
      ['vehicle code and make of all vehicles', 'SELECT vhc_code, make FROM vehicle'],
      [
        'how many different vehicle codes are there?',
        'SELECT count(DISTINCT vhc_code) FROM vehicle',
      ],
      ['codes of depots', 'SELECT depot_code FROM depot'],
    ],
    open: [],
  },
);

describeAnswersOver(
  'what is sold most often',
  [
    `CREATE TABLE cake AS SELECT i AS cake_id, 'Cake ' || i AS cake_name, 10 + i AS price FROM range(1, 9) t(i)`,
    `CREATE TABLE client AS SELECT i AS client_id, ${NAMES}[i] || '@x.org' AS email, ['Kiel', 'Jena'][1 + i % 2] AS town FROM range(1, 11) t(i)`,
    `CREATE TABLE voucher AS SELECT i AS voucher_id, ['Spring', 'Summer', 'Winter'][i] AS voucher_name FROM range(1, 4) t(i)`,
    `CREATE TABLE sale_line AS SELECT i AS sale_line_id, 1 + (i * i) % 7 AS cake_id, 1 + i % 10 AS client_id, 1 + (i * i) % 3 AS voucher_id FROM range(1, 61) t(i)`,
  ],
  {
    answered: [
      [
        'what is the id of the cake that was sold most often?',
        'SELECT cake_id FROM sale_line GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
      ],
      ['number of clients by town', 'SELECT town, count(*) FROM client GROUP BY 1'],
    ],
    // Each cake has a name of its own; and the voucher is the most common one, not the client.
    open: [
      'name of the cake sold most frequently',
      'most common cake name',
      'emails of clients who took the voucher that is most common',
    ],
  },
);

describeAnswersOver(
  'rows that are counted, and what others call so',
  [
    `CREATE TABLE region AS SELECT ['N', 'S', 'E'][i] AS region_code, ['North', 'South', 'East'][i] AS region_name FROM range(1, 4) t(i)`,
    `CREATE TABLE guide AS SELECT i AS guide_id, 'Guide ' || i AS guide_name, ['N', 'S', 'E'][1 + i % 3] AS region_code, ['City', 'Lake', 'Hill'][1 + i % 3] AS guide_tour FROM range(1, 16) t(i)`,
    `CREATE TABLE tour AS SELECT i AS tour_id, 1 + i % 15 AS guide_id, DATE '2025-01-01' + i::INT AS tour_date FROM range(1, 41) t(i)`,
  ],
  {
    answered: ['number of tours in each region', 'how many tours are there in each region?'].map(
      (question) =>
        [
          question,
          'SELECT region_name, count(*) FROM tour JOIN guide USING (guide_id) JOIN region USING (region_code) GROUP BY 1',
        ] as const,
    ),
    open: [],
  },
);

describeAnswersOver(
  'numbers with their unit, and what is shown beside',
  [
    `CREATE TABLE boat AS SELECT i AS boat_id, 'Boat ' || i AS boat_name, 4 + i % 9 AS capacity FROM range(1, 15) t(i)`,
    `CREATE TABLE passenger AS SELECT i AS passenger_id, 'Passenger ' || i AS name FROM range(1, 21) t(i)`,
    `CREATE TABLE trip AS SELECT i AS trip_id, 1 + i % 6 AS boat_id, 1 + i % 20 AS passenger_id FROM range(1, 41) t(i)`,
    `CREATE TABLE garage_reference AS SELECT i AS garage_ref_id, 'G' || i AS garage_name FROM range(1, 6) t(i)`,
    `CREATE TABLE fine AS SELECT i AS fine_id, 100 + i * 3 % 17 AS rental_id, 1 + i % 5 AS garage_ref_id FROM range(1, 31) t(i)`,
  ],
  {
    answered: [
      [
        'boats with a capacity of 5 to 10',
        'SELECT boat_name FROM boat WHERE capacity BETWEEN 5 AND 10',
      ],
    ],
    open: [
      'boats with a capacity of 5 to 10 passengers',
      'list the rental ids and their related garage references of all fines',
    ],
  },
);

describeAnswersOver(
  'when something was done, of rows whose state is called so',
  [
    `CREATE TABLE orders AS SELECT i AS order_id, ['Shipped', 'Open'][1 + i % 2] AS order_status, DATE '2025-01-01' + i::INT AS date_order_placed FROM range(1, 61) t(i)`,
    `CREATE TABLE shipments AS SELECT i AS shipment_id, i * 2 AS order_id, DATE '2025-02-01' + (i * 2)::INT AS shipment_date FROM range(1, 31) t(i)`,
    `CREATE TABLE route AS SELECT i AS route_id, 'Route ' || i AS route_name FROM range(1, 6) t(i)`,
    `CREATE TABLE driver AS SELECT i AS driver_id, 'Driver ' || i AS name, 1 + i % 5 AS route_id FROM range(1, 17) t(i)`,
    `CREATE TABLE route_history AS SELECT 1 + i % 9 AS driver_id, 1 + i % 5 AS route_id, DATE '2024-01-01' + i::INT AS until_date FROM range(1, 19) t(i)`,
  ],
  {
    answered: [
      [
        'how many orders were shipped in March 2025?',
        `SELECT count(*) FROM shipments WHERE shipment_date >= '2025-03-01' AND shipment_date < '2025-04-01'`,
      ],
      [
        'how many shipped orders are there?',
        `SELECT count(*) FROM orders WHERE order_status = 'Shipped'`,
      ],
    ],
    open: ['which order was shipped most recently?', 'which drivers have had no route?'],
  },
);

describeAnswersOver(
  'words that share a noun are said of the same rows',
  [
    `CREATE TABLE baker AS SELECT i AS baker_id, ${NAMES}[i] AS first_name FROM range(1, 11) t(i)`,
    `CREATE TABLE shift AS SELECT i AS shift_id, 1 + i % 10 AS baker_id, TIMESTAMP '2025-01-01 06:00:00' + INTERVAL (i) DAY AS datetime_shift_start, TIMESTAMP '2025-01-01 14:00:00' + INTERVAL (i) DAY AS datetime_shift_end FROM range(1, 41) t(i)`,
    `CREATE TABLE accident AS SELECT i AS accident_id, 1 + i * 3 % 40 AS shift_id, DATE '2025-01-01' + i::INT AS date_accident_start, DATE '2025-01-02' + i::INT AS date_accident_end FROM range(1, 11) t(i)`,
  ],
  {
    answered: [
      [
        'start and end of the shifts of Ann',
        `SELECT datetime_shift_start, datetime_shift_end FROM shift JOIN baker USING (baker_id) WHERE first_name = 'Ann'`,
      ],
    ],
    open: ['start and end dates of the shifts of Ann'],
  },
);

describeAnswersOver(
  'what each of some things has one of, where their name stands before all their columns',
  [
    `CREATE TABLE tbl_dept AS SELECT i AS dept_id, 'Dept ' || i AS dept_name FROM range(1, 6) t(i)`,
    `CREATE TABLE tbl_emp AS SELECT i AS emp_id, 'Emp ' || i AS emp_name, 1 + i % 5 AS emp_dept_id, 30000 + i * 731 % 9000 AS emp_salary, DATE '2019-01-01' + (i * 40)::INT AS emp_hire_date FROM range(1, 61) t(i)`,
  ],
  {
    answered: [
      ...['average salary per department', 'average employee salary per department'].map(
        (question) =>
          [
            question,
            'SELECT dept_name, avg(emp_salary) FROM tbl_emp JOIN tbl_dept ON emp_dept_id = dept_id GROUP BY 1',
          ] as const,
      ),
      [
        'average number of employees per department',
        'SELECT count(*) / count(DISTINCT emp_dept_id) FROM tbl_emp',
      ],
      [
        'top 5 employees by salary',
        'SELECT emp_name, emp_salary FROM tbl_emp ORDER BY emp_salary DESC, emp_name LIMIT 5',
      ],
    ],
    open: ['average number of employees', 'top 5 salaries by employee'],
  },
);

describeAnswersOver(
  'letters that are values, and what is computed once of what others have many of',
  [
    `CREATE TABLE waiter AS SELECT i AS waiter_id, ${NAMES}[i] AS first_name FROM range(1, 11) t(i)`,
    `CREATE TABLE test AS SELECT i AS test_id, 1 + i % 10 AS waiter_id, ['A', 'B', 'C'][1 + i % 3] AS grade FROM range(1, 41) t(i)`,
    `CREATE TABLE studio AS SELECT i AS studio_id, 'Studio ' || i AS studio_name FROM range(1, 5) t(i)`,
    `CREATE TABLE lesson AS SELECT i AS lesson_id, 1 + i % 4 AS studio_id, 20 + i * 3 AS fee FROM range(1, 13) t(i)`,
    `CREATE TABLE session AS SELECT i AS session_id, 1 + i * i % 12 AS lesson_id, DATE '2025-01-01' + i::INT AS held_on FROM range(1, 51) t(i)`,
    `CREATE TABLE guest_table AS SELECT i AS table_id, ${NAMES}[i] AS host FROM range(1, 11) t(i)`,
    `CREATE TABLE lunch AS SELECT i AS lunch_id, i AS table_id, 10 + i AS price FROM range(1, 11) t(i)`,
    `CREATE TABLE dinner AS SELECT i AS dinner_id, i AS table_id, 30 + i AS price FROM range(1, 11) t(i)`,
  ],
  {
    answered: [
      [
        'names of waiters who received an A in test 6',
        `SELECT first_name FROM waiter JOIN test USING (waiter_id) WHERE grade = 'A' AND test_id = 6`,
      ],
      ['how many tests of grade A', `SELECT count(*) FROM test WHERE grade = 'A'`],
      [
        'total fee of lessons by studio',
        'SELECT studio_name, sum(fee) FROM lesson JOIN studio USING (studio_id) GROUP BY 1',
      ],
    ],
    open: [
      'total session fee by studio',
      'total fee of all sessions offered by each studio',
      'the lunch and dinner prices of the table of Bo',
    ],
  },
);

describeAnswersOver(
  'to whom rows are tied, and who did what with them',
  [
    `CREATE TABLE monk AS SELECT i AS monk_id, ${NAMES}[i] AS first_name, CASE WHEN i > 1 THEN 1 + i // 4 END AS abbot_id FROM range(1, 11) t(i)`,
    `CREATE TABLE diver AS SELECT i AS diver_id, ${NAMES}[i] AS name FROM range(1, 11) t(i)`,
    `CREATE TABLE defect AS SELECT i AS defect_id, 1 + i % 10 AS found_by_diver_id, 1 + i * 3 % 10 AS closed_by_diver_id FROM range(1, 31) t(i)`,
    `CREATE TABLE repair_note AS SELECT i AS note_id, 1 + i % 30 AS defect_id, 1 + i * 7 % 10 AS fixed_by_diver_id FROM range(1, 51) t(i)`,
  ],
  {
    answered: [
      ['ids of monks with first name Bo', `SELECT monk_id FROM monk WHERE first_name = 'Bo'`],
      [
        'ids of defects found by Ann',
        `SELECT defect_id FROM defect JOIN diver ON found_by_diver_id = diver_id WHERE name = 'Ann'`,
      ],
      [
        'ids of defects found by Ann or Bo',
        `SELECT defect_id FROM defect JOIN diver ON found_by_diver_id = diver_id WHERE name IN ('Ann', 'Bo')`,
      ],
    ],
    open: ['ids of monks who answer to Bo', 'ids of defects described by Ann'],
  },
);

describeAnswersOver(
  'rows that others have at most one of, deeds that are states, too, and who did them',
  [
    `CREATE TABLE owners AS SELECT i AS id, ${NAMES}[i] AS first_name, ['Berg', 'Lake'][1 + i % 2] AS last_name FROM range(1, 11) t(i)`,
    `CREATE TABLE pets AS SELECT i AS id, 1 + i % 8 AS owner_id, 'Pet ' || i AS name FROM range(1, 16) t(i)`,
    `CREATE TABLE appointments AS SELECT i AS id, 1 + i * 3 % 15 AS pet_id, DATE '2025-01-01' + i::INT AS booked_on FROM range(1, 31) t(i)`,
    `CREATE TABLE invoices AS SELECT i AS id, i * 5 AS appointment_id, 100 + i AS total, CASE WHEN i % 2 = 0 THEN DATE '2025-03-01' END AS settled_on FROM range(1, 7) t(i)`,
    `CREATE TABLE members AS SELECT i AS id, ${NAMES}[i] AS first_name, CASE WHEN i > 2 THEN 1 + i % 3 END AS referred_by_member_id, DATE '2025-01-01' + i::INT AS signup_date FROM range(1, 11) t(i)`,
    `CREATE TABLE orders AS SELECT i AS order_id, 1 + i % 10 AS member_id, ['Placed', 'Shipped', 'Returned'][1 + i % 3] AS order_status, DATE '2025-01-01' + i::INT AS order_date FROM range(1, 61) t(i)`,
    `CREATE TABLE pickups AS SELECT i AS pickup_id, 1 + i % 10 AS member_id, DATE '2026-01-01' + i::INT AS picked_up_at FROM range(1, 31) t(i)`,
  ],
  {
    answered: [
      ...['how many owners have no invoices', 'number of owners without invoices'].map(
        (question) =>
          [
            question,
            'SELECT count(*) FROM owners WHERE id NOT IN (SELECT owner_id FROM pets JOIN appointments a ON a.pet_id = pets.id JOIN invoices i ON i.appointment_id = a.id)',
          ] as const,
      ),
      [
        'how many returned orders are there',
        `SELECT count(*) FROM orders WHERE order_status = 'Returned'`,
      ],
      [
        'how many members signed up in January 2025',
        `SELECT count(*) FROM members WHERE signup_date < '2025-02-01'`,
      ],
      [
        'members referred by Ann',
        `SELECT first_name FROM members WHERE referred_by_member_id IN (SELECT id FROM members WHERE first_name = 'Ann')`,
      ],
    ],
    open: [
      'how many orders were placed in 2025',
      'members who placed more than 3 orders',
      'owners with paid invoices',
      'approved orders',
    ],
  },
);
