import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

const FERRIES = [
  `CREATE TABLE harbours AS SELECT i AS harbour_id, 'Harbour ' || i AS harbour_name, ['Nord', 'Sund', 'Vik'][1 + i % 3] AS town,
    ['Norway', 'Sweden'][1 + i % 2] AS country, 1880 + i * 7 AS opened_year FROM range(1, 9) t(i)`,
  'ALTER TABLE harbours ADD PRIMARY KEY (harbour_id)',
  `CREATE TABLE skippers AS SELECT i AS skipper_id, 'F' || i AS first_name, 'L' || i AS last_name, 25 + i * 3 % 31 AS age,
    'Vik ' || (i % 4) AS birth_place, DATE '1970-02-01' + i::INT * 400 AS birth_date FROM range(1, 13) t(i)`,
  'ALTER TABLE skippers ADD PRIMARY KEY (skipper_id)',
  `CREATE TABLE boats AS SELECT i AS boat_id, 'Boat ' || i AS boat_name, 1950 + i * i % 61 AS built_year, 8 + i * 5 % 23 AS length,
    21000 + i * 1370 % 9000 AS price, 1 + i % 7 AS harbour_id, 1 + i % 11 AS skipper_id FROM range(1, 21) t(i)`,
  'ALTER TABLE boats ADD PRIMARY KEY (boat_id)',
  `CREATE TABLE trips AS SELECT i AS trip_id, 1 + i * i % 17 AS boat_id, DATE '2025-01-04' + i::INT * 3 AS trip_date, 5 + i * 7 % 40 AS guests FROM range(1, 80) t(i)`,
  'ALTER TABLE trips ADD PRIMARY KEY (trip_id)',
];

const IDLE =
  'SELECT b.boat_name FROM boats b WHERE NOT EXISTS (SELECT 1 FROM trips t WHERE t.boat_id = b.boat_id)';
const WITH_TRIPS = `SELECT b.boat_name, count(*) FROM boats b JOIN trips t ON t.boat_id = b.boat_id GROUP BY b.boat_id, b.boat_name HAVING count(*) > 5`;

describeAnswersOver('what is to be shown, said apart from the rows', FERRIES, {
  answered: [
    // A second thing that is asked of the same rows.
    ['Which boats have more than 5 trips, and how many do they have?', WITH_TRIPS],
    ['Boats with more than 5 trips, and how many each has', WITH_TRIPS],
    ['Boats with more than 5 trips, along with how many', WITH_TRIPS],
    ['Boats with more than 5 trips, plus that number', WITH_TRIPS],
    [
      'Which boat is the longest, and how long is it?',
      'SELECT boat_name, length FROM boats ORDER BY length DESC, boat_name LIMIT 1',
    ],
    [
      'Which boats have a price above 25000, and how much are they?',
      'SELECT boat_name, price FROM boats WHERE price > 25000',
    ],
    [
      'Oldest harbour and the year it opened',
      'SELECT harbour_name, opened_year FROM harbours ORDER BY opened_year, harbour_name LIMIT 1',
    ],
    [
      'Harbours opened before 1910 with their opening year, oldest first',
      'SELECT harbour_name, opened_year FROM harbours WHERE opened_year < 1910',
    ],
    [
      'Which boats have no trips, and in which harbour are they?',
      IDLE.replace(
        'boat_name FROM boats b',
        'boat_name, h.harbour_name FROM boats b JOIN harbours h USING (harbour_id)',
      ),
    ],
    [
      'The skippers older than 40 and when they were born',
      'SELECT first_name, last_name, birth_date FROM skippers WHERE age > 40',
    ],
    [
      'The skippers older than 40 and where they were born',
      'SELECT first_name, last_name, birth_place FROM skippers WHERE age > 40',
    ],
    [
      'For which boat is the price highest, and in which harbour is it?',
      'SELECT boat_name, harbour_name FROM boats JOIN harbours USING (harbour_id) ORDER BY price DESC LIMIT 1',
    ],
    [
      'Number of trips in 2025 and their average guests',
      'SELECT count(*), avg(guests) FROM trips WHERE year(trip_date) = 2025',
    ],
    [
      'Which is the oldest boat longer than 10, and how long is it?',
      'SELECT boat_name, length FROM boats WHERE length > 10 ORDER BY built_year, boat_name LIMIT 1',
    ],
    // In a sentence of its own, or a tail.
    [
      'Skippers older than 40 (first and last names)',
      'SELECT first_name, last_name FROM skippers WHERE age > 40',
    ],
    [
      'Skippers older than 40: first name, age',
      'SELECT first_name, age FROM skippers WHERE age > 40',
    ],
    [
      'Skippers older than 40; age and last name please',
      'SELECT age, last_name FROM skippers WHERE age > 40',
    ],
    [
      'Skippers older than 40 - last name and age',
      'SELECT last_name, age FROM skippers WHERE age > 40',
    ],
    ['Which boats have more than 5 trips? Name and how many.', WITH_TRIPS],
    [
      'How many boats are there in each harbour? Use the town.',
      'SELECT town, count(*) FROM harbours h JOIN boats b USING (harbour_id) GROUP BY h.harbour_id, town',
    ],
    ['Which boats have more than 5 trips? How many does each have?', WITH_TRIPS],
    ['Which boats have more than 5 trips? Show how many.', WITH_TRIPS],
    // Rows that are asked for by whether there are any.
    ['Is there a boat that has no trips? Name it.', IDLE],
    ['Are there boats without trips? Which ones?', IDLE],
    [
      'Do we have any boats without trips? Name and price please',
      IDLE.replace('boat_name', 'boat_name, b.price'),
    ],
    ['Does any boat have no trips? Which one?', IDLE],
    // By where or who they are.
    [
      'Where are the harbours that opened after 1910?',
      'SELECT town FROM harbours WHERE opened_year > 1910',
    ],
    [
      'Who are the skippers older than 40?',
      'SELECT first_name, last_name FROM skippers WHERE age > 40',
    ],
    ['What are the boats without trips called?', IDLE],
    [
      'For each boat tell me its length and the harbour it lies in',
      'SELECT length, harbour_name FROM boats JOIN harbours USING (harbour_id)',
    ],
  ],
  open: [
    // What nothing tells is not dropped.
    'Which boats have no trips, and what colour are they?',
    'Skippers older than 40: first name, shoe size',
    'Which boats have no trips? Show the owner.',
    // Another thing than what rows are ranked or bounded by.
    'Which skippers are older than 40, and how much are they?',
    // A verb that nothing tells of.
    'The skippers older than 40 and where they were trained',
    'The harbours in Norway and the year they burned',
    'Which boat is the longest, and who painted it?',
    // What was asked for before would be lost.
    'Show the length and the price of boats. Show the name.',
    // By whether there are any, and no more.
    'Is there a boat that has no trips?',
    'Does any boat have no trips?',
    'Where are the trips in 2025?',
    // Where they were born is not where they live.
    'Where do the skippers live?',
    // What is done with an order is not what is shown.
    'Boats sorted by the year they were built and their length',
  ],
});

describeAnswersOver('orders behind what is asked', FERRIES, {
  answered: [
    ['Boats and their lengths, from shortest to longest', 'SELECT boat_name, length FROM boats'],
    [
      'The three longest boats and their lengths, longest first',
      'SELECT boat_name, length FROM boats ORDER BY length DESC, boat_name LIMIT 3',
    ],
    [
      'Skippers older than 40, from old to young',
      'SELECT first_name, last_name FROM skippers WHERE age > 40',
    ],
    [
      'Boats with a price above 25000, sorted by price from high to low',
      'SELECT boat_name FROM boats WHERE price > 25000',
    ],
    [
      'Boats with a price above 25000 with their price, the most expensive at the top',
      'SELECT boat_name, price FROM boats WHERE price > 25000',
    ],
    ['Alphabetical list of boats without trips', IDLE],
    [
      'Boats with a price above 25000, sorted by price from high to low; name and length',
      'SELECT boat_name, length FROM boats WHERE price > 25000',
    ],
    [
      'Harbours in Norway, by opened year from early to late',
      `SELECT harbour_name FROM harbours WHERE country = 'Norway'`,
    ],
  ],
  open: [
    'Boats with a price above 25000, bluest first',
    'Boats with a price above 25000, from high to low',
    // The first three are asked by another end.
    'The three longest boats and their lengths, shortest first',
  ],
});

const DEPOTS = [
  `CREATE TABLE depots AS SELECT i AS depot_id, 'Depot ' || i AS depot, 1890 + i * 13 AS year FROM range(1, 9) t(i)`,
  'ALTER TABLE depots ADD PRIMARY KEY (depot_id)',
  `CREATE TABLE permits AS SELECT 2000 + i % 6 AS year, 1 + i % 8 AS depot, 40 + i * 17 % 90 AS permits FROM range(1, 47) t(i)`,
];

describeAnswersOver('the year of the rows that a verb is said of', DEPOTS, {
  answered: [
    [
      'Top three depots by permits - depot and number of permits, most first',
      `SELECT d.depot, sum(p.permits) FROM permits p JOIN depots d ON d.depot_id = p.depot
       GROUP BY d.depot_id, d.depot ORDER BY 2 DESC LIMIT 3`,
    ],
  ],
  open: ['Top three depots by permits awarded from 2001 through 2003 taken together'],
});

describe('the rows in the order that is said behind them', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(FERRIES);
  });

  after(() => data.close());

  const orders = [
    [
      'Boats and their lengths, from shortest to longest',
      'SELECT boat_name, length FROM boats ORDER BY length, boat_name',
    ],
    [
      'The three longest boats and their lengths, longest first',
      'SELECT boat_name, length FROM boats ORDER BY length DESC, boat_name LIMIT 3',
    ],
    [
      'Skippers older than 40, from old to young',
      'SELECT first_name, last_name FROM skippers WHERE age > 40 ORDER BY age DESC, first_name',
    ],
    [
      'Boats with a price above 25000, sorted by price from high to low; name and length',
      'SELECT boat_name, length FROM boats WHERE price > 25000 ORDER BY price DESC, boat_name',
    ],
    [
      'Harbours in Norway, by opened year from early to late',
      `SELECT harbour_name FROM harbours WHERE country = 'Norway' ORDER BY opened_year`,
    ],
    [
      'Harbours and how many boats each has, fewest first',
      `SELECT harbour_name, count(*) FROM harbours h JOIN boats b USING (harbour_id)
       GROUP BY h.harbour_id, harbour_name ORDER BY 2, 1`,
    ],
    [
      'Boats from harbours in Norway, oldest first',
      `SELECT boat_name FROM boats JOIN harbours USING (harbour_id) WHERE country = 'Norway'
       ORDER BY built_year, boat_name`,
    ],
    ['Alphabetical list of the boats', 'SELECT boat_name FROM boats ORDER BY boat_name'],
  ] as const;

  for (const [question, sql] of orders)
    it(question, async () => {
      const planned = planOver(question, data);
      expect(planned.kind, JSON.stringify(planned)).to.equal('query');
      if (planned.kind !== 'query') return;
      expect(await data.run(lowerDuckdb(planned.query))).to.deep.equal(await data.run(sql));
    });
});

describe('what is shown apart is told', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(FERRIES);
  });
  after(() => data.close());

  it('in the restatement, too', () => {
    const planned = planOver('Boats without trips: show their name and length', data);
    if (planned.kind !== 'query') throw new Error(JSON.stringify(planned));
    expect(planned.restatement).to.equal('Boat name, length of boats where there are no trips');
  });
});
