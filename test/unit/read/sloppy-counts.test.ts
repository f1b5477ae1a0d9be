import { describeAnswersOver } from '../planner/answered.ts';

/** Guests who book tables of restaurants; guests have a date of their own, and so have bookings. */
const RESTAURANTS = [
  `CREATE TABLE restaurants (restaurant_id INTEGER PRIMARY KEY, restaurant_name VARCHAR, town VARCHAR)`,
  `INSERT INTO restaurants VALUES (1, 'Mill', 'Bray'), (2, 'Quay', 'Cork'), (3, 'Loft', 'Cork')`,
  `CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, guest_name VARCHAR, country VARCHAR, joined_on DATE)`,
  `INSERT INTO guests VALUES (1, 'Ada', 'Spain', DATE '2024-02-01'), (2, 'Ben', 'Italy', DATE '2025-03-01'), (3, 'Cleo', 'Spain', DATE '2025-05-01'), (4, 'Dag', 'Norway', DATE '2025-06-01')`,
  `CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests, restaurant_id INTEGER REFERENCES restaurants, booked_on DATE, status VARCHAR, bill DOUBLE)`,
  `INSERT INTO bookings VALUES (1, 1, 1, DATE '2025-01-10', 'kept', 40), (2, 1, 2, DATE '2025-02-11', 'missed', 60), (3, 2, 2, DATE '2025-02-20', 'kept', 90), (4, 3, 3, DATE '2024-12-24', 'kept', 30), (5, 3, 2, DATE '2025-04-05', 'kept', 55)`,
];

describeAnswersOver('questions as people type them over bookings', RESTAURANTS, {
  answered: [
    // A count is no number of a row.
    ['number of 2025 bookings', 'SELECT count(*) FROM bookings WHERE year(booked_on) = 2025'],
    [
      'count of february 2025 bookings',
      "SELECT count(*) FROM bookings WHERE booked_on >= '2025-02-01' AND booked_on < '2025-03-01'",
    ],
    ['# bookings 2025', 'SELECT count(*) FROM bookings WHERE year(booked_on) = 2025'],
    ['how many 2025 bookings', 'SELECT count(*) FROM bookings WHERE year(booked_on) = 2025'],
    [
      'number of 2025 bookings by restaurant',
      'SELECT restaurant_name, count(*) FROM bookings JOIN restaurants USING (restaurant_id) WHERE year(booked_on) = 2025 GROUP BY ALL',
    ],
    // Ranges that no word opens.
    [
      'number of bookings January until March 2025',
      "SELECT count(*) FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2025-04-01'",
    ],
    [
      'total bill 2025-01-01 to 2025-02-15',
      "SELECT sum(bill) FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2025-02-16'",
    ],
    [
      'total bill by month 2025-01 to 2025-02',
      "SELECT CAST(date_trunc('month', booked_on) AS DATE), sum(bill) FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2025-03-01' GROUP BY ALL",
    ],
    // Years are no numbers of rows.
    [
      '2025 total bill by town',
      'SELECT town, sum(bill) FROM bookings JOIN restaurants USING (restaurant_id) WHERE year(booked_on) = 2025 GROUP BY ALL',
    ],
    // Rows behind the number that ranks them.
    ['highest bill booking', 'SELECT booking_id FROM bookings ORDER BY bill DESC LIMIT 1'],
    // Whose they are is shown, too.
    ['guests with their country', 'SELECT guest_name, country FROM guests'],
    [
      'guests who have yet to book',
      'SELECT guest_name FROM guests WHERE guest_id NOT IN (SELECT guest_id FROM bookings)',
    ],
  ],
  open: [
    // Their own date, or that of the bookings that tie them to restaurants.
    'guests per restaurant in 2025',
    'how many guests booked per restaurant in 2025',
    'number of different guests by restaurant 2025',
    'total bill for January to March, 2025 against 2024',
  ],
});
