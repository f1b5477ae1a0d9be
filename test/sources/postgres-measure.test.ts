import { expect } from 'chai';
import type { ColumnProfile } from '#src/plugin-api/catalog.ts';
import type { DataSource, ProfileRequest, ValuesRequest } from '#src/plugin-api/data-source.ts';
import { connectPostgres, overPostgres, type PostgresDatabase } from '../fakes/postgres-server.ts';

const never = new AbortController().signal;
const scope = { workspaceId: 'w1', attachments: [] };
const ROWS = 200_000;
const SETTINGS = { exact_rows: 1_000, sample_rows: 5_000, profile_timeout_ms: 30_000 };
const physical = (table: string) => ({ database: null, schema: 'public', table });

const FILL = (table: string) => `INSERT INTO ${table}
  SELECT i, i % 1000, CASE WHEN i % 4 = 0 THEN NULL ELSE 'c' || i % 5 END, i % 90000, DATE '2020-01-01' + i % 700,
    CASE WHEN i % 100 = 0 THEN 'rare' ELSE 'often' END, i % 3 = 0, 'secret ' || i
  FROM generate_series(1, ${ROWS}) i`;
const TABLE = (
  name: string,
) => `CREATE TABLE ${name} (id integer PRIMARY KEY, small_ref integer NOT NULL,
  kind text, wide integer, day date, level text, open boolean, secret text)`;

overPostgres(
  'measurements of PostgreSQL tables',
  [
    TABLE('known'),
    FILL('known'),
    'CREATE INDEX ON known (day)',
    'ANALYZE known',
    `${TABLE('unknown')} WITH (autovacuum_enabled = false)`,
    FILL('unknown'),
    'CREATE TABLE small (id integer PRIMARY KEY, label text, doc json, yes boolean)',
    `INSERT INTO small SELECT i, 'label ' || i % 3, '{}', i > 0 FROM generate_series(0, 999) i`,
    'CREATE TABLE empty (id integer, label text)',
    `CREATE TABLE parted (id integer, day date) PARTITION BY RANGE (day)`,
    `CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2020-01-01') TO ('2021-01-01')`,
    `CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('2021-01-01') TO ('2022-01-01')`,
    `INSERT INTO parted SELECT i, DATE '2020-01-01' + i % 700 FROM generate_series(1, 20000) i`,
    'CREATE MATERIALIZED VIEW kept AS SELECT id, kind FROM known',
    'CREATE VIEW shown AS SELECT id, kind FROM known',
    'CREATE VIEW slow AS SELECT a.id, a.kind FROM known a, known b WHERE a.wide + b.wide = -1',
    'ANALYZE small',
  ],
  (database) => {
    let source: DataSource;
    before(async () => {
      const { user } = database().reader;
      await database().run(`REVOKE SELECT ON unknown FROM ${user};
        GRANT SELECT (id, small_ref, kind, wide, day, level, open) ON unknown TO ${user}`);
      source = connectPostgres(database(), SETTINGS);
    });
    after(() => source?.close());

    const columns: ProfileRequest['columns'] = [
      { name: 'id', type: 'integer', sensitive: false },
      { name: 'small_ref', type: 'integer', sensitive: false },
      { name: 'kind', type: 'text', sensitive: false },
      { name: 'wide', type: 'integer', sensitive: false },
      { name: 'day', type: 'date', sensitive: false },
      { name: 'level', type: 'text', sensitive: false },
      { name: 'open', type: 'boolean', sensitive: false },
      { name: 'secret', type: 'text', sensitive: true },
    ];
    const near = (value: number, expected: number, tolerance = 0.25) =>
      expect(value).to.be.within(expected * (1 - tolerance), expected * (1 + tolerance));

    it('gives all values of a column that has few with its profile, as the values that are asked for', async () => {
      const [profile] = await source.profile(
        scope,
        [
          {
            physical: physical('small'),
            columns: [
              { name: 'id', type: 'integer', sensitive: false },
              { name: 'label', type: 'text', sensitive: false },
            ],
          },
        ],
        never,
      );
      const asked = [{ physical: physical('small'), column: 'label', maxValues: 9, maxLength: 99 }];
      const [batch] = await Array.fromAsync(source.values(scope, asked, never));
      expect([...profile!.values!]).to.deep.equal([['label', batch!.values]]);
      expect(batch!.values[0]).to.deep.equal({ value: 'label 0', rowCount: 334 });
    });

    for (const [table, how] of [
      ['known', 'by the server’s statistics'],
      ['unknown', 'by a sample'],
    ] as const)
      it(`estimate a large table ${how}`, async () => {
        const [profile] = await source.profile(
          scope,
          [{ physical: physical(table), columns }],
          never,
        );
        // A table that was never analyzed is only known by its size.
        near(profile!.rowCount, ROWS, 0.6);
        const of = (name: string): ColumnProfile => profile!.columns.get(name)!;
        expect([...profile!.columns.keys()]).to.not.include('secret');
        expect([of('id').unique, of('id').nullCount]).to.deep.equal([true, 0]);
        expect(of('id').distinctCount).to.equal(profile!.rowCount);
        expect(of('small_ref')).to.include({ unique: false, nullCount: 0 });
        near(of('small_ref').distinctCount, 1_000);
        expect(of('kind').distinctCount).to.equal(5);
        near(of('kind').nullCount, profile!.rowCount / 4);
        expect(of('kind').samples).to.have.members(['c0', 'c1', 'c2', 'c3', 'c4']);
        expect(of('wide')).to.include({ unique: false });
        expect(of('wide').nullCount, 'no constraint says that there are none').to.be.at.least(1);
        expect(of('level').samples).to.deep.equal(['often', 'rare']);
        expect(of('open')).to.deep.include({ min: 'false', max: 'true', samples: [false, true] });
        expect(of('day').min!).to.match(/^20\d\d-\d\d-\d\d$/);
      });

    it('find the ends of an indexed column exactly', async () => {
      const [profile] = await source.profile(
        scope,
        [{ physical: physical('known'), columns }],
        never,
      );
      expect(profile!.columns.get('day')).to.include({ min: '2020-01-01', max: '2021-11-30' });
      expect(profile!.columns.get('id')).to.include({ min: '1', max: String(ROWS) });
    });

    it('take a table of so many rows as whole, and one of none', async () => {
      const [small, empty] = await source.profile(
        scope,
        [
          {
            physical: physical('small'),
            columns: [
              { name: 'id', type: 'integer', sensitive: false },
              { name: 'label', type: 'text', sensitive: false },
              { name: 'doc', type: 'json', sensitive: false },
              { name: 'yes', type: 'boolean', sensitive: false },
            ],
          },
          {
            physical: physical('empty'),
            columns: [{ name: 'label', type: 'text', sensitive: false }],
          },
        ],
        never,
      );
      expect(small!.rowCount).to.equal(1_000);
      expect(small!.columns.get('label')).to.deep.equal({
        distinctCount: 3,
        nullCount: 0,
        min: 'label 0',
        max: 'label 2',
        samples: ['label 0', 'label 1', 'label 2'],
        unique: false,
      });
      expect(small!.columns.get('yes')).to.deep.include({ max: 'true', samples: [true, false] });
      expect(small!.columns.has('doc')).to.equal(false);
      expect(empty!.rowCount).to.equal(0);
      expect(empty!.columns.get('label')).to.include({ distinctCount: 0, min: null, unique: true });
    });

    for (const table of ['parted', 'kept', 'shown'])
      it(`sample ${table}, which is no plain table`, async () => {
        const request = { physical: physical(table), columns: columns.slice(0, 1) };
        const [profile] = await source.profile(scope, [request], never);
        expect(profile!.rowCount).to.be.above(10_000);
        const id = profile!.columns.get('id')!;
        expect(id.unique).to.equal(false);
        near(id.distinctCount, profile!.rowCount, 0.05);
      });

    it('list values of large columns with estimated counts', async () => {
      for (const table of ['known', 'unknown']) {
        const request = {
          physical: physical(table),
          column: 'level',
          maxValues: 10,
          maxLength: 50,
        };
        const found = await valuesOf(source, [
          request,
          { ...request, column: 'kind', maxValues: 2 },
        ]);
        expect(found[0]!.map(({ value }) => value)).to.deep.equal(['often', 'rare']);
        near(found[0]![0]!.rowCount, ROWS * 0.99, 0.6);
        near(found[0]![1]!.rowCount, found[0]![0]!.rowCount / 99, 0.5);
        expect(found[1]).to.have.length(2);
      }
    });

    it('compare values of large tables by a sample and an index', async () => {
      const column = (table: string, name: string) => ({
        physical: physical(table),
        columns: [name],
      });
      const shares = await source.containment(
        scope,
        [
          { from: column('known', 'small_ref'), to: column('small', 'id') },
          { from: column('unknown', 'wide'), to: column('known', 'id') },
          { from: column('known', 'id'), to: column('unknown', 'wide') },
          { from: column('known', 'kind'), to: column('small', 'id') },
        ],
        never,
      );
      expect(shares[0]).to.equal(1);
      expect(shares[1]).to.be.within(0.99, 1);
      expect(shares.slice(2), 'no index, and no common type').to.deep.equal([0, 0]);
    });

    it('count combinations of small tables only', async () => {
      const sets = [
        { physical: physical('small'), columns: ['id', 'label'] },
        { physical: physical('known'), columns: ['id', 'kind'] },
      ];
      expect(await source.countDistinct!(scope, sets, never)).to.deep.equal([1_000, 0]);
    });

    it('give up on a relation that takes too long, and go on', async () => {
      const hasty = connectPostgres(database(), { ...SETTINGS, profile_timeout_ms: 3_000 });
      const view = { physical: physical('slow'), columns: columns.slice(0, 1) };
      // The view has no end of its own within the time of a test.
      const [slow, small] = await hasty.profile(
        scope,
        [view, { physical: physical('small'), columns: columns.slice(0, 1) }],
        never,
      );
      expect(slow!.columns.size).to.equal(0);
      expect(small!.columns.size).to.equal(1);
      await hasty.close();
    });

    it('never read a large table whole', async () => {
      const fresh = connectPostgres(database(), SETTINGS);
      const before = await tuplesRead(database());
      const request = { physical: physical('unknown'), columns };
      await fresh.profile(scope, [request], never);
      await valuesOf(fresh, [
        { physical: physical('unknown'), column: 'kind', maxValues: 10, maxLength: 50 },
      ]);
      const from = { physical: physical('unknown'), columns: ['small_ref'] };
      const to = { physical: physical('small'), columns: ['id'] };
      await fresh.containment(scope, [{ from, to }], never);
      // A session hands over its counts when it ends.
      await fresh.close();
      const read = (await tuplesRead(database(), before)) - before;
      expect(read).to.be.within(1, ROWS / 2);
    });
  },
);

async function valuesOf(source: DataSource, requests: readonly ValuesRequest[]) {
  const found = requests.map((): { value: string; rowCount: number }[] => []);
  for await (const { column, values } of source.values(scope, requests, never))
    found[requests.findIndex((request) => request.column === column)]!.push(...values);
  return found;
}

/** Rows of `unknown` that were read by scans so far; waits a moment for more than `known`. */
async function tuplesRead(database: PostgresDatabase, known = -1): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    await database.run('SELECT pg_stat_clear_snapshot()');
    const [row] = await database.run(
      `SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'unknown'`,
    );
    const read = Number(row?.[0] ?? 0);
    if (read > known || tries > 2_000) return read;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
