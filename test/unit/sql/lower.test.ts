import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Expr, Literal, Predicate, Query, SelectQuery } from '#src/plugin-api/query.ts';

const column = (name: string, alias = 'sales'): Expr => ({ kind: 'column', alias, column: name });
const textValue = (value: string): Literal => ({ kind: 'literal', type: 'text', value });
const integer = (value: number): Literal => ({ kind: 'literal', type: 'integer', value });
const date = (value: string): Literal => ({ kind: 'literal', type: 'date', value });
const sum = (arg: Expr): Expr => ({ kind: 'aggregate', fn: 'sum', arg, distinct: false });
const countRows: Expr = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };

function select(parts: Partial<SelectQuery>): SelectQuery {
  return {
    kind: 'select',
    from: { table: 'sales', alias: 'sales' },
    joins: [],
    where: [],
    groupBy: [],
    having: [],
    select: [{ expr: countRows, as: 'count' }],
    distinct: false,
    orderBy: [],
    limit: null,
    ...parts,
  };
}

const where = (...predicates: Predicate[]) => select({ where: predicates });
const byRegion = {
  select: [
    { expr: column('region'), as: 'region' },
    { expr: sum(column('amount')), as: 'total' },
  ],
  groupBy: [column('region')],
  orderBy: [{ expr: sum(column('amount')), direction: 'desc' as const }],
};

/** Rows of `sales`: (region, amount, day, note). */
const ROWS = `('North', 10, DATE '2024-12-31', '50% off'), ('North', 5, DATE '2025-01-01', 'a_b'),
  ('South', 15, DATE '2025-03-31', 'O''Brien'), ('East', 15, DATE '2025-04-01', NULL), ('West', 0, NULL, 'plain')`;

const CASES: readonly (readonly [string, Query, readonly (readonly unknown[])[]])[] = [
  ['counts rows', select({}), [[5]]],
  [
    'keeps text with a quote',
    where({ kind: 'compare', op: '=', left: column('note'), right: textValue("O'Brien") }),
    [[1]],
  ],
  [
    'takes a half-open range of dates',
    where({ kind: 'range', expr: column('day'), from: date('2025-01-01'), to: date('2025-04-01') }),
    [[2]],
  ],
  [
    'takes an open range as "has a value"',
    where({ kind: 'range', expr: column('day'), from: null, to: null }),
    [[4]],
  ],
  [
    'matches % and _ as themselves',
    where({ kind: 'match', mode: 'contains', expr: column('note'), text: '%', negated: false }),
    [[1]],
  ],
  [
    'matches without case',
    where({ kind: 'match', mode: 'starts', expr: column('region'), text: 'NOR', negated: false }),
    [[2]],
  ],
  [
    'matches a whole text without case',
    where({ kind: 'match', mode: 'equals', expr: column('region'), text: 'north', negated: true }),
    [[3]],
  ],
  [
    'holds OR together inside AND',
    where(
      {
        kind: 'or',
        parts: [
          { kind: 'compare', op: '=', left: column('region'), right: textValue('North') },
          { kind: 'compare', op: '=', left: column('region'), right: textValue('South') },
        ],
      },
      { kind: 'compare', op: '>=', left: column('amount'), right: integer(10) },
    ),
    [[2]],
  ],
  [
    'negates',
    where({ kind: 'not', part: { kind: 'null', expr: column('note'), negated: false } }),
    [[4]],
  ],
  [
    'lists values',
    where({
      kind: 'in',
      expr: column('region'),
      values: [textValue('East'), textValue('West')],
      negated: false,
    }),
    [[2]],
  ],
  [
    'cuts at a limit',
    select({ ...byRegion, limit: { count: 1, withTies: false } }),
    [['North', 15]],
  ],
  [
    'keeps ties at a limit',
    select({ ...byRegion, limit: { count: 1, withTies: true }, orderBy: [...byRegion.orderBy] }),
    [
      ['East', 15],
      ['North', 15],
      ['South', 15],
    ],
  ],
  [
    'keeps ties among distinct rows',
    select({
      select: [{ expr: column('region'), as: 'region' }],
      distinct: true,
      orderBy: [{ expr: column('region'), direction: 'asc' }],
      limit: { count: 2, withTies: true },
    }),
    [['East'], ['North']],
  ],
  [
    'buckets by quarter, NULLs last',
    select({
      select: [
        { expr: { kind: 'bucket', unit: 'quarter', arg: column('day') }, as: 'quarter' },
        { expr: countRows, as: 'n' },
      ],
      groupBy: [{ kind: 'bucket', unit: 'quarter', arg: column('day') }],
      orderBy: [
        { expr: { kind: 'bucket', unit: 'quarter', arg: column('day') }, direction: 'desc' },
      ],
    }),
    [
      ['2025-04-01', 1],
      ['2025-01-01', 2],
      ['2024-10-01', 1],
      [null, 1],
    ],
  ],
  [
    'divides without losing fractions, NULL on zero',
    select({
      select: [
        {
          expr: { kind: 'arithmetic', op: '/', left: integer(7), right: column('amount') },
          as: 'ratio',
        },
      ],
      where: [
        { kind: 'in', expr: column('amount'), values: [integer(0), integer(5)], negated: false },
      ],
      orderBy: [{ expr: column('amount'), direction: 'desc' }],
    }),
    [[1.4], [null]],
  ],
  [
    'does not read a result column for the column it is named after',
    select({
      select: [
        {
          expr: { kind: 'aggregate', fn: 'max', arg: column('amount'), distinct: false },
          as: 'amount',
        },
      ],
      where: [{ kind: 'compare', op: '<', left: column('amount'), right: integer(15) }],
    }),
    [[10]],
  ],
  [
    'compares with a subquery',
    select({
      where: [
        {
          kind: 'compare',
          op: '>',
          left: column('amount'),
          right: {
            kind: 'subquery',
            query: select({
              from: { table: 'sales', alias: 's2' },
              select: [
                {
                  expr: {
                    kind: 'aggregate',
                    fn: 'avg',
                    arg: column('amount', 's2'),
                    distinct: false,
                  },
                  as: 'mean',
                },
              ],
            }),
          },
        },
      ],
    }),
    [[3]],
  ],
  [
    'asks whether rows exist elsewhere',
    select({
      where: [
        {
          kind: 'exists',
          negated: true,
          query: select({
            from: { table: 'targets', alias: 't' },
            select: [],
            where: [
              { kind: 'compare', op: '=', left: column('region', 't'), right: column('region') },
            ],
          }),
        },
      ],
    }),
    [[1]],
  ],
  [
    'joins over keys',
    select({
      joins: [
        {
          type: 'left',
          source: { table: 'targets', alias: 't' },
          on: [
            {
              left: { kind: 'column', alias: 'sales', column: 'region' },
              right: { kind: 'column', alias: 't', column: 'region' },
            },
          ],
        },
      ],
      select: [
        { expr: column('Goal met?', 't'), as: 'Goal met?' },
        { expr: countRows, as: 'n' },
      ],
      groupBy: [column('Goal met?', 't')],
      orderBy: [{ expr: column('Goal met?', 't'), direction: 'asc' }],
    }),
    [
      [false, 1],
      [true, 3],
      [null, 1],
    ],
  ],
  [
    'subtracts one set of rows from another',
    {
      kind: 'set',
      op: 'except',
      all: false,
      left: select({ select: [{ expr: column('region'), as: 'region' }] }),
      right: select({
        from: { table: 'targets', alias: 'targets' },
        select: [{ expr: column('region', 'targets'), as: 'region' }],
      }),
      orderBy: [{ expr: { kind: 'output', name: 'region' }, direction: 'asc' }],
      limit: null,
    },
    [['West']],
  ],
];

describe('IR lowered to DuckDB', () => {
  const rows = async (sql: string) => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      await connection.run(
        `CREATE TABLE sales AS SELECT * FROM (VALUES ${ROWS}) v(region, amount, day, note)`,
      );
      await connection.run(
        `CREATE TABLE targets AS SELECT * FROM (VALUES ('North', true), ('South', true), ('East', false)) v(region, "Goal met?")`,
      );
      const reader = await connection.runAndReadAll(sql);
      return reader
        .getRowsJson()
        .map((row) =>
          row.map((cell) => (typeof cell === 'string' && /^\d+$/.test(cell) ? Number(cell) : cell)),
        );
    } finally {
      connection.closeSync();
    }
  };

  for (const [name, query, expected] of CASES) {
    it(name, async () => {
      const sql = lowerDuckdb(query);
      const found = await rows(sql);
      const sorted = query.limit?.withTies ? found.toSorted() : found;
      expect(sorted, sql).to.deep.equal(expected);
    });
  }

  it('is written for people', () => {
    expect(lowerDuckdb(select(byRegion))).to.equal(
      'SELECT region, SUM(amount) AS total\nFROM sales\nGROUP BY region\nORDER BY total DESC NULLS LAST',
    );
  });

  it('quotes what is no plain name', () => {
    const sql = lowerDuckdb(
      select({
        from: { table: 'order', alias: 'order' },
        select: [{ expr: column('a "b"', 'order'), as: 'a "b"' }],
      }),
    );
    expect(sql).to.equal('SELECT "a ""b"""\nFROM "order"');
  });

  it('refuses a number that is none', () => {
    const broken: Literal = { kind: 'literal', type: 'integer', value: '1; DROP TABLE sales' };
    expect(() =>
      lowerDuckdb(where({ kind: 'compare', op: '=', left: column('amount'), right: broken })),
    ).to.throw(RangeError);
  });
});
