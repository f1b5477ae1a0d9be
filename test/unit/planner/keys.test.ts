import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

/** A sheet whose rows refer to members by number, so that each of them has several rows, and one with a running number. */
const TABLES = [
  `CREATE TABLE bookings AS SELECT * FROM (VALUES
    (7, 40.5, 3, DATE '2026-01-02'), (7, 10.0, 1, DATE '2026-02-02'), (9, 45.0, 1, DATE '2026-02-03'),
    (8, 20.0, 9, DATE '2026-03-05'), (8, 30.0, 2, DATE '2026-03-06'), (9, 1.5, 4, DATE '2026-04-01'))
    AS t(member_id, revenue, guests, booked_on)`,
  `CREATE TABLE pumps AS SELECT * FROM (VALUES
    (1, 'Nord', 'red', 30.0), (2, 'Mitte', 'blue', 20.0), (3, 'West', 'red', 50.0), (4, 'Ost', 'blue', 10.0))
    AS t(pump_no, pump_name, colour, litres)`,
];

const ANSWERED: readonly (readonly [string, string])[] = [
  [
    'top 2 members by revenue',
    'SELECT member_id, SUM(revenue) FROM bookings GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
  ],
  [
    'which member has the highest revenue',
    'SELECT member_id FROM bookings GROUP BY 1 ORDER BY SUM(revenue) DESC LIMIT 1',
  ],
  [
    'which member_id has the lowest revenue',
    'SELECT member_id FROM bookings GROUP BY 1 ORDER BY SUM(revenue) LIMIT 1',
  ],
  [
    'the 2 members with the most guests',
    'SELECT member_id FROM bookings GROUP BY 1 ORDER BY SUM(guests) DESC LIMIT 2',
  ],
  ['members sorted by revenue', 'SELECT member_id FROM bookings GROUP BY 1 ORDER BY SUM(revenue)'],
  ['colours sorted by total litres', 'SELECT colour FROM pumps GROUP BY 1 ORDER BY SUM(litres)'],
  ['pump with the most litres', 'SELECT pump_name FROM pumps ORDER BY litres DESC LIMIT 1'],
  ['pumps sorted by pump number', 'SELECT pump_name FROM pumps ORDER BY pump_no'],
];

const OPEN: readonly string[] = [
  'member with the highest guests',
  'which members have more than 3 guests',
  'highest pump number',
  'largest member id',
  'which pump has the highest number',
  'top 3 pumps by number',
  'top 2 colours by pump name',
  'biggest pump',
  'top 3 pumps',
];

describe('keys and running numbers', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });

  after(() => data.close());

  for (const [question, sql] of ANSWERED)
    it(`sums for each, ranks by measures: ${question}`, () => expectRows(question, sql, data));

  for (const question of OPEN)
    it(`rank nothing, and stand for no single row: ${question}`, () =>
      expect(planOver(question, data).kind).to.not.equal('query'));
});
