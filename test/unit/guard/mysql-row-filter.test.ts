import { expect } from 'chai';
import fc from 'fast-check';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import { catalogOf, column, table } from './fixtures.ts';
import { EVERYTHING } from './harness.ts';
import {
  guardedSql,
  type MysqlHarness,
  openMysqlHarness,
  shopIn,
  verdict,
} from './mysql-harness.ts';

const policy = (filter: RowPolicy['filter']): RowPolicy => ({
  filter,
  hash: JSON.stringify(filter),
});
const TENANT_A = policy({ tenant: 'a' });

/** Statements whose rows under the filter are those of tenant a alone. */
const SEEN_BY_A: readonly (readonly [sql: string, rows: readonly (readonly unknown[])[]])[] = [
  ['SELECT id FROM orders ORDER BY id', [[1], [2], [3]]],
  ["SELECT count(*) FROM orders WHERE tenant = 'b' OR TRUE", [[3]]],
  ["SELECT count(*) FROM orders WHERE tenant = 'b'", [[0]]],
  ['SELECT count(*) FROM orders UNION ALL SELECT count(*) FROM customers', [[3], [2]]],
  ['SELECT (SELECT count(*) FROM customers)', [[2]]],
  ['WITH x AS (SELECT * FROM orders) SELECT count(*) FROM x', [[3]]],
  ['WITH orders AS (SELECT * FROM orders) SELECT count(*) FROM ORDERS', [[3]]],
  ['SELECT count(*) FROM orders o LEFT JOIN customers c ON c.id = o.customer_id', [[3]]],
  ['SELECT count(*) FROM (orders a, orders b)', [[9]]],
  ['SELECT count(*) FROM orders FORCE INDEX (PRIMARY)', [[3]]],
  [
    'SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id <> c.id) ORDER BY 1',
    [['Ann'], ['Bob']],
  ],
  ['SELECT manager FROM regions ORDER BY 1', [['Nia'], ['Sam']]],
];

const REFUSED: readonly (readonly [why: string, sql: string, filter: RowPolicy['filter']])[] = [
  ['a table without the column', 'SELECT * FROM rates', { tenant: 'a' }],
  [
    'such a table anywhere',
    'SELECT id FROM orders WHERE 1 IN (SELECT rate FROM rates)',
    { tenant: 'a' },
  ],
  ['a view', 'SELECT id FROM order_view', { tenant: 'a' }],
  ['a text for a number', 'SELECT id FROM orders', { id: 'x' }],
  ['a text for a date', 'SELECT id FROM orders', { ordered_on: "2024-01-01' OR '1'='1" }],
];

const VALUES: readonly (readonly [filter: RowPolicy['filter'], count: number])[] = [
  [{ id: 2 }, 1],
  [{ id: '9223372036854775807' }, 0],
  [{ id: '2' }, 1],
  [{ amount: '40.25' }, 1],
  [{ ordered_on: '2024-02-21' }, 1],
  [{ status: "o'; DROP TABLE p_orders; --" }, 0],
  [{ status: "\\' OR 1=1 -- " }, 0],
  [{ TENANT: 'a', status: 'paid' }, 2],
  [{ tenant: 'A' }, 0],
  [{ tenant: 'a ' }, 0],
  [{ tenant: 'á' }, 0],
  [{ margin: 3 }, 1],
];

describe('row filters (MySQL)', () => {
  let harness: MysqlHarness;
  before(async function () {
    const opened = await openMysqlHarness();
    if (!opened) return this.skip();
    harness = opened;
  });
  after(() => harness?.db.close());

  for (const [sql, rows] of SEEN_BY_A)
    it(`show own rows alone: ${sql.slice(0, 100)}`, async () => {
      expect(await harness.answer(sql, TENANT_A)).to.deep.equal(rows);
    });

  for (const [why, sql, filter] of REFUSED)
    it(`refuse ${why}`, async () => {
      expect(await verdict(harness.judge(sql, policy(filter)))).to.equal('row_filter');
    });

  for (const [filter, count] of VALUES)
    it(`compare ${JSON.stringify(filter)} exactly, in the type of the column`, async () => {
      const rows = await harness.answer('SELECT count(*) FROM orders', policy(filter));
      expect(rows).to.deep.equal([[count]]);
    });

  it('are put on a shared table that has the column', async () => {
    const shared = catalogOf([
      table('orders', [column('id', 'integer'), column('tenant', 'text')], {
        shared: true,
        physical: { database: null, schema: harness.db.database, table: 'p_orders' },
      }),
    ]);
    const sql = await guardedSql(harness.judge('SELECT id FROM orders', TENANT_A, shared));
    expect(await harness.db.rows(sql)).to.deep.equal([[1], [2], [3]]);
  });
});

const lit = fc.constantFrom('0', '1', '2', '3', '4', '5', '12', "'7'", "'a'", 'NULL');
const OUTER = {
  id: 'o.id',
  amount: 'o.amount',
  text: ['o.status', 'c.note', 'c.name', 'c.tenant'],
};

/** Numbers, also such that end a statement in an error for some values. */
const number: fc.Arbitrary<string> = fc.letrec((tie) => ({
  number: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(OUTER.id, OUTER.amount, 'c.id'),
    lit,
    tie('number').map((n) => `1 / (${n} - 4)`),
    tie('number').map((n) => `(${n} MOD (c.id - 3))`),
    tie('number').map((n) => `EXP(${n} * 200)`),
    tie('number').map((n) => `(~0 - 4 + ${n})`),
    tie('number').map((n) => `(9223372036854775803 + ${n})`),
    tie('number').map((n) => `POW(${n}, 500)`),
    // These fail for values that only foreign rows of the hostile world have.
    fc.constantFrom('EXP(o.amount)', 'EXP(c.id * 7)', 'EXP(o.id * 7)', 'POW(o.amount, 60)'),
    fc.constantFrom(
      'CAST(c.note AS SIGNED)',
      '(SELECT COUNT(*) FROM orders)',
      '(SELECT SUM(i.amount) FROM orders i WHERE i.id > o.id)',
      '(SELECT i.id FROM orders i WHERE i.id >= 4)',
      "(SELECT i.id FROM customers i WHERE i.note = 'FOREIGN')",
      '(SELECT EXP(MAX(i.id) * 200) FROM customers i)',
      "ST_X(ST_GeomFromText(CONCAT('POINT(', c.note, ' 1)')))",
      'JSON_LENGTH(c.note)',
      'SUM(o.amount) OVER ()',
      'INET_ATON(c.note)',
    ),
  ) as fc.Arbitrary<string>,
})).number as fc.Arbitrary<string>;

const text = fc.oneof(
  fc.constantFrom(...OUTER.text),
  fc.constantFrom(
    "JSON_EXTRACT(c.note, '$.a')",
    'CONCAT(c.note, o.status)',
    'HEX(c.note)',
    'UPPER(c.tenant)',
  ),
);
const condition = fc.oneof(
  fc.tuple(number, fc.constantFrom('=', '<', '>=', '<=>'), number).map((parts) => parts.join(' ')),
  fc.tuple(text, lit).map(([left, right]) => `${left} LIKE ${right}`),
  text.map((each) => `'x' REGEXP ${each}`),
  text.map((each) => `c.name REGEXP CONCAT('(', ${each})`),
  number.map(
    (each) => `EXISTS (SELECT 1 FROM customers i WHERE i.id = ${each.replace(/\bOVER \(\)/g, '')})`,
  ),
  fc.constantFrom(
    '1',
    'c.tenant <> o.tenant',
    "o.tenant = 'b'",
    'o.id IN (SELECT id FROM customers)',
  ),
);
const statement = fc
  .record({
    items: fc.array(fc.oneof(number, text), { minLength: 1, maxLength: 2 }),
    join: fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN'),
    on: fc.oneof(fc.constant('c.id = o.customer_id'), condition),
    where: condition,
    group: fc.boolean(),
  })
  .filter(({ on, where }) => !`${on}${where}`.includes('OVER'))
  .map(({ items, join, on, where, group }) => {
    const from = `FROM orders o ${join} customers c ON ${on} WHERE ${where}`;
    return group && !items.join().includes('OVER')
      ? `SELECT MAX(${items[0]}), COUNT(DISTINCT ${items.at(-1)}) ${from}`
      : `SELECT ${items.join(', ')} ${from}`;
  });

/**
 * Rows of other tenants, as many in both worlds: plain ones, and such as break every expression above, with names that
 * collations take for `a`. Their number is the same because the server plans by it, and so chooses which of two failing
 * expressions it meets first.
 */
const FOREIGN = {
  plain: {
    p_orders: [4, 5, 6, 7, 8].map((id) => `(${id}, 3, '2025-03-01', 5, 'paid', 1, 'b')`),
    p_customers: [3, 4, 5, 6].map((id) => `(${id}, 'Cid', 'c', 'North', '5', 's', 'b')`),
  },
  hostile: {
    p_orders: [
      "(4, 3, '2025-03-01', 40.25, 'paid', 4, 'b')",
      "(6, 1, '2025-03-02', 9999999999, '(', 4, 'A')",
      "(7, 2, NULL, -1, '[', NULL, 'á')",
      "(800, 1, '2020-01-01', 4, '{', 1, 'a ')",
      "(9, 2, '2020-01-01', 0, '*', 1, NULL)",
    ],
    p_customers: [
      "(3, 'Cid', 'c', 'North', 'FOREIGN', 's', 'b')",
      "(4, '(', 'c', 'North', '{\"a\":', 's', 'A')",
      "(700, '[z', 'c', 'x', '[[', 's', 'ä')",
      "(1000, '*', NULL, NULL, NULL, NULL, 'a ')",
    ],
  },
} as const;

describe('what a query tells under a row filter (MySQL)', () => {
  /** The same rows of tenant a; the values of others differ. */
  const worlds: MysqlHarness[] = [];
  before(async function () {
    for (const foreign of [FOREIGN.plain, FOREIGN.hostile]) {
      const opened = await openMysqlHarness();
      if (!opened) return this.skip();
      worlds.push(opened);
      for (const [name, rows] of Object.entries(foreign)) {
        await opened.db.inside(`DELETE FROM ${name} WHERE tenant = 'b'`);
        await opened.db.inside(`INSERT INTO ${name} VALUES ${rows.join(', ')}`);
        await opened.db.inside(`ANALYZE TABLE ${name}`);
      }
    }
  });
  after(() => Promise.all(worlds.map((world) => world.db.close())));

  /** Says the same of the rows as `TENANT_A`, of everybody. */
  const choices = (world: MysqlHarness): Catalog => ({
    ...shopIn(world.db.database),
    rowFilter: [
      [
        { column: 'tenant', value: 'nobody' },
        { column: 'tenant', value: 'a' },
        { column: 'id', value: 99 },
      ],
    ],
  });
  const judgeByChoices = (world: MysqlHarness, sql: string) =>
    world.judge(sql, EVERYTHING, choices(world));
  const judgeByKey = (world: MysqlHarness, sql: string) => world.judge(sql, TENANT_A);

  /** All that comes back: rows, or the text of the error. */
  async function told(
    world: MysqlHarness,
    sql: string,
    judge: typeof judgeByKey = judgeByKey,
  ): Promise<string> {
    const guarded = await guardedSql(judge(world, sql));
    try {
      const rows = await world.db.rows(guarded);
      return JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());
    } catch (error) {
      return String(error).replaceAll(world.db.database, 'db');
    }
  }

  for (const judge of [judgeByKey, judgeByChoices])
    it(`is the same whatever the rows of other tenants hold, error texts included (${judge.name})`, async () => {
      let failed = 0;
      await fc.assert(
        fc.asyncProperty(statement, async (sql) => {
          const [plain = '', hostile = ''] = await Promise.all(
            worlds.map((world) => told(world, sql, judge)),
          );
          expect(hostile, sql).to.equal(plain);
          if (plain.startsWith('Error')) failed++;
        }),
        { numRuns: 600 },
      );
      expect(failed).to.be.above(20);
    });

  it('would differ without the fence: a condition is evaluated on rows of others', async () => {
    const [, world] = worlds;
    const unfenced = `SELECT id FROM (SELECT id, tenant FROM ${world!.db.database}.p_customers WHERE tenant = 'a' AND CAST(tenant AS BINARY) = 'a') AS c WHERE EXP(id * 10) > 0`;
    const fenced = await told(world!, 'SELECT id FROM customers WHERE EXP(id * 10) > 0');
    expect(fenced).to.equal('["[1]","[2]"]');
    const rows = world!.db.rows(unfenced).then(
      (found) => found.length,
      (error) => String(error),
    );
    expect(await rows).to.match(/out of range/);
  });
});
