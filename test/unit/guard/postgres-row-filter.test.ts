import { expect } from 'chai';
import fc from 'fast-check';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { catalogOf, column, table } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';
import {
  guardedSql,
  openPostgresShop,
  PG_SHOP,
  type PostgresShop,
  verdictOf,
} from './postgres-harness.ts';
import { randomSql } from './random-sql.ts';

const policy = (filter: RowPolicy['filter']): RowPolicy => ({
  filter,
  hash: JSON.stringify(filter),
});
/** Regions in a column whose collation takes case and accents for the same. */
const ANY_CASE = catalogOf([
  table('regions', [column('region', 'text')], {
    physical: { database: null, schema: 'public', table: 'anycase' },
  }),
]);
const ANY_CASE_DATA = `
  CREATE COLLATION anycase (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
  CREATE TABLE anycase AS SELECT region COLLATE anycase AS region FROM p_regions`;
const TENANT_A = policy({ tenant: 'a' });

/** Rows or the error of a statement, with all that a caller could see of it. */
async function outcome(run: Promise<readonly (readonly unknown[])[]>): Promise<string> {
  try {
    return (await run)
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n');
  } catch (error) {
    const { code, message, detail, hint, where } = error as Error & Record<string, unknown>;
    return `error ${[code, message, detail, hint, where].join(' | ')}`;
  }
}

/** Says the same of the rows as `TENANT_A`, of everybody. */
const CHOICES: Catalog = {
  ...PG_SHOP,
  rowFilter: [
    [
      { column: 'tenant', value: 'nobody' },
      { column: 'tenant', value: 'a' },
      { column: 'id', value: 99 },
    ],
  ],
};

describe('row filters (PostgreSQL)', () => {
  /** Rows of both tenants. */
  let all: PostgresShop;
  /** Rows of tenant a alone. */
  let own: PostgresShop;
  before(async function () {
    const opened = await openPostgresShop(ANY_CASE_DATA);
    if (!opened) return this.skip();
    all = opened;
    own = (await openPostgresShop(
      "DELETE FROM p_orders WHERE tenant <> 'a'; DELETE FROM p_customers WHERE tenant <> 'a'",
    ))!;
  });
  after(async () => {
    await all?.close();
    await own?.close();
  });

  const ways = { caller: [TENANT_A, PG_SHOP], workspace: [EVERYTHING, CHOICES] } as const;
  for (const [whose, filtered] of Object.entries(ways))
    it(`let a statement tell nothing that it would not tell if there were no foreign rows: rows, errors and their texts (${whose})`, async () => {
      let errors = 0;
      let answers = 0;
      await fc.assert(
        fc.asyncProperty(randomSql, async (sql) => {
          const guarded = await guardedSql(sql, ...filtered);
          const here = await outcome(all.guarded(guarded));
          const there = await outcome(own.guarded(guarded));
          const written = await outcome(own.written(sql));
          expect(here, guarded).to.equal(there);
          expect(here).not.to.match(/FOREIGN|40\.25|Cid/);
          if (here.startsWith('error')) errors++;
          else {
            answers++;
            // Where both give rows they are the same; which of two errors comes first may differ.
            if (!written.startsWith('error')) expect(here, guarded).to.equal(written);
          }
        }),
        { numRuns: 400 },
      );
      expect(answers, 'statements that gave rows').to.be.greaterThan(100);
      expect(errors, 'statements that failed on their own rows').to.be.greaterThan(5);
    });

  it('evaluate nothing of the statement on rows that they remove', async () => {
    const conditions = [
      "note LIKE '7%'",
      'CAST(note AS integer) > 3',
      '1 / (id - 3) > 0',
      "note >= '7'",
      'id = 3',
    ];
    for (const condition of conditions) {
      const sql = await guardedSql(`SELECT id FROM customers WHERE ${condition}`, TENANT_A);
      const plan = (await all.guarded(`EXPLAIN (VERBOSE) ${sql}`)).map(String).join('\n');
      const [above = '', scan = ''] = plan.split(/(?=Seq Scan|Index Scan)/);
      expect(above, plan).to.match(/Subquery Scan[\s\S]*Filter:/);
      const inScan = scan.match(/Filter: .*/)?.[0];
      expect(inScan, plan).to.match(/tenant/);
      expect(inScan, plan).not.to.match(/note|id/);
    }
  });

  it('would mix both conditions in one scan without the fence', async () => {
    const plan = await all.guarded(
      "EXPLAIN SELECT id FROM (SELECT id, note FROM public.p_customers WHERE tenant = 'a') c WHERE CAST(note AS integer) > 3",
    );
    expect(plan.map(String).join('\n')).to.match(/Filter: .*note.*tenant|Filter: .*tenant.*note/);
  });

  it('tell case and accents apart, whatever the collation of the column says', async () => {
    const sql = await guardedSql(
      'SELECT count(*) FROM regions',
      policy({ region: 'NÓRTH' }),
      ANY_CASE,
    );
    expect(await all.guarded(sql)).to.deep.equal([['0']]);
    expect(
      await all.written("SELECT count(*) FROM public.anycase WHERE region = 'NÓRTH'"),
    ).to.deep.equal([['1']]);
    const exact = await guardedSql(
      'SELECT count(*) FROM regions',
      policy({ region: 'North' }),
      ANY_CASE,
    );
    expect(await all.guarded(exact)).to.deep.equal([['1']]);
  });

  const refused: readonly (readonly [why: string, sql: string, filter: RowPolicy['filter']])[] = [
    ['a table without the column', 'SELECT * FROM rates', { tenant: 'a' }],
    [
      'such a table anywhere',
      'SELECT id FROM orders WHERE 1 IN (SELECT rate FROM rates)',
      { tenant: 'a' },
    ],
    ['a view', 'SELECT id FROM order_view', { tenant: 'a' }],
    ['a sample', 'SELECT id FROM orders TABLESAMPLE system (50) REPEATABLE (1)', { tenant: 'a' }],
    [
      'a table without one of two columns',
      'SELECT name FROM customers',
      { tenant: 'a', status: 'x' },
    ],
    ['a text for a number', 'SELECT id FROM orders', { id: 'x' }],
    ['a number that is too long', 'SELECT id FROM orders', { id: '9'.repeat(30) }],
    ['a text for a date', 'SELECT id FROM orders', { ordered_on: "2024-01-01' OR '1'='1" }],
    ['a date that is none', 'SELECT id FROM orders', { ordered_on: '2024-02-31x' }],
  ];
  for (const [why, sql, filter] of refused)
    it(`refuse ${why}`, async () => {
      expect(await verdictOf(sql, policy(filter))).to.equal('row_filter');
    });

  it('let a view pass that is marked shared', async () => {
    const shared = PG_SHOP.tables.map((each) => ({ ...each, shared: true }));
    expect(await verdictOf('SELECT id FROM order_view', TENANT_A, catalogOf(shared))).to.equal(
      'accepted',
    );
  });

  const values: readonly (readonly [RowPolicy['filter'], number])[] = [
    [{ id: 2 }, 1],
    [{ id: '2' }, 1],
    [{ id: '9223372036854775807' }, 0],
    [{ id: '123456789012345678' }, 0],
    [{ amount: 20 }, 1],
    [{ amount: '40.25' }, 1],
    [{ ordered_on: '2024-02-21' }, 1],
    [{ status: "o'; DROP TABLE p_orders; --" }, 0],
    [{ status: "\\'; DROP TABLE p_orders; --" }, 0],
    [{ TENANT: 'a', status: 'paid' }, 2],
    [{ margin: 3 }, 1],
  ];
  for (const [filter, count] of values)
    it(`compare ${JSON.stringify(filter)} in the type of the column`, async () => {
      const sql = await guardedSql('SELECT count(*) FROM orders', policy(filter));
      expect(await all.guarded(sql)).to.deep.equal([[String(count)]]);
    });
});
