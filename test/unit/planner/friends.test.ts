import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { expectRows } from './answered.ts';

describe('friends of each other, who stand in two columns of one table', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE person AS SELECT * FROM (VALUES ('Alice', 25, 'Lyon'), ('Bob', 35, 'Graz'),
        ('Zach', 45, 'Turin'), ('Dan', 26, 'Ghent')) AS t(name, age, city)`,
      `CREATE TABLE personfriend AS SELECT * FROM (VALUES ('Alice', 'Bob', 10), ('Zach', 'Dan', 12),
        ('Bob', 'Zach', 5), ('Zach', 'Alice', 6)) AS t(name, friend, year)`,
    ]);
  });
  after(() => data.close());

  const OF_BOB = "SELECT friend FROM personfriend WHERE name = 'Bob'";
  const OF_ALICE = "SELECT friend FROM personfriend WHERE name = 'Alice'";
  for (const [question, sql] of [
    ["Who are Bob's friends?", OF_BOB],
    ['Who is a friend of Alice?', OF_ALICE],
  ] as const)
    it(`${question} is not answered by the one who is named`, () =>
      expectRows(question, sql, data));
});
