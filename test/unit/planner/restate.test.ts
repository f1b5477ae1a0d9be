import { expect } from 'chai';
import { restate, restateInFull } from '#src/planner/restate.ts';
import type {
  ColumnRef,
  Expr,
  Predicate,
  Query,
  SelectItem,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const TABLES = [
  `CREATE TABLE vessels (vessel_id INTEGER PRIMARY KEY, name VARCHAR, flag VARCHAR, status VARCHAR, built_on DATE, capacity INTEGER)`,
  `INSERT INTO vessels VALUES (1, 'Aurora', 'Malta', 'open', DATE '2001-02-03', 4000), (2, 'Boreal', 'Panama', 'shut', DATE '2011-02-03', 9000)`,
  `CREATE TABLE voyages (voyage_id INTEGER PRIMARY KEY, vessel_id INTEGER REFERENCES vessels, status VARCHAR, distance INTEGER)`,
  `INSERT INTO voyages VALUES (1, 1, 'open', 100), (2, 1, 'shut', 200), (3, 2, 'open', 300)`,
];

const of = (alias: string) => (column: string) => ({ kind: 'column', alias, column }) as ColumnRef;
const vessel = of('v');
const voyage = of('w');
const text = (value: string) => ({ kind: 'literal', type: 'text', value }) as const;
const is = (left: Expr, value: string): Predicate => ({
  ...{ kind: 'compare', op: '=', left, right: text(value) },
});
const range = (from: string | null, to: string | null): Predicate => {
  const [start, end] = [from, to].map((value) =>
    value === null ? null : ({ kind: 'literal', type: 'date', value } as const),
  );
  return { kind: 'range', expr: vessel('built_on'), from: start ?? null, to: end ?? null };
};
const ROWS = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
const item = (expr: Expr): SelectItem => ({ expr, as: 'x' });
const query = (over: Partial<SelectQuery> & Pick<SelectQuery, 'select'>): SelectQuery => ({
  ...{ kind: 'select', from: { table: 'vessels', alias: 'v' }, joins: [], where: [], groupBy: [] },
  ...{ having: [], distinct: false, orderBy: [], limit: null },
  ...over,
});
const VOYAGES = { table: 'voyages', alias: 'w' };
const TIE: Predicate = {
  ...{ kind: 'compare', op: '=', left: voyage('vessel_id'), right: vessel('vessel_id') },
};
const numberOf = (where: readonly Predicate[]): Expr => ({
  ...{ kind: 'subquery', query: query({ from: VOYAGES, select: [item(ROWS)], where }) },
});
const sailed = (where: readonly Predicate[]): Predicate => ({
  kind: 'exists',
  negated: false,
  query: query({ from: VOYAGES, select: [item(voyage('voyage_id'))], where: [TIE, ...where] }),
});
const NAME = item(vessel('name'));

describe('what a plan computes, in words', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(TABLES);
  });
  after(() => data.close());

  const one = { count: 1, withTies: false };
  const cases: readonly (readonly [string, Query])[] = [
    [
      'Name of vessels, the one with the highest capacity, then the earliest built on',
      query({
        select: [NAME],
        orderBy: [
          { expr: vessel('capacity'), direction: 'desc' },
          { expr: vessel('built_on'), direction: 'asc' },
        ],
        limit: one,
      }),
    ],
    [
      'Name of vessels, the 3 with the highest number of voyages',
      query({
        select: [NAME],
        orderBy: [{ expr: numberOf([TIE]), direction: 'desc' }],
        limit: { ...one, count: 3 },
      }),
    ],
    [
      'Name of vessels, ordered by capacity, highest first, then name',
      query({
        select: [NAME],
        orderBy: [
          { expr: vessel('capacity'), direction: 'desc' },
          { expr: vessel('name'), direction: 'asc' },
        ],
      }),
    ],
    ...(
      [
        ['in 2001', '2001-01-01', '2002-01-01'],
        ['in March 2001', '2001-03-01', '2001-04-01'],
        ['on 2001-03-04', '2001-03-04', '2001-03-05'],
        ['from 2001-03-04 to before 2001-06-01', '2001-03-04', '2001-06-01'],
        ['before 2001-06-01', null, '2001-06-01'],
      ] as const
    ).map(([said, from, to]): readonly [string, Query] => [
      `Name of vessels where built on is ${said}`,
      query({ select: [NAME], where: [range(from, to)] }),
    ]),
    ['Different flags of vessels', query({ select: [item(vessel('flag'))], distinct: true })],
    [
      'Flag, number of vessels for each flag where number of vessels is above 2',
      query({
        select: [item(vessel('flag')), item(ROWS)],
        groupBy: [vessel('flag')],
        having: [
          {
            ...{ kind: 'compare', op: '>', left: ROWS },
            right: { kind: 'literal', type: 'integer', value: 2 },
          },
        ],
      }),
    ],
    [
      'Number of vessels less (the number of voyages where status is "open")',
      query({
        select: [
          item({
            ...{ kind: 'arithmetic', op: '-', left: ROWS },
            right: numberOf([is(voyage('status'), 'open')]),
          }),
        ],
      }),
    ],
    [
      'Name of vessels where there are no voyages (status is "open")',
      query({
        select: [NAME],
        where: [{ ...sailed([is(voyage('status'), 'open')]), negated: true } as Predicate],
      }),
    ],
    [
      'Name of vessels where name does not contain "or"',
      query({
        select: [NAME],
        where: [
          {
            ...{ kind: 'match', mode: 'contains', expr: vessel('name'), text: 'or' },
            negated: true,
          },
        ],
      }),
    ],
    [
      'Name of vessels, but not in: flag of vessels',
      {
        ...{ kind: 'set', op: 'except', all: false, orderBy: [], limit: null },
        left: query({ select: [NAME] }),
        right: query({ select: [item(vessel('flag'))] }),
      },
    ],
  ];
  for (const [said, meant] of cases)
    it(said, () => expect(restate(meant, data.catalog)).to.equal(said));

  it('tells in full what is asked of the rows from what is asked of others', () => {
    const [own, open] = [is(vessel('status'), 'open'), is(voyage('status'), 'open')];
    const pairs: readonly (readonly [Partial<SelectQuery>, Partial<SelectQuery>])[] = [
      [{ where: [sailed([open])] }, { where: [sailed([]), own] }],
      [{ where: [sailed([open])] }, { where: [own, sailed([])] }],
      [
        { orderBy: [{ expr: vessel('capacity'), direction: 'asc' }], limit: one },
        { orderBy: [{ expr: vessel('capacity'), direction: 'desc' }], limit: one },
      ],
      [{ distinct: true }, { distinct: false }],
    ];
    for (const pair of pairs) {
      const [first, second] = pair.map((over) =>
        restateInFull(query({ select: [NAME], ...over }), data.catalog),
      );
      expect(first).to.not.equal(second);
    }
  });
});
