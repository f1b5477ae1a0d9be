import { describeAnswersOver } from '../planner/answered.ts';

/**
 * A gym: members, who have a status, and coaches, who have a column that is called as one of its values; bookings of the
 * members, and rides of the coaches, which are of bookings.
 */
const GYM = [
  `CREATE TABLE members AS SELECT i::INT AS id, CASE i WHEN 1 THEN 'Harbor Gym' WHEN 2 THEN 'Lake Studio' ELSE 'Club ' || i END AS name,
    ['Kiel', 'Lund', 'Oslo'][1 + i % 3] AS town, 'Ann Berg ' || i AS contact_person, '040-' || (1000 + i * 37) AS phone,
    'm' || i || '@mail.org' AS email, ['active', 'active', 'frozen', 'ended'][1 + i % 4] AS status, DATE '2023-02-01' + i::INT AS joined_on
    FROM range(1, 25) t(i)`,
  'ALTER TABLE members ADD PRIMARY KEY (id)',
  `CREATE TABLE coaches AS SELECT i::INT AS id, ['Ina', 'Jon', 'Kim', 'Lea', 'Max', 'Nia'][i] || ' Falk' AS name, '050-' || i AS phone, i % 3 > 0 AS active
    FROM range(1, 7) t(i)`,
  'ALTER TABLE coaches ADD PRIMARY KEY (id)',
  `CREATE TABLE bookings AS SELECT (7000 + i)::INT AS id, (1 + i * i % 19)::INT AS member_id, DATE '2024-01-01' + i::INT * 5 AS booking_date,
    ['confirmed', 'cancelled', 'confirmed', 'open'][1 + i % 4] AS status, 20.5 + i % 7 AS total_fee FROM range(1, 120) t(i)`,
  'ALTER TABLE bookings ADD PRIMARY KEY (id)',
  `CREATE TABLE rides AS SELECT i::INT AS id, (7000 + i)::INT AS booking_id, (1 + i * i % 6)::INT AS coach_id, ['on time', 'late', 'on time', 'on time', 'late'][1 + i % 5] AS status,
    1.5 * (1 + i % 9) AS distance_km FROM range(1, 90) t(i)`,
  'ALTER TABLE rides ADD PRIMARY KEY (id)',
];

const ACTIVE = "SELECT count(*) FROM members WHERE status = 'active'";
const most = (table: string, key: string, where: string, direction = 'DESC') =>
  `SELECT name FROM (SELECT o.name, count(r.id) FILTER (WHERE r.${where}) AS n FROM ${table} o LEFT JOIN ${key === 'coach_id' ? 'rides' : 'bookings'} r ON r.${key} = o.id GROUP BY o.id, o.name) ORDER BY n ${direction}, name LIMIT 1`;
const MOST_LATE = most('coaches', 'coach_id', "status = 'late'");
const OFTEN = (than: string) =>
  `SELECT m.name FROM members m JOIN bookings b ON b.member_id = m.id GROUP BY m.id, m.name HAVING count(*) ${than}`;
const WITH_COUNT =
  'SELECT m.name, count(*) FROM members m JOIN bookings b ON b.member_id = m.id GROUP BY m.id, m.name HAVING count(*) > 5';
const when = (end: string) =>
  `SELECT ${end}(booking_date) FROM bookings JOIN members m ON m.id = member_id WHERE m.name = 'Harbor Gym'`;
const FROZEN = "SELECT name, town, phone FROM members WHERE status = 'frozen'";
const CONTACT = "SELECT contact_person, phone FROM members WHERE name = 'Lake Studio'";

describeAnswersOver('a state of the rows that it is said of', GYM, {
  answered: [
    ['how many active members do we have?', ACTIVE],
    ['how many of our members are currently active', ACTIVE],
    ['count the members that are active', ACTIVE],
    ['number of members that are active', ACTIVE],
    ['active coaches', 'SELECT name FROM coaches WHERE active'],
    ['how many coaches are active', 'SELECT count(*) FROM coaches WHERE active'],
    [
      'active members by town',
      "SELECT town, count(*) FROM members WHERE status = 'active' GROUP BY 1",
    ],
  ],
  open: ['how many rides are active'],
});

describeAnswersOver('rows by the most of what is so', GYM, {
  answered: [
    ['which coach has the most late rides?', MOST_LATE],
    ['coach with most late rides', MOST_LATE],
    ['coach w/ most late rides', MOST_LATE],
    ['what coach have the most late rides', MOST_LATE],
    ['who had the highest number of late rides', MOST_LATE],
    ['which of our coaches was late the greatest number of times?', MOST_LATE],
    ['whose rides were late the most times', MOST_LATE],
    [
      'which member has the most cancelled bookings',
      most('members', 'member_id', "status = 'cancelled'"),
    ],
    [
      'phone of the coach with the most late rides',
      `SELECT phone FROM coaches WHERE name = (${MOST_LATE})`,
    ],
    [
      'bookings of the member with the most cancelled bookings',
      `SELECT id FROM bookings WHERE member_id = (SELECT member_id FROM bookings WHERE status = 'cancelled' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`,
    ],
  ],
  // Members are frozen, and no rides.
  open: ['which coach has the most frozen rides', 'which coach has the most late coaches'],
});

describeAnswersOver('how often somebody did something', GYM, {
  answered: [
    ['members that booked more than five times', OFTEN('> 5')],
    ['which members booked more than 5 times', OFTEN('> 5')],
    ['which members booked at least twice', OFTEN('>= 2')],
    ['how many members booked at least twice', `SELECT count(*) FROM (${OFTEN('>= 2')})`],
    [
      'list members that booked more than five times, together with their number of bookings',
      WITH_COUNT,
    ],
    ['which members have made more than 5 bookings, and how many did each make?', WITH_COUNT],
    ['members with > 5 bookings, with the count', WITH_COUNT],
    ['who booked over 5 times? show number of bookings too', WITH_COUNT],
    [
      'which members booked in 2024',
      'SELECT name FROM members WHERE id IN (SELECT member_id FROM bookings WHERE year(booking_date) = 2024)',
    ],
    ['who booked most often', most('members', 'member_id', 'id > 0')],
    [
      'members that rode more than five times',
      `SELECT m.name FROM members m JOIN bookings b ON b.member_id = m.id JOIN rides r ON r.booking_id = b.id
        GROUP BY m.id, m.name HAVING count(*) > 5`,
    ],
    ...['how many times was Harbor Gym booked', 'how often has Harbor Gym booked'].map(
      (asked): [string, string] => [
        asked,
        "SELECT count(*) FROM bookings JOIN members m ON m.id = member_id WHERE m.name = 'Harbor Gym'",
      ],
    ),
    ...['how often did each member book', 'number of times each member booked'].map(
      (asked): [string, string] => [
        asked,
        'SELECT m.name, count(*) FROM bookings JOIN members m ON m.id = member_id GROUP BY m.id, m.name',
      ],
    ),
    [
      'how many times did Harbor Gym book',
      "SELECT count(*) FROM bookings JOIN members m ON m.id = member_id WHERE m.name = 'Harbor Gym'",
    ],
  ],
  // Nothing is compared with an amount of the rows.
  open: ['members that swam more than five times'],
});

describeAnswersOver('when somebody did something', GYM, {
  answered: [
    ['when did Harbor Gym last book?', when('max')],
    ['Harbor Gym - when was their last booking?', when('max')],
    ['on which date has Harbor Gym booked the last time?', when('max')],
    ['when was the last time Harbor Gym made a booking', when('max')],
    ['when did Harbor Gym first book', when('min')],
  ],
  open: ['when did Harbor Gym last'],
});

describeAnswersOver('columns that a question word asks for', GYM, {
  answered: [
    ['where is Lake Studio?', "SELECT town FROM members WHERE name = 'Lake Studio'"],
    ['where do the frozen members live', "SELECT town FROM members WHERE status = 'frozen'"],
    ['when did Lake Studio join', "SELECT joined_on FROM members WHERE name = 'Lake Studio'"],
    ["who is the contact at Lake Studio and what's the phone number?", CONTACT],
  ],
  // Coaches are nowhere, and members cost nothing.
  open: ['where are the active coaches', 'how much does Lake Studio cost'],
});

const BOOKED =
  "SELECT sum(total_fee) FROM bookings JOIN members m ON m.id = member_id WHERE m.name = 'Harbor Gym'";

describeAnswersOver('what rows of a verb come to', GYM, {
  answered: [
    [
      'how much was booked in 2024',
      'SELECT sum(total_fee) FROM bookings WHERE year(booking_date) = 2024',
    ],
    ['how much did Harbor Gym book', BOOKED],
    ['how much was booked by Harbor Gym', BOOKED],
    [
      'who booked the most in total',
      'SELECT name FROM members JOIN bookings b ON member_id = members.id GROUP BY members.id, name ORDER BY sum(total_fee) DESC, name LIMIT 1',
    ],
  ],
  // Rides have no amount, and a sum is no list of amounts.
  open: ['how much was ridden in 2024', 'sum of all reservations in 2024'],
});

describeAnswersOver('what a statement before a question names', GYM, {
  answered: [
    ['I think Harbor Gym has gone quiet. When was the last time they made a booking?', when('max')],
    ['I have to call Lake Studio. What is their contact person and phone?', CONTACT],
    ['We like Lake Studio. Where is it?', "SELECT town FROM members WHERE name = 'Lake Studio'"],
    ['how many members are active right now', ACTIVE],
  ],
  open: ['Harbor Gym met Lake Studio. When was the last time they made a booking?'],
});

describeAnswersOver('several columns in any marks', GYM, {
  answered: [
    ['list frozen members with name, town and phone', FROZEN],
    ['frozen members: name / town / phone', FROZEN],
    ['frozen members (name, town, phone)', FROZEN],
    ['frozen members - name, town & phone', FROZEN],
    ['Lake Studio contact person + phone', CONTACT],
    ['please give me the contact person and the phone of Lake Studio', CONTACT],
  ],
  open: [
    'frozen members with name, seats and phone',
    // A state that nothing among the columns has.
    'late phones and towns',
  ],
});
