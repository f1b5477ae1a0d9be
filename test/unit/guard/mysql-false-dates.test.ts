import { expect } from 'chai';
import type { ColumnProfile } from '#src/plugin-api/catalog.ts';
import { openTestMysql, type TestMysql } from '../../fakes/mysql.ts';
import { catalogOf, column, table } from './fixtures.ts';
import { guardedSql, mysqlJudge } from './mysql-harness.ts';

const FOUND: ColumnProfile = {
  distinctCount: 2,
  nullCount: 3,
  min: null,
  max: null,
  samples: [],
  unique: false,
  falseDates: true,
};

const CASES: readonly (readonly [sql: string, rows: readonly (readonly unknown[])[]])[] = [
  ["SELECT COUNT(*) FROM parcels WHERE sent_on < '2024-01-10'", [[1]]],
  ['SELECT COUNT(sent_on), COUNT(DISTINCT sent_on) FROM parcels', [[2, 2]]],
  ['SELECT id FROM parcels WHERE sent_on IS NULL ORDER BY id', [[3], [4], [5]]],
  [
    'SELECT MAKEDATE(YEAR(sent_on), 1) AS y, COUNT(*) FROM parcels GROUP BY 1 ORDER BY y IS NULL',
    [
      ['2024-01-01', 2],
      [null, 3],
    ],
  ],
  [
    'SELECT MIN(p.sent_on) FROM parcels p JOIN parcels q ON q.sent_on = p.sent_on',
    [['2024-01-05']],
  ],
  ['SELECT * FROM parcels WHERE id = 3', [[3, null, 7]]],
  ['SELECT id, sent_on FROM parcels GROUP BY id, sent_on HAVING id > 4', [[5, null]]],
  ['SELECT SUM(weight) FROM parcels', [['29']]],
];

describe('dates of MySQL that are none', () => {
  let db: TestMysql;
  before(async function () {
    const opened = await openTestMysql();
    if (!opened) return this.skip();
    db = opened;
    await db.inside("SET sql_mode = ''");
    await db.inside('CREATE TABLE parcels (id INT PRIMARY KEY, sent_on DATE NOT NULL, weight INT)');
    await db.inside(`INSERT INTO parcels VALUES (1, '2024-01-05', 5), (2, '2024-02-05', 6), (3, '0000-00-00', 7),
      (4, '0000-00-00', 7), (5, '2024-00-00', 4)`);
  });
  after(() => db?.close());

  for (const [sql, rows] of CASES)
    it(`are missing to ${sql}`, async () => {
      const sentOn = { ...column('sent_on', 'date'), profile: FOUND };
      const physical = { database: null, schema: db.database, table: 'parcels' };
      const columns = [column('id', 'integer'), sentOn, column('weight', 'integer')];
      const judge = mysqlJudge(
        catalogOf([table('parcels', columns, { physical, primaryKey: ['id'] })]),
      );
      expect(await db.rows(await guardedSql(judge(sql)))).to.deep.equal(rows);
    });
});
