import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows, planOver } from './answered.ts';

/** A kennel: dogs of either sex, and the vaccines that they had, of a list of kinds. */
const TABLES = [
  `CREATE TABLE dogs AS SELECT * FROM (VALUES
    (1, 'Rex', 'male', 31.5, 61), (2, 'Asta', 'female', 24.0, 55), (3, 'Bosko', 'male', 40.2, 70), (4, 'Luna', 'female', 18.7, 48),
    (5, 'Kaya', 'female', 33.1, 60), (6, 'Odin', 'male', 12.3, 33)) AS t(dog_id, name, sex, weight, height)`,
  `CREATE TABLE vaccines AS SELECT * FROM (VALUES (1, 'rabies'), (2, 'parvo'), (3, 'leptospira')) AS t(vaccine_id, disease)`,
  `CREATE TABLE shots AS SELECT i AS shot_id, 1 + i % 6 AS dog_id, 1 + i % 3 AS vaccine_id, DATE '2025-01-01' + CAST(i AS INTEGER) AS given_on
    FROM range(1, 40) t(i)`,
];

const ANSWERED: readonly (readonly [question: string, sql: string])[] = [
  ['which male has the highest weight', `SELECT 'Bosko'`],
  ['which of the females has the lowest weight', `SELECT 'Luna'`],
  ['which female is the tallest', `SELECT 'Kaya'`],
  [
    'which females have a weight above 20',
    `SELECT name FROM dogs WHERE sex = 'female' AND weight > 20`,
  ],
  ['how many females are there?', `SELECT 3`],
  ['how many males with weight above 20', `SELECT 2`],
];

describe('rows that are called by a value', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  for (const [question, sql] of ANSWERED)
    it(`answers: ${question}`, () => expectRows(question, sql, data));

  for (const question of ['which rabies has the highest weight', 'Bosko with the lowest height'])
    it(`gives no number where what is called by a value is asked: ${question}`, () => {
      expect(planOver(question, data).kind).to.not.equal('query');
    });

  for (const question of ['how many rabies', 'how many Bosko'])
    it(`counts and lists no row of a name: ${question}`, () => {
      expect(planOver(question, data).kind).to.not.equal('query');
    });
});
