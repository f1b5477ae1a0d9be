import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import type { ColumnType } from '#src/plugin-api/catalog.ts';
import { profileTable } from '#workers/engine/profile.ts';

/** SQL of a value of row `i`, by the type of its column. */
const VALUES: readonly (readonly [type: ColumnType, sql: string])[] = [
  ['integer', '(i * 7 % 13)::BIGINT'],
  ['integer', 'CASE WHEN i % 3 = 0 THEN NULL ELSE 9223372036854775807 - i % 5 END'],
  ['integer', 'NULL::BIGINT'],
  ['decimal', '(i % 11)::DECIMAL(5, 2) / 4'],
  ['decimal', '((i % 90) / 8)::DECIMAL(5, 2)'],
  ['decimal', '((i % 70) / 8)::DECIMAL(9, 3)'],
  [
    'float',
    "CASE i % 4 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN -0.0 WHEN 2 THEN 0.1 + 0.2 ELSE i END",
  ],
  ['float', 'i / 3'],
  ['text', "CASE WHEN i % 5 = 0 THEN NULL ELSE 'Größe ' || i % 17 END"],
  ['text', "repeat('x', (i % 3 * 150)::INT) || i % 2"],
  ['text', "'a\"b'"],
  ['text', 'NULL::VARCHAR'],
  ['date', "DATE '2024-01-31' + (i % 40)::INT"],
  ['date', "DATE '1999-12-31' - (i % 400)::INT"],
  ['timestamp', "TIMESTAMP '2024-01-31 10:00:00.5' + INTERVAL (i % 40) HOUR"],
  ['timestamp', 'NULL::TIMESTAMP'],
  ['boolean', 'i % 2 = 0'],
  ['boolean', 'true'],
];
const columns = VALUES.map(([type], at) => ({ name: `a "c"${at}`, type, sensitive: at === 1 }));

describe('the profile of a table', () => {
  let instance: DuckDBInstance;
  before(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  });
  after(() => instance.closeSync());

  for (const rows of [0, 1, 2, 1_000, 4_000, 40_000, 300_000])
    it(`is the same of columns that are measured together and one by one: ${rows} rows`, async () => {
      const connection = await instance.connect();
      const names = columns.map(
        ({ name }, at) => `${VALUES[at]![1]} AS "${name.replaceAll('"', '""')}"`,
      );
      await connection.run(
        `CREATE OR REPLACE TABLE t AS SELECT ${names.join(', ')} FROM (SELECT range AS i FROM range(${rows}))`,
      );
      const profile = (some: typeof columns) =>
        profileTable(connection, {
          physical: { database: 'memory', schema: 'main', table: 't' },
          columns: some,
        });
      const whole = await profile(columns);
      expect(whole.rowCount).to.equal(rows);
      expect(whole.columns.map(([name]) => name).sort()).to.deep.equal(
        columns.flatMap(({ name, sensitive }) => (sensitive ? [] : [name])).sort(),
      );
      for (const column of columns) {
        const alone = await profile([column]);
        const own = <T>(all: readonly (readonly [string, T])[]) =>
          all.filter(([name]) => name === column.name);
        expect(own(whole.columns), column.name).to.deep.equal(alone.columns);
        expect(own(whole.values), column.name).to.deep.equal(alone.values);
      }
      connection.disconnectSync();
    });
});
