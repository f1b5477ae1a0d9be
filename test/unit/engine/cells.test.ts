import { expect } from 'chai';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { answer, type EngineForTests, openEngineForTests } from '../../fakes/duckdb-engine.ts';

const CASES: readonly (readonly [sql: string, type: ColumnType, value: CellValue])[] = [
  ['1::TINYINT', 'integer', 1],
  ['9007199254740991::BIGINT', 'integer', 9007199254740991],
  ['9007199254740992::BIGINT', 'integer', '9007199254740992'],
  ['(-9223372036854775808)::BIGINT', 'integer', '-9223372036854775808'],
  [
    '170141183460469231731687303715884105727::HUGEINT',
    'integer',
    '170141183460469231731687303715884105727',
  ],
  ['sum(7::BIGINT)', 'integer', 7],
  ['12.50::DECIMAL(12,2)', 'decimal', 12.5],
  ['-0.05::DECIMAL(12,2)', 'decimal', -0.05],
  ['0::DECIMAL(18,3)', 'decimal', 0],
  ['1234567890123.45::DECIMAL(18,2)', 'decimal', 1234567890123.45],
  ['12345678901234.56::DECIMAL(18,2)', 'decimal', '12345678901234.56'],
  ['0.1::DECIMAL(38,30)', 'decimal', 0.1],
  ['0.1234567890123456::DECIMAL(38,30)', 'decimal', '0.123456789012345600000000000000'],
  ['1000000000000000.00::DECIMAL(20,2)', 'decimal', '1000000000000000.00'],
  ['0.1::FLOAT', 'float', 0.1],
  ['3.4e38::FLOAT', 'float', 3.4e38],
  ['0.1::DOUBLE + 0.2', 'float', 0.30000000000000004],
  ["'nan'::DOUBLE", 'float', null],
  ["'-inf'::FLOAT", 'float', null],
  ['\'é "x" 😀\'', 'text', 'é "x" 😀'],
  ["''", 'text', ''],
  ['NULL::VARCHAR', 'text', null],
  ["DATE '2024-02-29'", 'date', '2024-02-29'],
  ["TIMESTAMP '2024-02-29 23:59:59'", 'timestamp', '2024-02-29T23:59:59'],
  ["TIMESTAMP '2024-02-29 23:59:59.120'", 'timestamp', '2024-02-29T23:59:59.12'],
  ["TIMESTAMP '1899-12-31 00:00:00.000001'", 'timestamp', '1899-12-31T00:00:00.000001'],
  ["TIMESTAMP_NS '2024-01-01 00:00:00.000000001'", 'timestamp', '2024-01-01T00:00:00.000000001'],
  ["TIMESTAMPTZ '2024-01-01 02:00:00+02'", 'timestamp', '2024-01-01T00:00:00'],
  ["'infinity'::TIMESTAMP", 'timestamp', null],
  ["TIME '08:05:00'", 'time', '08:05:00'],
  ['true', 'boolean', true],
  ["'\\x00\\xFF'::BLOB", 'binary', 'AP8='],
  ['[1, NULL, 9007199254740993]', 'json', '[1,null,"9007199254740993"]'],
  ["{'a': 1.5, 'b': DATE '2024-01-01'}", 'json', '{"a":1.5,"b":"2024-01-01"}'],
  ["MAP {'k': 1}", 'json', '[{"key":"k","value":1}]'],
  ['\'{"a": 1}\'::JSON', 'json', '{"a": 1}'],
  ["INTERVAL '1 month 2 days'", 'other', '1 month 2 days'],
  ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID", 'text', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ["'x'::ENUM('x', 'y')", 'text', 'x'],
];

describe('cells of a result', () => {
  let test: EngineForTests;
  before(async () => {
    test = await openEngineForTests({ processes: 1 });
  });
  after(() => test.close());

  for (const [sql, type, value] of CASES)
    it(`gives ${sql} as ${JSON.stringify(value)}`, async () => {
      const { columns, rows } = await answer(test.engine, `SELECT ${sql} AS v`);
      expect([columns[0]!.type, rows]).to.deep.equal([type, [[value]]]);
    });

  it('says that numbers which are not finite are shown as empty', async () => {
    const { notes } = await answer(test.engine, `SELECT 'nan'::DOUBLE, 'inf'::DOUBLE, 1.0::DOUBLE`);
    expect(notes).to.deep.equal([
      "2 values aren't finite (NaN or infinity), so they're shown as empty cells.",
    ]);
  });

  it('keeps columns of equal names apart', async () => {
    const { columns, rows } = await answer(
      test.engine,
      'SELECT 1 AS total, 2 AS Total, 3 AS total_2, 4 AS "__proto__", 5 AS total',
    );
    expect(columns.map((column) => column.name)).to.deep.equal([
      'total',
      'Total_3',
      'total_2',
      '__proto__',
      'total_4',
    ]);
    expect(rows).to.deep.equal([[1, 2, 3, 4, 5]]);
  });
});
