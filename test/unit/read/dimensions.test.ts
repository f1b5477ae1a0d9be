import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'what is measured, of the only column in such a unit',
  [
    `CREATE TABLE ferry AS SELECT i AS ferry_id, ['Alba', 'Brio', 'Cora'][i] AS ferry_name, 900 * i AS run_seconds, ['CAT', 'OLD'][1 + i % 2] AS engine_kind, 40 + i AS length_m FROM range(1, 4) t(i)`,
    `CREATE TABLE film AS SELECT i AS film_id, ['Ash', 'Birch', 'Cedar'][i] AS title, 12.5 * i AS budget_millions_usd FROM range(1, 4) t(i)`,
  ],
  {
    answered: [
      [
        'Max and min durations of ferries in seconds',
        'SELECT max(run_seconds), min(run_seconds) FROM ferry',
      ],
      [
        'What is the average running time in seconds of CAT ferries?',
        "SELECT avg(run_seconds) FROM ferry WHERE engine_kind = 'CAT'",
      ],
      ['What is the average length of the ferries?', 'SELECT avg(length_m) FROM ferry'],
      ['What is the budget in millions of each film?', 'SELECT budget_millions_usd FROM film'],
      [
        'What is the budget in million dollars of the film Ash?',
        "SELECT budget_millions_usd FROM film WHERE title = 'Ash'",
      ],
    ],
    open: ['What is the budget in thousands of each film?', 'durations of ferries in litres'],
  },
);

describeAnswersOver(
  'a number in a unit that says something else, or one of two',
  [
    `CREATE TABLE trips AS SELECT i AS trip_id, 'T' || i AS trip_name, 3 * i AS delay_minutes, 10 + i AS length_km FROM range(1, 6) t(i)`,
    `CREATE TABLE songs AS SELECT i AS song_id, 'S' || i AS song_name, 100 * i AS play_ms, 10 + i AS intro_seconds FROM range(1, 6) t(i)`,
  ],
  {
    answered: [],
    open: [
      'What is the average duration of trips?',
      'What is the running time of each trip?',
      'What is the average duration of the songs?',
    ],
  },
);

describeAnswersOver(
  'what is denied of rows that others are tied to',
  [
    `CREATE TABLE products AS SELECT i AS product_id, 'P' || i AS product_name FROM range(1, 8) t(i)`,
    `CREATE TABLE bookings AS SELECT i AS booking_id, 1 + i % 5 AS product_id, 60 * i AS booked_amount FROM range(1, 9) t(i)`,
  ],
  { answered: [], open: ['How many products are never booked with amount higher than 200?'] },
);
