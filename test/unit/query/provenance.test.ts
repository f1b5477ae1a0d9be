import { expect } from 'chai';
import { blocksIn } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { type Origin, originOf } from '#src/query/provenance.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { planOver } from '../planner/answered.ts';

const FERRY = [
  `CREATE TABLE ports AS SELECT * FROM (VALUES (1, 'Kiel', 'Germany', 40), (2, 'Turku', 'Finland', 25), (3, 'Lund', 'Sweden', 60))
    t(port_id, port_name, country, berths)`,
  'ALTER TABLE ports ADD PRIMARY KEY (port_id)',
  `CREATE TABLE ships AS SELECT * FROM (VALUES (1, 'Aster', 1, 900), (2, 'Briza', 1, 400), (3, 'Comet', 2, 700))
    t(ship_id, ship_name, port_id, seats)`,
  'ALTER TABLE ships ADD PRIMARY KEY (ship_id)',
  `CREATE TABLE trips AS SELECT i AS trip_id, 1 + i % 3 AS ship_id, DATE '2025-01-01' + i::INT * 9 AS sailed_on, 100 + i AS fare FROM range(1, 60) t(i)`,
  'ALTER TABLE trips ADD PRIMARY KEY (trip_id)',
];

describe('where each part of a query comes from', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(FERRY);
  });
  after(() => data.close());

  const queryOf = (question: string): SelectQuery => {
    const plan = planOver(question, data);
    expect(plan.kind, JSON.stringify(plan)).to.equal('query');
    return plan.kind === 'query' && plan.query.kind === 'select'
      ? plan.query
      : expect.fail(question);
  };

  const CLAUSES = ['joins', 'where', 'groupBy', 'having', 'select', 'orderBy'] as const;
  /** The parts of a SELECT that have an origin of their own, by its words or by the default. */
  const partsOf = (query: SelectQuery, question: string) =>
    [query.from, ...CLAUSES.flatMap((name) => query[name] as readonly object[]), query.limit]
      .filter((part) => part !== null)
      .map((part) => said(originOf(part), question));
  const said = (origin: Origin | null, question: string): string =>
    origin === null
      ? 'nothing'
      : origin.map(({ start, end }) => question.slice(start, end)).join(' … ');

  const ASKED: readonly (readonly [string, readonly string[]])[] = [
    [
      'How many ships have more than 500 seats?',
      ['ships', 'have more than 500 seats', 'How many ships'],
    ],
    ['names of ships in Kiel', ['ships', 'in Kiel', 'in Kiel', 'names']],
  ];
  for (const [question, parts] of ASKED)
    it(`says which words of "${question}" made which part`, () => {
      expect(partsOf(queryOf(question), question)).to.deep.equal(parts);
    });

  for (const question of [
    'How many ships have more than 500 seats?',
    'names of ships in Kiel',
    'average seats of ships by country',
    'number of trips by month in 2025',
    'ports without ships',
    'top 2 ships by fare',
    'ships with at least 3 trips',
    'ships with more seats than the average ship',
    'What is the name of the port with the most ships?',
    'Which ships had no trips in 2025?',
    'ports that have ships with more than 800 seats',
    'the ship with the most trips in Germany',
    'different countries of ports with more than 30 berths',
  ])
    it(`leaves no part of "${question}" without an origin`, () => {
      const query = queryOf(question);
      expect(partsOf(query, question)).to.not.include('nothing');
      for (const block of blocksIn(query))
        expect(partsOf(block, question)).to.not.include('nothing');
    });
});
