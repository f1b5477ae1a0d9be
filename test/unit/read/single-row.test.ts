import { describeAnswersOver } from '../planner/answered.ts';

const RENTAL = [
  `CREATE TABLE members AS SELECT * FROM (VALUES (1, 'Ann Berg', 'Kiel'), (2, 'Tom Kay', 'Jena'), (3, 'Ida Holm', 'Kiel')) AS t(member_id, name, town)`,
  'ALTER TABLE members ADD PRIMARY KEY (member_id)',
  `CREATE TABLE tools AS SELECT * FROM (VALUES (1, 'Drill', 12.5), (2, 'Saw', 9.0), (3, 'Ladder', 7.5)) AS t(tool_id, tool_name, fee)`,
  'ALTER TABLE tools ADD PRIMARY KEY (tool_id)',
  `CREATE TABLE bookings AS SELECT i AS booking_id, 1 + i % 3 AS member_id, DATE '2025-01-01' + i::INT - 500 AS booked_on,
    DATE '2025-01-04' + i::INT - 500 AS returned_on, ['open', 'closed'][1 + i % 2] AS status FROM range(501, 540) t(i)`,
  'ALTER TABLE bookings ADD PRIMARY KEY (booking_id)',
  // Booking 501 has no lines.
  `CREATE TABLE booking_lines AS SELECT i AS line_id, 502 + i % 38 AS booking_id, 1 + i % 3 AS tool_id, 1 + i % 4 AS pieces FROM range(1, 90) t(i)`,
  'ALTER TABLE booking_lines ADD PRIMARY KEY (line_id)',
];
const WHOLE = (id: number) =>
  `SELECT booking_id, member_id, name, booked_on, returned_on, status FROM bookings JOIN members USING (member_id) WHERE booking_id = ${id}`;

describeAnswersOver('single rows by their number or name', RENTAL, {
  answered: [
    ['details of booking 510', WHOLE(510)],
    ['show me booking 501', WHOLE(501)],
    ['booking no 510', WHOLE(510)],
    ['everything about Ann Berg', `SELECT * FROM members WHERE name = 'Ann Berg'`],
    ['details of tool Saw', `SELECT * FROM tools WHERE tool_name = 'Saw'`],
    [
      'what is in booking 510',
      'SELECT tool_name, pieces FROM booking_lines JOIN tools USING (tool_id) WHERE booking_id = 510',
    ],
    [
      'which tools are in booking 510',
      'SELECT DISTINCT tool_name FROM booking_lines JOIN tools USING (tool_id) WHERE booking_id = 510',
    ],
    ['status of booking 501', 'SELECT status FROM bookings WHERE booking_id = 501'],
    ['when was booking 501 returned', 'SELECT returned_on FROM bookings WHERE booking_id = 501'],
    [
      'what did member 2 order',
      'SELECT DISTINCT tool_name FROM booking_lines JOIN tools USING (tool_id) JOIN bookings USING (booking_id) WHERE member_id = 2',
    ],
    ['show member 2 bookings', 'SELECT booking_id FROM bookings WHERE member_id = 2'],
    ['bookings of member 2', 'SELECT booking_id FROM bookings WHERE member_id = 2'],
  ],
  open: [
    // No key of theirs.
    'show booking 7',
    'show me bookings 510',
    'booking 510 and booking 511',
    'details of Kiel',
    'everything about Ann',
    'what did booking 510 order',
  ],
});
