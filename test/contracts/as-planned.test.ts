import { expect } from 'chai';
import { createAlasqlDialect } from '#plugins/sources/alasql/dialect/index.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { createMysqlDialect } from '#plugins/sources/mysql/dialect/index.ts';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import type { Catalog, ColumnType } from '#src/plugin-api/catalog.ts';
import type { Dialect, ParsedSelect } from '#src/plugin-api/dialect.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { differsFromPlan } from '#src/sql/as-planned.ts';
import { openTestDuckdb, type TestDuckdb } from '../fakes/duckdb-parser.ts';
import { FUNCTION_CASES } from '../fixtures/function-cases.ts';
import { byRegion, LOWERING_CASES, where } from '../fixtures/lowering-cases.ts';
import { columnOf, tableOf } from '../unit/catalog/catalog-builders.ts';

const table = (name: string, columns: Readonly<Record<string, ColumnType>>) =>
  tableOf(
    name,
    Object.entries(columns).map(([column, type]) => columnOf(column, { type })),
  );

const CATALOG: Catalog = {
  generationId: 'g1',
  clientId: 'c1',
  workspaceId: 'w1',
  dialect: 'any',
  tables: [
    table('sales', {
      region: 'text',
      amount: 'integer',
      day: 'date',
      note: 'text',
      sold_at: 'timestamp',
      price: 'decimal',
    }),
    table('targets', { region: 'text', 'Goal met?': 'boolean' }),
    table('Order', { 'a "b" `c`': 'integer', select: 'text' }),
  ],
  relationships: [],
  attachments: [],
  valueIndexes: [],
  timezone: 'UTC',
  asOf: null,
};
const never = new AbortController().signal;

describe('what dialects say of the plans that they wrote', () => {
  let duckdb: TestDuckdb;
  const dialects = new Map<string, Dialect>();
  before(async () => {
    duckdb = await openTestDuckdb();
    const all = [
      createDuckdbDialect(duckdb),
      createPostgresDialect(),
      createMysqlDialect(),
      createAlasqlDialect(),
    ];
    for (const dialect of all) dialects.set(dialect.name, dialect);
  });
  after(() => duckdb.close());

  const parse = async (name: string, query: Query): Promise<ParsedSelect> => {
    const dialect = dialects.get(name);
    const sql = dialect?.lower(query, CATALOG) ?? '';
    const parsed = await dialect?.parse(sql, CATALOG, never);
    if (!parsed || 'refusal' in parsed) throw new Error(`${parsed?.refusal.text}: ${sql}`);
    return parsed;
  };

  for (const name of ['duckdb', 'postgres', 'mysql', 'alasql'])
    for (const [what, query] of LOWERING_CASES)
      it(`${name}: ${what}`, async () => {
        expect(differsFromPlan(query, (await parse(name, query)).facts)).to.equal(null);
      });

  for (const name of ['duckdb', 'postgres', 'mysql', 'alasql'] as const)
    for (const { name: what, query, lacking } of FUNCTION_CASES)
      if (!lacking.includes(name))
        it(`${name}: ${what}`, async () => {
          expect(differsFromPlan(query, (await parse(name, query)).facts)).to.equal(null);
        });

  describe('a dialect that says something else', () => {
    const lies: readonly (readonly [string, (facts: QueryFacts) => QueryFacts, RegExp])[] = [
      ['another table', (facts) => ({ ...facts, tables: ['regions'] }), /^tables: planned sales/],
      ['one table more', (facts) => ({ ...facts, tables: [...facts.tables, 'x'] }), /^tables/],
      ['no columns', (facts) => ({ ...facts, columns: [] }), /^columns: planned sales\.region/],
      [
        'another aggregate',
        (facts) => ({
          ...facts,
          root: {
            ...facts.root,
            outputs: facts.root.outputs.map((output) => ({
              ...output,
              aggregates: output.aggregates.map((one) => ({ ...one, fn: 'avg' })),
            })),
          },
        }),
        /"total": planned sum; reported avg/,
      ],
      [
        'one result column less',
        (facts) => ({
          ...facts,
          root: { ...facts.root, outputs: facts.root.outputs.slice(1) },
        }),
        /^result columns: planned 2; reported 1/,
      ],
    ];
    for (const [what, lie, text] of lies)
      it(`is told apart: ${what}`, async () => {
        const query: Query = { ...where(), ...byRegion };
        const { facts } = await parse('duckdb', query);
        expect(differsFromPlan(query, lie(facts))).to.match(text);
      });
  });
});
