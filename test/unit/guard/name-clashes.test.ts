import { expect } from 'chai';
import fc from 'fast-check';
import { rounds } from '../../fakes/full.ts';
import { catalogOf, column, table } from './fixtures.ts';
import { EVERYTHING, type Harness, openHarness } from './harness.ts';

/**
 * Random SELECTs in which aliases, columns of two tables, WITH names and outer columns share a few letters. The guard
 * shows the engine only the columns that the facts name, so wherever its reading of a name differs from DuckDB's, the
 * guarded statement fails or gives other rows than the written one.
 */
const CATALOG = catalogOf([
  table(
    'p',
    ['a', 'b', 'c'].map((each) => column(each, 'integer')),
  ),
  table(
    'q',
    ['a', 'b', 'd'].map((each) => column(each, 'integer')),
  ),
]);
const DATA = `
  CREATE TABLE p_p AS SELECT * FROM (VALUES (1, 10, 2), (2, 20, 1), (3, 20, 3), (4, 1, 2)) t(a, b, c);
  CREATE TABLE p_q AS SELECT * FROM (VALUES (1, 3, 20), (2, 2, 10), (5, 1, 1)) t(a, b, d);
  CREATE VIEW p AS SELECT * FROM p_p;
  CREATE VIEW q AS SELECT * FROM p_q;
`;

const from = (...list: readonly string[]) => fc.constantFrom(...list);
const name = from('a', 'b', 'a', 'b', 'c', 'd', 'p.a', 'p.b', 'x', 'A');
const alias = from('a', 'b', 'c', 'd', 'x', 'p');
const value = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 1, arbitrary: fc.tuple(name, from('+', '-', '*'), name).map((each) => each.join(' ')) },
  { weight: 1, arbitrary: name.map((each) => `(SELECT max(${each}) FROM q)`) },
);
const measure = fc.tuple(from('sum', 'count', 'max'), name).map(([fn, arg]) => `${fn}(${arg})`);
const relation = from(
  'p',
  'q',
  'p x',
  'p JOIN q USING (a)',
  'p LEFT JOIN q USING (a)',
  'p FULL JOIN q USING (a, b)',
  'p NATURAL JOIN q',
  'p JOIN q ON p.a = q.a',
  'p, q',
  '(SELECT a AS b, b AS a FROM p) x',
  'p, LATERAL (SELECT a + 1 AS x) l',
  'x',
);
const named = (expr: fc.Arbitrary<string>) =>
  fc.tuple(expr, fc.option(alias)).map(([text, as]) => (as ? `${text} AS ${as}` : text));
const item = named(value);
const star = from('*', 'p.*', '* EXCLUDE (b)', '* REPLACE (b AS a)', 'x.*');
const condition = fc
  .tuple(value, from('>', '<', '='), from('1', '2', '20'))
  .map((each) => each.join(' '));
const shape = (grouped: boolean) =>
  fc.record({
    with: fc.boolean(),
    items: fc.array(
      grouped
        ? fc.oneof(item, named(measure))
        : fc.oneof({ weight: 5, arbitrary: item }, { weight: 1, arbitrary: star }),
      { minLength: 1, maxLength: 3 },
    ),
    from: relation,
    where: fc.option(condition),
    group: grouped ? fc.oneof(from('ALL', '1', '1, 2'), name) : fc.constant(null),
    having: grouped
      ? fc.option(
          fc.tuple(fc.oneof(value, measure), from('> 1', '< 5')).map((each) => each.join(' ')),
        )
      : fc.constant(null),
    order: fc.option(fc.oneof(from('ALL', '1'), value)),
  });
const statement = fc
  .oneof(shape(false), shape(true))
  .map((each) =>
    [
      each.with ? 'WITH x AS (SELECT b AS a, a AS c FROM p)' : '',
      `SELECT ${each.items.join(', ')} FROM ${each.from}`,
      each.where ? `WHERE ${each.where}` : '',
      each.group ? `GROUP BY ${each.group}` : '',
      each.having ? `HAVING ${each.having}` : '',
      each.order ? `ORDER BY ${each.order}` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );

describe('names that stand for more than one thing (DuckDB)', () => {
  let harness: Harness;
  before(async () => {
    harness = await openHarness(1_000);
    await harness.db.rows(DATA);
  });
  after(() => harness.close());

  const rowsOf = (sql: string) =>
    harness.db.rows(sql).then(
      (rows) => rows.map((row) => JSON.stringify(row)).sort(),
      () => null,
    );

  it('are read as the engine reads them, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(statement, async (sql) => {
        const result = await harness.guard(sql, EVERYTHING, CATALOG);
        const written = await rowsOf(sql);
        // What DuckDB finds ambiguous among all columns may be plain among those that are named.
        if (!result.ok || written === null) return;
        expect(await rowsOf(result.guarded.sql), `${sql}\n→ ${result.guarded.sql}`).to.deep.equal(
          written,
        );
      }),
      { numRuns: Number(process.env['NAME_CLASH_RUNS'] ?? rounds(300)) },
    );
  });
});
