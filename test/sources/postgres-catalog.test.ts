import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { probeDatabase } from '#plugins/sources/postgres/probe.ts';
import type { DataSource, SourceTable } from '#src/plugin-api/data-source.ts';
import { connectPostgres, overPostgres } from '../fakes/postgres-server.ts';
import { waitingForTests } from '../fakes/waiting.ts';

const never = new AbortController().signal;
const scope = { workspaceId: 'w1', attachments: [] };

const STATEMENTS = [
  'CREATE SCHEMA sales',
  'CREATE SCHEMA "Odd ""Schema"""',
  'CREATE SCHEMA hidden',
  `CREATE TYPE sales.mood AS ENUM ('sad', 'it''s ok', 'glad')`,
  'CREATE DOMAIN sales.small AS integer CHECK (VALUE < 100)',
  'CREATE DOMAIN sales.tiny AS sales.small NOT NULL',
  `CREATE TABLE sales.regions (country char(2), region varchar(30), name text, PRIMARY KEY (country, region))`,
  `CREATE TABLE public.customers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, country char(2), region varchar(30),
    "__proto__" text, "Mixed Case" text, mood sales.mood, size sales.tiny,
    total numeric(12,2), doubled numeric GENERATED ALWAYS AS (total * 2) STORED,
    address inet, tags text[], doc jsonb, secret text,
    FOREIGN KEY (country, region) REFERENCES sales.regions (country, region))`,
  `COMMENT ON TABLE public.customers IS 'Who buys'`,
  `COMMENT ON COLUMN public.customers."Mixed Case" IS 'Odd; name'`,
  `INSERT INTO public.customers ("__proto__", size, total, secret) VALUES ('p', 1, 2.50, 's')`,
  `CREATE TABLE "Odd ""Schema"""."Odd; Table" ("select" integer UNIQUE NOT NULL, "a""b" text)`,
  'CREATE TABLE hidden.locked (id integer)',
  `CREATE TABLE sales.events (id integer, at date NOT NULL) PARTITION BY RANGE (at)`,
  `CREATE TABLE sales.events_2024 PARTITION OF sales.events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')`,
  `CREATE TABLE sales.events_2025 PARTITION OF sales.events FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')`,
  `INSERT INTO sales.events SELECT i, DATE '2024-06-01' + i % 500 FROM generate_series(1, 1000) i`,
  `CREATE TABLE sales.payments (id integer, at date NOT NULL)`,
  `CREATE TABLE sales.payments_2024 (CHECK (at < '2025-01-01')) INHERITS (sales.payments)`,
  `CREATE TABLE sales.payments_2025 (CHECK (at >= '2025-01-01')) INHERITS (sales.payments)`,
  `INSERT INTO sales.payments_2024 SELECT i, DATE '2024-01-01' + i FROM generate_series(1, 300) i`,
  `INSERT INTO sales.payments_2025 SELECT i, DATE '2025-01-01' + i FROM generate_series(1, 200) i`,
  `CREATE TABLE sales.refunds (reason text) INHERITS (sales.payments)`,
  'CREATE VIEW public.names AS SELECT id, "Mixed Case" AS name FROM public.customers',
  `CREATE VIEW public.glad AS SELECT id FROM public.customers WHERE mood = 'glad'`,
  `CREATE VIEW public.tiny AS SELECT id::sales.tiny AS id FROM public.customers`,
  'CREATE VIEW public.sleepy AS SELECT pg_sleep(0)::text AS s',
  'CREATE VIEW public.over_sleepy AS SELECT * FROM public.sleepy',
  'CREATE MATERIALIZED VIEW public.counted AS SELECT country, count(*) AS n FROM public.customers GROUP BY 1',
  'CREATE MATERIALIZED VIEW public.unfilled AS SELECT 1 AS one WITH NO DATA',
  'CREATE UNIQUE INDEX ON public.customers ("Mixed Case") WHERE total > 0',
  'ANALYZE',
  ...['sales', '"Odd ""Schema"""'].map((schema) => `GRANT USAGE ON SCHEMA ${schema} TO PUBLIC`),
  'GRANT SELECT (id, country, region) ON public.customers TO PUBLIC',
];

/** Foreign tables, of a kind without a handler: reading from them fails, finding them does not. */
const FOREIGN = [
  'CREATE FOREIGN DATA WRAPPER away; CREATE SERVER elsewhere FOREIGN DATA WRAPPER away',
  'CREATE FOREIGN TABLE public.remote (id integer) SERVER elsewhere',
  'CREATE TABLE public.ancestor (id integer)',
  'CREATE TABLE public.heir () INHERITS (public.ancestor)',
  'CREATE FOREIGN TABLE public.remote_heir () INHERITS (public.heir) SERVER elsewhere',
  'CREATE TABLE public.split (id integer) PARTITION BY LIST (id)',
  'CREATE TABLE public.split_1 PARTITION OF public.split FOR VALUES IN (1, 2) PARTITION BY LIST (id)',
  'CREATE FOREIGN TABLE public.split_2 PARTITION OF public.split_1 FOR VALUES IN (2) SERVER elsewhere',
  ...['remote', 'ancestor', 'heir', 'split'].map(
    (name) => `CREATE VIEW public.of_${name} AS SELECT id FROM public.${name}`,
  ),
  'CREATE VIEW public.of_of_split AS SELECT o.id FROM sales.regions r, public.of_split o',
];

overPostgres('the catalog of PostgreSQL', STATEMENTS, (database) => {
  let source: DataSource;
  let tables: readonly SourceTable[];
  const named = (name: string) => tables.find(({ physical }) => physical.table === name)!;

  before(async () => {
    for (const statement of FOREIGN) await database().run(statement);
    await database().run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${database().reader.user};
      REVOKE SELECT ON hidden.locked FROM ${database().reader.user};
      REVOKE SELECT ON public.customers FROM ${database().reader.user};
      GRANT SELECT (id, country, region, "__proto__", "Mixed Case", mood, size, total, doubled, address, tags, doc)
        ON public.customers TO ${database().reader.user}`);
    source = connectPostgres(database());
    tables = await source.introspect(scope, never);
  });
  after(() => source?.close());

  it('shows what the user may read, of all schemas but the system’s', () => {
    expect(
      tables.map(({ physical: { schema, table }, isView }) => [schema, table, isView]),
    ).to.have.deep.members([
      ['Odd "Schema"', 'Odd; Table', false],
      ['public', 'counted', false],
      ['public', 'customers', false],
      ['public', 'glad', true],
      ['public', 'names', true],
      ['sales', 'events', false],
      ['sales', 'payments', false],
      ['sales', 'refunds', false],
      ['sales', 'regions', false],
    ]);
  });

  it('shows partitions by inheritance once, as the rows of the table that they inherit', () => {
    expect(named('payments').rowCount).to.equal(500);
  });

  it('shows the named schemas alone', async () => {
    const one = connectPostgres(database(), {}, { schemas: ['sales', 'pg_catalog'] });
    const found = await one.introspect(scope, never);
    expect(found.map(({ physical }) => physical.table)).to.have.members([
      'events',
      'payments',
      'refunds',
      'regions',
    ]);
    await one.close();
  });

  it('leaves out views that do more than read', () => {
    const found = ['sleepy', 'over_sleepy', 'tiny'].map(named);
    expect(found).to.deep.equal([undefined, undefined, undefined]);
  });

  it('leaves out whatever reads foreign tables: parents, partitioned tables and views of them', () => {
    const names = tables.map(({ physical }) => physical.table);
    expect(names.filter((name) => /remote|ancestor|heir|split/.test(name))).to.deep.equal([]);
  });

  it('says when a database is connected that foreign tables are left out', async () => {
    const { postgres: settings } = configSchema.parse({});
    const { readOnly, warnings } = await probeDatabase(
      database().reader,
      { settings, waiting: waitingForTests() },
      never,
    );
    expect(readOnly).to.equal(true);
    expect(warnings.join()).to.match(
      /Foreign tables and views of them were left out.*public\.remote, public\.remote_heir/,
    );
  });

  it('types columns as they are used, domains by what is below them', () => {
    expect(
      named('customers').columns.map(({ name, type, nativeType, nullable }) => [
        name,
        type,
        nativeType,
        nullable,
      ]),
    ).to.deep.equal([
      ['id', 'integer', 'integer', false],
      ['country', 'text', 'character(2)', true],
      ['region', 'text', 'character varying(30)', true],
      ['__proto__', 'text', 'text', true],
      ['Mixed Case', 'text', 'text', true],
      ['mood', 'text', `enum('sad','it''s ok','glad')`, true],
      ['size', 'integer', 'sales.tiny', false],
      ['total', 'decimal', 'numeric(12,2)', true],
      ['doubled', 'decimal', 'numeric', true],
      ['address', 'other', 'inet', true],
      ['tags', 'other', 'text[]', true],
      ['doc', 'json', 'jsonb', true],
    ]);
  });

  it('shows no column that the user may not read', () => {
    expect(named('customers').columns.some(({ name }) => name === 'secret')).to.equal(false);
  });

  it('keeps comments', () => {
    expect(named('customers').comment).to.equal('Who buys');
    expect(named('customers').columns[4]!.comment).to.equal('Odd; name');
  });

  it('shows keys of several columns, into other schemas too', () => {
    expect(named('customers').foreignKeys).to.deep.equal([
      {
        columns: ['country', 'region'],
        to: { schema: 'sales', table: 'regions', columns: ['country', 'region'] },
      },
    ]);
    expect(named('regions').primaryKey).to.deep.equal(['country', 'region']);
  });

  it('takes a unique index without NULLs for a key where none is declared', () => {
    expect(named('Odd; Table').primaryKey).to.deep.equal(['select']);
    expect(named('counted').primaryKey).to.equal(null);
  });

  it('counts a partitioned table by its partitions', () => {
    expect(named('events').rowCount).to.equal(1_000);
  });

  it('measures columns of any name', async () => {
    const columns = ['__proto__', 'Mixed Case', 'mood', 'size', 'doc'].map((name) => ({
      name,
      type: named('customers').columns.find((column) => column.name === name)!.type,
      sensitive: false,
    }));
    const [profile] = await source.profile(
      scope,
      [{ physical: named('customers').physical, columns }],
      never,
    );
    expect(profile!.columns.get('__proto__')).to.include({
      distinctCount: 1,
      min: 'p',
      unique: true,
    });
    expect(profile!.columns.get('mood')).to.include({ distinctCount: 0, nullCount: 1, min: null });
    expect(profile!.columns.get('doc')).to.equal(undefined);
    const odd = named('Odd; Table');
    const [other] = await source.profile(
      scope,
      [
        {
          physical: odd.physical,
          columns: odd.columns.map((column) => ({ ...column, sensitive: false })),
        },
      ],
      never,
    );
    expect([other!.rowCount, other!.columns.size]).to.deep.equal([0, 2]);
  });

  it('takes a declared key over schemas for contained, unread', async () => {
    const shares = await source.containment(
      scope,
      [
        {
          from: { physical: named('customers').physical, columns: ['region', 'country'] },
          to: { physical: named('regions').physical, columns: ['region', 'country'] },
        },
      ],
      never,
    );
    expect(shares).to.deep.equal([1]);
  });
});
