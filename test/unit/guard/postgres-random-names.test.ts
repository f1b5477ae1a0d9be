import { expect } from 'chai';
import fc from 'fast-check';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import { IS_FULL, rounds } from '../../fakes/full.ts';
import { catalogOf, column, table } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';
import { guardPostgres, openPostgresShop, type PostgresShop } from './postgres-harness.ts';
import { randomNames } from './random-names.ts';

const named = (
  name: string,
  columns: readonly string[],
  hidden: readonly string[] = [],
): CatalogTable =>
  table(
    name,
    [
      ...columns.map((each) => column(each, 'integer')),
      ...hidden.map((each) => column(each, 'integer', { hidden: true })),
    ],
    { physical: { database: null, schema: 'public', table: `p_${name}` } },
  );
const CATALOG = catalogOf([
  named('t1', ['a', 'b'], ['s']),
  named('t2', ['b', 'c', 'a']),
  named('t3', ['c', 't1']),
]);
const DATA = `
  CREATE TABLE p_t1 AS SELECT * FROM (VALUES (1, 2, 90), (3, 4, 91), (5, 2, 92)) v(a, b, s);
  CREATE TABLE p_t2 AS SELECT * FROM (VALUES (2, 7, 1), (4, 8, 3), (2, 1, 1)) v(b, c, a);
  CREATE TABLE p_t3 AS SELECT * FROM (VALUES (7, 1), (8, 2), (1, 5)) v(c, t1);
  CREATE VIEW written.t1 AS SELECT a, b FROM p_t1;
  CREATE VIEW written.t2 AS SELECT b, c, a FROM p_t2;
  CREATE VIEW written.t3 AS SELECT c, t1 FROM p_t3`;

/** What the guard refuses though the server has a meaning for it. */
const REFUSED =
  /NATURAL JOIN have no column in common|columns were renamed|"s" of "t1" cannot be used/;

describe('names that are hard to tell apart (PostgreSQL)', () => {
  let shop: PostgresShop;
  before(async function () {
    const opened = await openPostgresShop(DATA);
    if (!opened) return this.skip();
    shop = opened;
  });
  after(() => shop?.close());

  /** Rows in a fixed order; null where the server refuses the statement. */
  const rows = async (run: Promise<readonly (readonly unknown[])[]>) => {
    try {
      return (await run).map((row) => JSON.stringify(row)).sort();
    } catch {
      return null;
    }
  };

  it('mean to the guard what they mean to the server', async () => {
    let same = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const sql = randomNames(seed);
        const expected = await rows(shop.written(sql));
        if (expected === null) return;
        const result = await guardPostgres(sql, EVERYTHING, CATALOG);
        if (!result.ok) {
          expect(result.refusal.text, sql).to.match(REFUSED);
          return;
        }
        const { guarded, facts } = result;
        expect(await rows(shop.guarded(guarded.sql)), guarded.sql).to.deep.equal(expected);
        const names = facts.root.outputs.map((each) => each.name);
        expect(names, sql).to.deep.equal(await shop.columnNames(guarded.sql));
        same++;
      }),
      { numRuns: rounds(1_000) },
    );
    expect(same, 'statements that ran').to.be.greaterThan(IS_FULL ? 60 : 0);
  });
});
