import { expect } from 'chai';
import pg from 'pg';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { lowerPostgres } from '#plugins/sources/postgres/dialect/lower.ts';
import type { Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import { openMemoryDuckDb } from '../../fakes/duckdb-source.ts';
import { requirePostgres, temporaryDatabase } from '../../fakes/postgres.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

type Match = Extract<Predicate, { kind: 'match' }>;

const matching = (
  name: string,
  mode: Match['mode'],
  text: string,
  negated = false,
): SelectQuery => {
  const expr = { kind: 'column', alias: 'things', column: name } as const;
  return {
    kind: 'select',
    from: { table: 'things', alias: 'things' },
    joins: [],
    where: [{ kind: 'match', mode, expr, text, negated }],
    groupBy: [],
    having: [],
    select: [{ expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false }, as: 'n' }],
    distinct: false,
    orderBy: [],
    limit: null,
  };
};

const typed = (name: string, nativeType: string) => ({ ...column(name, 'text'), nativeType });

/** Type, a value of it, its beginning and its end as people see them. */
const TYPES: readonly (readonly [string, string, string, string])[] = [
  ['state', "'PRODUCTION'", 'prod', 'TION'],
  ['inherited_state', "'PRODUCTION'", 'prod', 'TION'],
  ['state[]', "'{PRODUCTION}'", '{prod', 'tion}'],
  ['code', "'AB-1'", 'ab', '-1'],
  ['uuid', "'7F000000-0000-4abc-8abc-0000000000a1'", '7f', 'A1'],
  ['inet', "'10.0.0.1'", '10.0', '1/32'],
  ['text[]', "'{red,blue}'", '{red', 'blue}'],
  ['json', `'{"a":1}'`, '{"a', '1}'],
  ['jsonb', `'{"a": 1}'`, '{"a', '1}'],
  ['interval', "'2 days'", '2', 'days'],
  ['character(9)', "'red'", 're', 'ed'],
  ['character varying(9)', "'red'", 're', 'ed'],
  ['text', "'red'", 're', 'ed'],
];

describe('texts that are looked for in columns of other types', () => {
  it('are found in PostgreSQL as the text that people see', async function () {
    if (!(await requirePostgres())) return this.skip();
    const database = await temporaryDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`CREATE TYPE state AS ENUM ('PRODUCTION', 'TEST');
      CREATE DOMAIN inherited_state AS state; CREATE DOMAIN code AS varchar(9);
      CREATE TABLE things (${TYPES.map(([type], at) => `c${at} ${type}`).join(', ')});
      INSERT INTO things VALUES (${TYPES.map(([, value]) => value).join(', ')})`);
    const catalog = catalogOf([
      table(
        'things',
        TYPES.map(([nativeType], at) => typed(`c${at}`, nativeType)),
      ),
    ]);
    const count = async (query: SelectQuery) => {
      const sql = lowerPostgres(query, catalog);
      const { rows } = await client.query(sql);
      return [Number(rows[0].n), sql] as const;
    };
    for (const [at, [type, , start, end]] of TYPES.entries())
      for (const [mode, text, found] of [
        ['starts', start, 1],
        ['ends', end, 1],
        ['contains', end, 1],
        ['contains', 'nowhere', 0],
      ] as const) {
        const [n, sql] = await count(matching(`c${at}`, mode, text));
        expect(n, `${type}: ${sql}`).to.equal(found);
        const [without] = await count(matching(`c${at}`, mode, text, true));
        expect(without, `${type}: not ${sql}`).to.equal(1 - found);
      }
    await client.end();
    await database.drop();
  });

  it('are found in DuckDB, too', async () => {
    const db = await openMemoryDuckDb();
    await db.run(`CREATE TABLE things AS SELECT '7f000000-0000-4abc-8abc-0000000000a1'::UUID AS id,
      'PRODUCTION'::ENUM('PRODUCTION', 'TEST') AS state, ['red'] AS colours`);
    const natives = { id: 'UUID', state: "ENUM('PRODUCTION', 'TEST')", colours: 'VARCHAR[]' };
    const columns = Object.entries(natives).map(([name, nativeType]) => typed(name, nativeType));
    const catalog = catalogOf([table('things', columns)]);
    for (const [name, mode, text] of [
      ['id', 'starts', '7F'],
      ['state', 'contains', 'duct'],
      ['colours', 'contains', 'RED'],
    ] as const) {
      const sql = lowerDuckdb(matching(name, mode, text), catalog);
      expect(JSON.stringify(await db.run(sql)), sql).to.match(/1/);
    }
  });

  it('are still facts of the column', async () => {
    const status = typed('status', 'order_status');
    const catalog = catalogOf([table('things', [status])]);
    const sql = lowerPostgres(matching('status', 'contains', 'ship'), catalog);
    expect(sql).to.contain('CAST(status AS TEXT) ILIKE');
    const parsed = await createPostgresDialect().parse(sql, catalog, new AbortController().signal);
    const [filter] = 'facts' in parsed ? parsed.facts.root.filters : [];
    expect(filter).to.deep.include({
      op: 'like',
      values: ['%ship%'],
      column: { table: 'things', column: 'status' },
    });
  });
});
