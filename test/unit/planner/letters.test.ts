import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows } from './answered.ts';

/** Names with letters beyond ASCII, as databases outside of English have them. */
const STREETS = [
  `CREATE TABLE "Straßen" AS SELECT * FROM (VALUES (1, 5.5, 'Café Nord', '東'), (2, 7.25, 'Süd', '西'))
    AS t(id, "größe", "naïve café", "名前")`,
  `CREATE TABLE readings AS SELECT * FROM (VALUES (1, 2.5, 7), (2, 3.5, 9)) AS t(id, avg30, num2)`,
  `CREATE TABLE "सड़कें" AS SELECT * FROM (VALUES (1, 10), (2, 30)) AS t(id, "लंबाई")`,
];

const ANSWERED: readonly (readonly [string, string])[] = [
  ['sum of größe', 'SELECT SUM("größe") FROM "Straßen"'],
  ['sum of grosse', 'SELECT SUM("größe") FROM "Straßen"'],
  ['how many Straßen are there', 'SELECT COUNT(*) FROM "Straßen"'],
  ['größe by naïve café', 'SELECT "naïve café", "größe" FROM "Straßen"'],
  ['average größe by 名前', 'SELECT "名前", AVG("größe") FROM "Straßen" GROUP BY 1'],
  ['average avg30', 'SELECT AVG(avg30) FROM readings'],
  ['highest num2', 'SELECT MAX(num2) FROM readings'],
  ['sum of लंबाई', 'SELECT SUM("लंबाई") FROM "सड़कें"'],
];

describe('names of other letters and digits', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql(STREETS);
  });

  after(() => data.close());

  for (const [question, sql] of ANSWERED) {
    it(`are found as they are written: ${question}`, () => expectRows(question, sql, data));
    it(`are found in decomposed letters: ${question}`, () =>
      expectRows(question.normalize('NFD'), sql, data));
  }
});
