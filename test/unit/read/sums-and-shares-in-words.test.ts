import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

const CLINIC = [
  `CREATE TABLE keepers AS SELECT i AS keeper_id, 'Keeper ' || (i % 8) AS keeper_name, ['north', 'south'][1 + i % 2] AS wing,
    CASE WHEN i % 3 > 0 THEN DATE '2025-01-01' + i::INT END AS last_login_at, 'k' || i || '@zoo.example' AS email FROM range(1, 11) t(i)`,
  'ALTER TABLE keepers ADD PRIMARY KEY (keeper_id)',
  `CREATE TABLE feeds AS SELECT i AS feed_id, 1 + i % 10 AS keeper_id, ['late', 'done', 'skipped'][1 + i % 3] AS status,
    DATE '2025-01-01' + i::INT * 5 AS feed_date, 2.5 * i AS amount FROM range(1, 90) t(i)`,
  'ALTER TABLE feeds ADD PRIMARY KEY (feed_id)',
];
const LATE = `SELECT 100.0 * count(*) FILTER (WHERE status = 'late') / count(*) FROM feeds`;
const NEVER = 'SELECT keeper_name FROM keepers WHERE last_login_at IS NULL';

describeAnswersOver('sums, shares and repeated values, as people say them', CLINIC, {
  answered: [
    ['how much do all feeds add up to', 'SELECT sum(amount) FROM feeds'],
    [
      'In 2025, what did all the feeds come to in total?',
      `SELECT sum(amount) FROM feeds WHERE year(feed_date) = 2025`,
    ],
    ['% late feeds', LATE],
    ['percent of feeds that are late', LATE],
    ['Late feeds as a percentage of all feeds', LATE],
    ['Of all the feeds, what percent have the status late?', LATE],
    ['how many percent of our feeds are late', LATE],
    [
      'duplicate keeper names',
      'SELECT keeper_name FROM keepers GROUP BY 1 HAVING count(*) > 1 ORDER BY 1',
    ],
    [
      'list the keeper names that exist more than once',
      'SELECT keeper_name FROM keepers GROUP BY 1 HAVING count(*) > 1 ORDER BY 1',
    ],
    ['keepers who have never logged in', NEVER],
    ['which keepers never logged in', NEVER],
    [
      'Which keepers have not logged in even once? Name and email',
      'SELECT keeper_name, email FROM keepers WHERE last_login_at IS NULL',
    ],
    [
      'how many keepers last logged in more than 90 days ago?',
      `SELECT count(*) FROM keepers WHERE last_login_at < DATE '2026-11-21' - 90`,
    ],
  ],
  // Nothing says what else the shares are of, and nothing is called signup.
  open: [
    'late feeds as a percentage of all keepers',
    '% late feeds of all keepers',
    'keepers who have never signed up',
    'duplicate pirates',
  ],
});

describe('a share', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(CLINIC);
  });
  after(() => data.close());

  it('is told as the part that has the condition, divided by the whole', () => {
    const planned = planOver('percent of feeds that are late', data);
    if (planned.kind !== 'query') throw new Error(JSON.stringify(planned));
    expect(planned.restatement).to.equal(
      '100 times number of feeds where status is "late" divided by the number of feeds',
    );
  });
});

const PORTS = [
  `CREATE TABLE ports AS SELECT i AS port_id, ['Sandvik', 'Loom', 'Kark', 'Moss', 'Umbra'][i] AS port_name, ['sand', 'wood', 'ore', 'sandstone', 'oil'][i] AS cargo FROM range(1, 6) t(i)`,
  'ALTER TABLE ports ADD PRIMARY KEY (port_id)',
  `CREATE TABLE calls AS SELECT i AS call_id, 1 + i * i % 4 AS port_id, 2015 + i % 5 AS call_year, 10.5 * i AS fee FROM range(1, 40) t(i)`,
  'ALTER TABLE calls ADD PRIMARY KEY (call_id)',
];

describeAnswersOver('parts of texts, and words that add nothing', PORTS, {
  answered: [
    [
      'show the names of ports with the letters M or K in their name',
      `SELECT port_name FROM ports WHERE port_name ILIKE '%m%' OR port_name ILIKE '%k%'`,
    ],
    [
      'which cargos contain the word sand',
      `SELECT DISTINCT cargo FROM ports WHERE cargo ILIKE '%sand%'`,
    ],
    [`which cargos contain 'oo'`, `SELECT DISTINCT cargo FROM ports WHERE cargo ILIKE '%oo%'`],
    ['show the highest fee in all years', 'SELECT max(fee) FROM calls'],
    ['how many calls had more than 100 in fees', 'SELECT count(*) FROM calls WHERE fee > 100'],
    ['count the number of total calls', 'SELECT count(*) FROM calls'],
    [
      'which ports have multiple calls',
      'SELECT port_name FROM ports JOIN calls USING (port_id) GROUP BY port_id, port_name HAVING count(*) > 1',
    ],
  ],
  // No text is called so, and every port is another question.
  open: ['ports with the letter M in their motto', 'ports with calls in all years'],
});
