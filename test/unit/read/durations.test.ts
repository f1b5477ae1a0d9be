import { describeAnswersOver } from '../planner/answered.ts';

const PARCELS = [
  `CREATE TABLE senders AS SELECT i AS sender_id, 'Sender ' || i AS name, ['Kiel', 'Jena'][1 + i % 2] AS town FROM range(1, 9) t(i)`,
  'ALTER TABLE senders ADD PRIMARY KEY (sender_id)',
  `CREATE TABLE parcels AS SELECT i AS parcel_id, 1 + i % 8 AS sender_id, DATE '2024-11-01' + i::INT * 3 AS posted_on, DATE '2024-11-03' + i::INT * 3 AS shipped_on,
    CASE WHEN i % 6 > 0 THEN TIMESTAMP '2024-11-04 10:00:00' + to_days(i::INT * 3 + (i % 5)::INT) END AS delivered_at, ['air', 'road'][1 + i % 2] AS mode FROM range(1, 60) t(i)`,
  'ALTER TABLE parcels ADD PRIMARY KEY (parcel_id)',
  `CREATE TABLE trips AS SELECT i AS trip_id, DATE '2025-01-01' + i::INT AS begun_on, DATE '2025-01-02' + i::INT * 2 AS delivered_on, 30 + i AS delivery_time FROM range(1, 30) t(i)`,
  'ALTER TABLE trips ADD PRIMARY KEY (trip_id)',
];
const DAYS = `avg(delivered_at::DATE - posted_on)`;

describeAnswersOver('days between two dates of rows', PARCELS.slice(0, 4), {
  answered: [
    ['average time from posting to delivery', `SELECT ${DAYS} FROM parcels`],
    ['how many days between posting and delivery', `SELECT ${DAYS} FROM parcels`],
    ['how long does it take to deliver a parcel', `SELECT ${DAYS} FROM parcels`],
    ['how long does delivery take on average', `SELECT ${DAYS} FROM parcels`],
    [
      'average time from shipping to delivery',
      'SELECT avg(delivered_at::DATE - shipped_on) FROM parcels',
    ],
    [
      'delivery time by town',
      `SELECT town, ${DAYS} FROM parcels JOIN senders USING (sender_id) GROUP BY 1`,
    ],
    ['average delivery time of air parcels', `SELECT ${DAYS} FROM parcels WHERE mode = 'air'`],
    ['average delivery time per mode', `SELECT mode, ${DAYS} FROM parcels GROUP BY 1`],
    ['longest delivery time', 'SELECT max(delivered_at::DATE - posted_on) FROM parcels'],
    ['median time to deliver', 'SELECT median(delivered_at::DATE - posted_on) FROM parcels'],
    ['how long did delivery take for parcel 7', `SELECT ${DAYS} FROM parcels WHERE parcel_id = 7`],
    [
      'how many days does it take on average until a parcel is delivered',
      `SELECT ${DAYS} FROM parcels`,
    ],
    [
      'average number of days between the posting of a parcel and its delivery',
      `SELECT ${DAYS} FROM parcels`,
    ],
    [
      'mean time in days between posted on and delivered at of parcels',
      `SELECT ${DAYS} FROM parcels`,
    ],
    ['avg days from parcel posting to parcel delivery', `SELECT ${DAYS} FROM parcels`],
    [
      'once a parcel is posted, how many days go by before it is delivered',
      `SELECT ${DAYS} FROM parcels`,
    ],
    ['average days to delivery for parcels that were delivered', `SELECT ${DAYS} FROM parcels`],
    [
      'for each mode, what is the average parcel delivery time',
      `SELECT mode, ${DAYS} FROM parcels GROUP BY 1`,
    ],
    [
      'how long until parcels get delivered on average, by mode',
      `SELECT mode, ${DAYS} FROM parcels GROUP BY 1`,
    ],
    ['how long do senders take to deliver', `SELECT ${DAYS} FROM parcels`],
  ],
  open: [
    'average time between parcels',
    'average time from town to delivery',
    'average payment time',
    'delivery time minus shipping time',
    'total delivery time of senders',
    'how long does it take to deliver a sender',
    // A day has no hours.
    'average hours from posting to delivery',
    'how many days until the next parcel',
  ],
});

const CALLS = [
  `CREATE TABLE calls AS SELECT i AS call_id, TIMESTAMP '2025-03-01 08:00:00' + to_minutes(i::INT * 95) AS opened_at,
    CASE WHEN i % 4 > 0 THEN TIMESTAMP '2025-03-01 09:30:00' + to_minutes(i::INT * 130) END AS solved_at, ['low', 'high'][1 + i % 2] AS urgency FROM range(1, 40) t(i)`,
  'ALTER TABLE calls ADD PRIMARY KEY (call_id)',
];
const HOURS = `avg(date_diff('second', opened_at, solved_at)) / 3600`;

describeAnswersOver('hours and minutes between two instants of rows', CALLS, {
  answered: [
    [
      'average hours from call opening to solving, by urgency',
      `SELECT urgency, ${HOURS} FROM calls GROUP BY 1`,
    ],
    ['avg hrs to solve per urgency', `SELECT urgency, ${HOURS} FROM calls GROUP BY 1`],
    ['average call solving time (hours)', `SELECT ${HOURS} FROM calls`],
    [
      'In hours, what is the average time between opening and solving of calls?',
      `SELECT ${HOURS} FROM calls`,
    ],
    ['how many minutes does it take on average to solve a call', `SELECT 60 * ${HOURS} FROM calls`],
  ],
  open: ['average hours from solving to paying'],
});

const SPAN = 'avg(return_date - loan_date)';
describeAnswersOver(
  'how long rows last, from their first date to the one that ends them',
  [
    `CREATE TABLE loans AS SELECT i AS loan_id, 1 + i % 5 AS bike_id, DATE '2025-01-01' + i::INT AS loan_date,
      CASE WHEN i % 7 > 0 THEN DATE '2025-01-03' + i::INT * 2 END AS return_date FROM range(1, 60) t(i)`,
    `CREATE TABLE bikes AS SELECT i AS bike_id, ['city', 'cargo'][1 + i % 2] AS kind, DATE '2020-01-01' + i::INT AS bought_on FROM range(1, 6) t(i)`,
    `CREATE TABLE songs AS SELECT i AS song_id, DATE '2020-01-01' + i::INT AS released_on, DATE '2021-01-01' + i::INT AS returned_on, 100 + i AS length FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ['how long are loans on average', `SELECT ${SPAN} FROM loans`],
      ['how long do loans last', `SELECT ${SPAN} FROM loans`],
      [
        'average loan duration in days by kind',
        `SELECT kind, ${SPAN} FROM loans JOIN bikes USING (bike_id) GROUP BY 1`,
      ],
      [
        'how many days does a loan last on average per kind',
        `SELECT kind, ${SPAN} FROM loans JOIN bikes USING (bike_id) GROUP BY 1`,
      ],
      ['mean duration of loans', `SELECT ${SPAN} FROM loans`],
      ['longest loan duration', 'SELECT max(return_date - loan_date) FROM loans'],
      ['average length of songs', 'SELECT avg(length) FROM songs'],
    ],
    // Bikes have but one date.
    open: ['how long do bikes last', 'average bike length', 'how long do kinds last'],
  },
);

describeAnswersOver('a duration that is a column', PARCELS.slice(4), {
  answered: [['average delivery time', 'SELECT avg(delivery_time) FROM trips']],
  open: [],
});
