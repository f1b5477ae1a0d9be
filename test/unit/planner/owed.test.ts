import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

/** Rows that are called after amounts or deeds and hold neither, beside rows that hold both. */
const TABLES = [
  `CREATE TABLE sales AS SELECT * FROM (VALUES
    (1, DATE '2025-01-03', 'North', 'Mia'), (2, DATE '2025-02-03', 'South', 'Noa'),
    (3, DATE '2025-02-09', 'South', 'Mia')) AS t(sale_id, sale_date, region, seller)`,
  `CREATE TABLE boats AS SELECT * FROM (VALUES
    ('B1', 'sloop', 'Brest', 2019, 9.5), ('B2', 'ketch', 'Brest', 2020, 12.0), ('B3', 'sloop', 'Cork', 2019, 8.0))
    AS t(boat_no, rig, harbour, built_year, length_m)`,
  `CREATE TABLE crew AS SELECT * FROM (VALUES
    (1, 'Ida Lund', NULL, 'deck', DATE '2019-03-01'), (2, 'Ole Vik', 1, 'deck', DATE '2020-05-01'),
    (3, 'Una Ree', 1, 'galley', DATE '2019-08-01')) AS t(crew_id, name, captain_id, post, hired_on)`,
  `CREATE TABLE crates AS SELECT * FROM (VALUES
    ('C1', 'Oban', DATE '2025-01-02'), ('C2', 'Oban', DATE '2025-01-03'), ('C3', 'Riga', DATE '2025-01-04'))
    AS t(crate_id, port, packed_on)`,
];

const ANSWERED: readonly (readonly [string, string])[] = [
  ['how many sales are there', 'SELECT COUNT(*) FROM sales'],
  ['how many sales did Mia make', `SELECT COUNT(*) FROM sales WHERE seller = 'Mia'`],
  ['sales by region', 'SELECT region, COUNT(*) FROM sales GROUP BY 1'],
  ['how many boats do we have', 'SELECT COUNT(*) FROM boats'],
  ['how many boats does Brest have', `SELECT COUNT(*) FROM boats WHERE harbour = 'Brest'`],
  ['how many boats are located in Cork', `SELECT COUNT(*) FROM boats WHERE harbour = 'Cork'`],
  ['how many boats were built in 2019', 'SELECT COUNT(*) FROM boats WHERE built_year = 2019'],
  ['which harbour has the most boats', `SELECT 'Brest'`],
  ['how many crew did we hire in 2019', 'SELECT COUNT(*) FROM crew WHERE YEAR(hired_on) = 2019'],
  ['how many crates were sent to Oban', `SELECT COUNT(*) FROM crates WHERE port = 'Oban'`],
  ['how many crew are named Ida Lund', 'SELECT 1'],
];

const OPEN: readonly string[] = [
  // Amounts that nothing holds.
  'total revenue',
  'revenue by region',
  'total turnover by region',
  'total sales',
  'total sales value',
  'sales total by region',
  'sum of sales',
  'sales value in the North',
  'boat value by harbour',
  'total boat value',
  // Verbs that pick rows, or give them a role, which no column tells.
  'how many boats did we sell',
  'how many boats did we buy',
  'which boats did we sell',
  'how many boats were sold',
  'how many boats were sold in Brest',
  'how many boats did Brest sell',
  'how many boats did we buy per harbour',
  'how many boats did we make',
  'which harbour bought the most boats',
  'how many boats were sold in 2019',
  'how many boats did we buy in 2019',
  'how many sales did Mia win',
  'sales bought by Noa',
  'how many crates were sold in Oban',
  'how many crates did Oban buy',
  // Somebody among the rows, who has a role and is not counted.
  'how many crew does Ida Lund manage',
  'how many crew does Ida Lund have',
  'how many crew report to Ida Lund',
  'how many crew did Ida Lund hire',
];

describe('what a question owes', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const [question, sql] of ANSWERED)
    it(`is met by the data: ${question}`, () => expectRows(question, sql, data));

  for (const question of OPEN)
    it(`is never passed over: ${question}`, () =>
      expect(planOver(question, data).kind).to.not.equal('query'));
});
