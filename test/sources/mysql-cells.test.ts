import { expect } from 'chai';
import fc from 'fast-check';
import { identifier, literal } from '#plugins/sources/mysql/names.ts';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { rounds } from '../fakes/full.ts';
import { ask, mysqlServerForTests, overMysql } from '../fakes/mysql-source.ts';

const BIG = '12345678901234567890123456789012345.123456789012345678901234567890';

/** Declared type, SQL of a value, and what a reader is to get. */
const CASES: readonly (readonly [
  declared: string,
  value: string,
  type: ColumnType,
  cell: CellValue,
])[] = [
  ['TINYINT', '-128', 'integer', -128],
  ['TINYINT UNSIGNED', '255', 'integer', 255],
  ['SMALLINT UNSIGNED', '65535', 'integer', 65535],
  ['MEDIUMINT', '-8388608', 'integer', -8388608],
  ['INT UNSIGNED', '4294967295', 'integer', 4294967295],
  ['BIGINT', '9007199254740991', 'integer', 9007199254740991],
  ['BIGINT', '-9223372036854775808', 'integer', '-9223372036854775808'],
  ['BIGINT UNSIGNED', '18446744073709551615', 'integer', '18446744073709551615'],
  ['YEAR', '2024', 'integer', 2024],
  ['BOOLEAN', 'TRUE', 'boolean', true],
  ['TINYINT(1)', '0', 'boolean', false],
  ['TINYINT(1)', '7', 'boolean', 7],
  ['TINYINT(1) UNSIGNED', '1', 'integer', 1],
  ['BIT(1)', "b'1'", 'boolean', true],
  ['BIT(9)', "b'100000001'", 'integer', 257],
  [
    'BIT(64)',
    "b'1111111111111111111111111111111111111111111111111111111111111111'",
    'integer',
    '18446744073709551615',
  ],
  ['DECIMAL(12,2)', '12.50', 'decimal', 12.5],
  ['DECIMAL(65,30)', BIG, 'decimal', BIG],
  ['FLOAT', '0.1', 'float', 0.1],
  ['DOUBLE', '0.1', 'float', 0.1],
  ['DOUBLE', '-1.7976931348623157e308', 'float', -1.7976931348623157e308],
  ['DATE', "'2024-02-29'", 'date', '2024-02-29'],
  ['DATE', "'0001-01-01'", 'date', '0001-01-01'],
  ['DATE', "'9999-12-31'", 'date', '9999-12-31'],
  ['DATETIME', "'2024-03-31 02:30:00'", 'timestamp', '2024-03-31T02:30:00'],
  ['DATETIME(6)', "'2024-03-31 02:30:00.120000'", 'timestamp', '2024-03-31T02:30:00.12'],
  ['TIMESTAMP(3)', "'2024-03-31 02:30:00.007'", 'timestamp', '2024-03-31T02:30:00.007'],
  ['TIME', "'08:05:00'", 'time', '08:05:00'],
  ['TIME(3)', "'10:00:00.050'", 'time', '10:00:00.05'],
  ['TIME(6)', "'-00:00:00.000007'", 'time', '-00:00:00.000007'],
  ['DATETIME(6)', "'2024-01-01 00:00:00.000007'", 'timestamp', '2024-01-01T00:00:00.000007'],
  ['TIME(3)', "'-838:59:59.000'", 'time', '-838:59:59'],
  ['CHAR(3)', "'é'", 'text', 'é'],
  ['VARCHAR(20)', `'a "b"; 😀'`, 'text', 'a "b"; 😀'],
  ['VARCHAR(20)', "''", 'text', ''],
  ['VARCHAR(20) CHARACTER SET latin1', "'Zoë'", 'text', 'Zoë'],
  ['LONGTEXT', "'long'", 'text', 'long'],
  ["ENUM('red','green')", "'green'", 'text', 'green'],
  ["SET('a','b','c')", "'a,c'", 'text', 'a,c'],
  ['JSON', `'{"a": [1, 9007199254740993]}'`, 'json', '{"a": [1, 9007199254740993]}'],
  ['BINARY(3)', "X'00ff'", 'binary', 'AP8A'],
  ['BLOB', "X'00ff'", 'binary', 'AP8='],
  ['VARBINARY(5)', "'abc'", 'binary', 'YWJj'],
  ['POINT', 'POINT(1, 2)', 'other', 'AAAAAAEBAAAAAAAAAAAA8D8AAAAAAAAAQA=='],
];

overMysql('cells of a MySQL result', (mysql) => {
  let source: DataSource;
  before(() => {
    source = mysqlServerForTests().connect(mysql().target);
  });
  after(() => source?.close());

  for (const [index, [declared, value, type, cell]] of CASES.entries())
    it(`gives ${value.slice(0, 40)} of ${declared} as ${JSON.stringify(cell)}`, async () => {
      const table = `${mysql().database}.c${index}`;
      await mysql().admin(`SET time_zone = '+00:00'`);
      await mysql().admin(`CREATE TABLE ${table} (v ${declared} NULL)`);
      await mysql().admin(`INSERT INTO ${table} VALUES (${value}), (NULL)`);
      const { columns, rows } = await ask(source, `SELECT v FROM ${table} ORDER BY v IS NULL`);
      expect([columns[0]!.type, rows]).to.deep.equal([type, [[cell], [null]]]);
      const [found] = (
        await source.introspect({ workspaceId: 'w', attachments: [] }, AbortSignal.timeout(60_000))
      ).filter(({ physical }) => physical.table === `c${index}`);
      expect(found!.columns[0]!.type, 'as it is declared').to.equal(type);
    });

  it('gives instants in UTC and days without a zone, wherever the server stands', async () => {
    await mysql().admin(`CREATE TABLE zones (t TIMESTAMP NULL, d DATETIME)`);
    await mysql().admin(`SET time_zone = '+09:00'`);
    await mysql().admin(`INSERT INTO zones VALUES ('2024-01-01 08:00:00', '2024-01-01 08:00:00')`);
    const { rows } = await ask(source, `SELECT * FROM ${mysql().database}.zones`);
    expect(rows).to.deep.equal([['2023-12-31T23:00:00', '2024-01-01T08:00:00']]);
  });

  it('shows dates that are none as empty cells, and says so', async () => {
    await mysql().admin(`SET sql_mode = ''`);
    await mysql().admin(`CREATE TABLE zero (d DATE, t DATETIME)`);
    await mysql().admin(
      `INSERT INTO zero VALUES ('0000-00-00', '0000-00-00 00:00:00'), ('2024-00-00', '2024-05-01')`,
    );
    const { rows, notes } = await ask(source, `SELECT * FROM ${mysql().database}.zero`);
    expect(rows).to.deep.equal([
      [null, null],
      [null, '2024-05-01T00:00:00'],
    ]);
    expect(notes).to.deep.equal([
      "3 dates are zero or incomplete (such as 0000-00-00), so they're shown as empty cells.",
    ]);
  });

  it('keeps columns of equal names apart, and takes any name', async () => {
    const { columns, rows } = await ask(
      source,
      'SELECT 1 AS total, 2 AS Total, 3 AS `__proto__`, 4 AS `constructor`, 5 AS `it\'s "odd" ☃`, 6 AS total',
    );
    expect(columns.map(({ name }) => name)).to.deep.equal([
      'total',
      'Total_2',
      '__proto__',
      'constructor',
      'it\'s "odd" ☃',
      'total_3',
    ]);
    expect(rows).to.deep.equal([[1, 2, 3, 4, 5, 6]]);
    expect(({} as Record<string, unknown>)['total']).to.equal(undefined);
  });

  it('takes any text in a literal and any name in quotes, and gives them back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\\'"`;\-#/*\n\0%_]{0,20}$/)),
        fc.stringMatching(/^[\\'"`;\-#/*.$ax]{1,20}$/),
        async (text, name) => {
          const { columns, rows } = await ask(
            source,
            `SELECT ${literal(text)} AS v, q.${identifier(name)} FROM (SELECT 1 AS ${identifier(name)}) AS q`,
          );
          expect([rows, columns[1]!.name]).to.deep.equal([[[text, 1]], name]);
        },
      ),
      { numRuns: rounds(100) },
    );
  });

  it('computes as the questions mean it: exact sums, differences below zero', async () => {
    await mysql().admin(`CREATE TABLE sums (a INT UNSIGNED, b INT UNSIGNED, d DECIMAL(10,2))`);
    await mysql().admin(`INSERT INTO sums VALUES (3, 5, 0.10), (1, 1, 0.20)`);
    const { rows } = await ask(
      source,
      `SELECT SUM(a), AVG(b), SUM(d), MIN(a - b), 7 / 2, 1 / 0, SUM(a) = 4 FROM ${mysql().database}.sums`,
    );
    expect(rows).to.deep.equal([[4, 3, 0.3, -2, 3.5, null, 1]]);
  });
});
