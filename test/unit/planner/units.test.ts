import { expect } from 'chai';
import fc from 'fast-check';
import { converted, saidUnits } from '#src/query/units.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

describe('bounds in units', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE calls AS SELECT 'C' || n AS call_id, ['Ann', 'Ben'][1 + n % 2] AS agent,
        n * 29 AS duration_sec FROM range(40) AS t(n)`,
      `CREATE TABLE parcels AS SELECT 'P' || n AS parcel_id, n * 173 AS weight_g,
        n * 97 AS price_cents, n * 31 AS height_mm FROM range(40) AS t(n)`,
      `CREATE TABLE races AS SELECT 'R' || n AS race_id, n * 2 AS distance FROM range(40) AS t(n)`,
      `CREATE TABLE hosts AS SELECT 'h' || n AS host_id, n * 200 AS latency_ms, n * 3 AS uptime_days,
        n * 2.5 AS temp_c FROM range(40) AS t(n)`,
      `CREATE TABLE members AS SELECT 'M' || n AS member_id, 20 + n AS age FROM range(40) AS t(n)`,
    ]);
  });
  after(() => data.close());

  const count = (table: string, where: string) => `SELECT COUNT(*) FROM ${table} WHERE ${where}`;
  const CONVERTED: readonly (readonly [question: string, sql: string])[] = [
    ['how many calls lasted longer than 5 minutes', count('calls', 'duration_sec > 300')],
    ['number of calls with a duration below 2 minutes', count('calls', 'duration_sec < 120')],
    ['how many calls longer than 600 seconds', count('calls', 'duration_sec > 600')],
    [
      'how many calls with a duration between 3 and 10 minutes',
      count('calls', 'duration_sec BETWEEN 180 AND 600'),
    ],
    [
      'agents with average duration over 9 minutes',
      'SELECT agent FROM calls GROUP BY agent HAVING AVG(duration_sec) > 540',
    ],
    ['how many parcels heavier than 2 kg', count('parcels', 'weight_g > 2000')],
    ['how many parcels heavier than 5 pounds', count('parcels', 'weight_g > 2267.96185')],
    ['how many parcels cost more than 10 euros', count('parcels', 'price_cents > 1000')],
    ['how many hosts have a latency over 2 seconds', count('hosts', 'latency_ms > 2000')],
    ['how many hosts with uptime over 4 weeks', count('hosts', 'uptime_days > 28')],
    ['how many members with age over 30 years', count('members', 'age > 30')],
    ['how many races have a distance over 10', count('races', 'distance > 10')],
  ];
  for (const [question, sql] of CONVERTED)
    it(`are those of the column: ${question}`, () => expectRows(question, sql, data));

  it('say how they were converted', () => {
    const plan = planOver('how many calls lasted longer than 5 minutes', data);
    expect(plan.kind === 'query' && plan.assumptions).to.include(
      'duration sec is in s, so 5 min means 300 s.',
    );
  });

  for (const question of [
    'how many races with a distance over 10 km',
    'how many races were longer than 10 km',
    'how many hosts with latency above 30 degrees',
    'how many parcels with a weight over 10 euros',
    'how many hosts with uptime over 2 months',
    'how many calls with a duration between 1 minute and 90 seconds',
    'agents with more than 3 calls over 2 kg',
  ])
    it(`are declined where the units do not convert, or one is not known: ${question}`, () =>
      expect(planOver(question, data).kind).to.equal('decline'));

  const CASES: readonly (readonly [number, string, string, number | null])[] = [
    [5, 'min', 's', 300],
    [0.1, 'kg', 'g', 100],
    [212, '°F', '°C', 100],
    [0, '°C', '°F', 32],
    [10, 'USD', 'cents', 1000],
    [10, 'JPY', 'cents', null],
    [1, 'USD', 'EUR', null],
    [1, 'KB', 'bytes', null],
    [2, 'years', 'months', 24],
    [2, 'months', 'days', null],
    [3, 'km', 'kg', null],
  ];
  for (const [value, from, to, expected] of CASES)
    it(`${value} ${from} in ${to}`, () => expect(converted(value, from, to)).to.equal(expected));

  it('convert back to what they were', () => {
    const pair = fc.constantFrom(
      ['kg', 'lb'],
      ['km', 'mi'],
      ['h', 'ms'],
      ['°C', '°F'],
      ['l', 'ml'],
    );
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), pair, (value, [from, to]) => {
        const there = converted(value, from!, to!)!;
        expect(converted(there, to!, from!)).to.be.closeTo(value, 1e-5);
      }),
    );
  });

  it('are said by words that tell one unit, or two', () => {
    expect(saidUnits('pounds')).to.deep.equal(['GBP', 'lb']);
    expect(saidUnits('kilos')).to.deep.equal(['kg']);
    expect(saidUnits('orders')).to.deep.equal([]);
  });
});
