import { expect } from 'chai';
import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { answer } from '../fakes/data-source.ts';
import { connectPostgres, overPostgres } from '../fakes/postgres-server.ts';

type Case = readonly [sql: string, type: ColumnType, nativeType: string, value: CellValue];

const CASES: readonly Case[] = [
  ['1::smallint', 'integer', 'smallint', 1],
  ['-7', 'integer', 'integer', -7],
  ['9007199254740991', 'integer', 'bigint', 9007199254740991],
  ['9007199254740993', 'integer', 'bigint', '9007199254740993'],
  ['-9223372036854775808', 'integer', 'bigint', '-9223372036854775808'],
  ['12.50::numeric(12,2)', 'decimal', 'numeric(12,2)', 12.5],
  ['1e3::numeric(2,-3)', 'decimal', 'numeric(2,-3)', 1000],
  ['1234567890123456.78::numeric', 'decimal', 'numeric', '1234567890123456.78'],
  [`'NaN'::numeric`, 'decimal', 'numeric', null],
  ['0.1::real', 'float', 'real', 0.1],
  ['3.4e38::real', 'float', 'real', 3.4e38],
  ['0.1::float8 + 0.2::float8', 'float', 'double precision', 0.30000000000000004],
  [`'-Infinity'::float8`, 'float', 'double precision', null],
  ['true', 'boolean', 'boolean', true],
  ['1 = 2', 'boolean', 'boolean', false],
  [`'é "x" 😀'::text`, 'text', 'text', 'é "x" 😀'],
  [`''::text`, 'text', 'text', ''],
  ['NULL::text', 'text', 'text', null],
  [`'ab'::varchar(20)`, 'text', 'character varying(20)', 'ab'],
  [`'ab'::char(3)`, 'text', 'character(3)', 'ab '],
  [`'a\\nb'`, 'text', 'text', 'a\\nb'],
  [`DATE '2024-02-29'`, 'date', 'date', '2024-02-29'],
  [`DATE '0044-03-15 BC'`, 'date', 'date', '0044-03-15 BC'],
  [`'infinity'::date`, 'date', 'date', null],
  [
    `TIMESTAMP '2024-02-29 23:59:59'`,
    'timestamp',
    'timestamp without time zone',
    '2024-02-29T23:59:59',
  ],
  [
    `TIMESTAMP '1899-12-31 00:00:00.000001'`,
    'timestamp',
    'timestamp without time zone',
    '1899-12-31T00:00:00.000001',
  ],
  [
    `TIMESTAMPTZ '2024-01-01 02:00:00+02'`,
    'timestamp',
    'timestamp with time zone',
    '2024-01-01T00:00:00',
  ],
  [
    `TIMESTAMPTZ '2024-07-01 00:30:00 Europe/Berlin'`,
    'timestamp',
    'timestamp with time zone',
    '2024-06-30T22:30:00',
  ],
  [`'-infinity'::timestamptz`, 'timestamp', 'timestamp with time zone', null],
  [`TIME '08:05:00'`, 'time', 'time without time zone', '08:05:00'],
  [`TIMETZ '08:05:00+02'`, 'time', 'time with time zone', '08:05:00+02'],
  [`INTERVAL '1 month 2 days 03:04:05'`, 'other', 'interval', '1 mon 2 days 03:04:05'],
  [`'{"b":1,"a":[1.0]}'::json`, 'json', 'json', '{"b":1,"a":[1.0]}'],
  [`'{"b":1,"a":[1.0]}'::jsonb`, 'json', 'jsonb', '{"a": [1.0], "b": 1}'],
  [`'\\x00ff'::bytea`, 'binary', 'bytea', 'AP8='],
  [
    `'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid`,
    'text',
    'uuid',
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
  ],
  [`'10.0.0.1/8'::inet`, 'other', 'inet', '10.0.0.1/8'],
  ['ARRAY[1, NULL, 3]', 'other', 'integer[]', '{1,NULL,3}'],
  [`ARRAY['a,b', 'c"d']`, 'other', 'text[]', '{"a,b","c\\"d"}'],
  ['int4range(1, 5)', 'other', 'int4range', '[1,5)'],
  [`ROW(1, 'x')`, 'other', 'record', '(1,x)'],
  [`'sad'::public.mood`, 'text', 'public.mood', 'sad'],
  [`ARRAY['sad'::public.mood]`, 'other', 'public.mood[]', '{sad}'],
  [`5::public.positive`, 'integer', 'integer', 5],
  [`'<a/>'::xml`, 'other', 'xml', '<a/>'],
  [`B'101'`, 'other', 'bit', '101'],
];

overPostgres(
  'cells of PostgreSQL',
  [`CREATE TYPE mood AS ENUM ('sad', 'ok')`, 'CREATE DOMAIN positive AS integer CHECK (VALUE > 0)'],
  (database) => {
    let source: DataSource;
    before(() => {
      source = connectPostgres(database());
    });
    after(() => source?.close());

    for (const [sql, type, nativeType, value] of CASES)
      it(`gives ${sql} as ${JSON.stringify(value)}`, async () => {
        const { columns, rows } = await answer(source, `SELECT ${sql} AS v`);
        expect(rows).to.deep.equal([[value]]);
        expect(columns).to.deep.equal([{ name: 'v', type, nativeType }]);
      });

    it('says that numbers which are not finite are shown as empty', async () => {
      const { notes } = await answer(source, `SELECT 'NaN'::float8, 'infinity'::date`);
      expect(notes).to.deep.equal([
        "2 values aren't finite (NaN or infinity), so they're shown as empty cells.",
      ]);
    });
  },
);
