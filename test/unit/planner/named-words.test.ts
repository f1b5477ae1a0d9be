import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

/** Columns and values that are called like words of the grammar. */
const TABLES = [
  `CREATE TABLE parcels AS SELECT * FROM (VALUES
    (1, 'Lyon', 'Bonn', 'van', 'both', 4.5), (2, 'Lyon', 'Graz', 'bike', 'any', 1.5),
    (3, 'Gent', 'Bonn', 'van', 'both', 2.0), (4, 'Gent', 'Graz', 'van', 'each', 9.0),
    (5, 'Lyon', 'Bonn', 'bike', 'both', 1.0))
    AS t(parcel_id, "from", "to", "by", "any", kilos)`,
  `CREATE TABLE depots AS SELECT * FROM (VALUES
    ('Ada', 'OR', 'on', 'total', 3), ('Bea', 'AS', 'off', 'average', 4), ('Cod', 'OR', 'on', 'same', 6),
    ('Dax', 'ID', 'off', 'total', 7), ('Eve', 'DO', 'on', 'average', 9))
    AS t(depot, region, lights, grade, gates)`,
];

const ANSWERED: readonly (readonly [string, string])[] = [
  ['how many parcels by to', 'SELECT "to", COUNT(*) FROM parcels GROUP BY 1'],
  ['number of parcels per from', 'SELECT "from", COUNT(*) FROM parcels GROUP BY 1'],
  ['number of parcels for each by', 'SELECT "by", COUNT(*) FROM parcels GROUP BY 1'],
  ['total kilos by by', 'SELECT "by", SUM(kilos) FROM parcels GROUP BY 1'],
  ['average kilos by from and to', 'SELECT "from", "to", AVG(kilos) FROM parcels GROUP BY 1, 2'],
  ['how many parcels by any', 'SELECT "any", COUNT(*) FROM parcels GROUP BY 1'],
  ['how many parcels where by is van', `SELECT COUNT(*) FROM parcels WHERE "by" = 'van'`],
  ['how many parcels with to = Graz', `SELECT COUNT(*) FROM parcels WHERE "to" = 'Graz'`],
  ['how many parcels where any is both', `SELECT COUNT(*) FROM parcels WHERE "any" = 'both'`],
  ['which by is the most common', `SELECT 'van'`],
  ['how many parcels by van', `SELECT COUNT(*) FROM parcels WHERE "by" = 'van'`],
  ['how many depots in OR', `SELECT COUNT(*) FROM depots WHERE region = 'OR'`],
  ['how many depots are in or?', `SELECT COUNT(*) FROM depots WHERE region = 'OR'`],
  ['gates in DO', `SELECT SUM(gates) FROM depots WHERE region = 'DO'`],
  ['total gates for AS', `SELECT SUM(gates) FROM depots WHERE region = 'AS'`],
  ['how many depots have lights on', `SELECT COUNT(*) FROM depots WHERE lights = 'on'`],
  ['how many depots with grade total', `SELECT COUNT(*) FROM depots WHERE grade = 'total'`],
  ['total gates of grade average', `SELECT SUM(gates) FROM depots WHERE grade = 'average'`],
  ['how many depots have grade same', `SELECT COUNT(*) FROM depots WHERE grade = 'same'`],
  ['number of average depots', `SELECT COUNT(*) FROM depots WHERE grade = 'average'`],
  ['how many depots are there in total', 'SELECT COUNT(*) FROM depots'],
  ['total gates', 'SELECT SUM(gates) FROM depots'],
  ['average gates by region', 'SELECT region, AVG(gates) FROM depots GROUP BY 1'],
];

const OPEN: readonly string[] = [
  'how many parcels by',
  'number of parcels per',
  'total kilos by',
  'parcels by with',
  'total kilos by in Bonn',
  'gates by at',
  'depots and',
  'gates for or by',
  'gates grouped by',
  'depots broken down by',
  'total depots',
];

describe('function words that are names of the data', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const [question, sql] of ANSWERED)
    it(`are read as names where they stand as such: ${question}`, () =>
      expectRows(question, sql, data));

  for (const question of OPEN)
    it(`are not passed over where nothing follows: ${question}`, () =>
      expect(planOver(question, data).kind).to.not.equal('query'));
});
