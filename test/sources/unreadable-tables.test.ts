import { expect } from 'chai';
import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import type { DataSource, ProfileRequest, SourceTable } from '#src/plugin-api/data-source.ts';
import { mysqlServerForTests, overMysql } from '../fakes/mysql-source.ts';
import { connectPostgres, overPostgres } from '../fakes/postgres-server.ts';

const never = new AbortController().signal;
const scope = { workspaceId: 'w1', attachments: [] };

/** What the source says of its tables, by name; also whether all can be measured and indexed without a failure. */
async function looked(source: DataSource): Promise<Record<string, string | null>> {
  const tables = await source.introspect(scope, never);
  const physical = tables.map((table) => table.physical);
  const why = await source.unreadable!(scope, physical, never);
  await source.profile(scope, tables.map(requestOf), never);
  const places = tables.flatMap(({ columns, physical: of }) =>
    columns.map(({ name }) => ({ physical: of, column: name, maxValues: 10, maxLength: 100 })),
  );
  for await (const _ of source.values(scope, places, never));
  return Object.fromEntries(physical.map(({ table }, index) => [table, why[index] ?? null]));
}

const requestOf = ({ physical, columns }: SourceTable): ProfileRequest => ({
  physical,
  columns: columns.map(({ name, type }) => ({ name, type, sensitive: false })),
});

overMysql('tables that a MySQL server lists and cannot read', (mysql) => {
  let source: DataSource;
  before(async () => {
    await mysql().admin(`
      CREATE TABLE orders (id INT PRIMARY KEY, city VARCHAR(20));
      CREATE TABLE gone (id INT, city VARCHAR(20));
      INSERT INTO orders VALUES (1, 'Rome');
      CREATE VIEW cities AS SELECT city FROM orders;
      CREATE VIEW over_gone AS SELECT id, city FROM gone;
      CREATE VIEW over_over AS SELECT city FROM over_gone;
      CREATE DEFINER='nobody'@'nowhere' SQL SECURITY DEFINER VIEW by_nobody AS SELECT id FROM orders;
      DROP TABLE gone`);
    source = mysqlServerForTests().connect(mysql().target);
  });
  after(() => source?.close());

  it('are told, and stop nothing', async () => {
    const found = await looked(source);
    expect(found).to.include({ orders: null, cities: null });
    for (const name of ['over_gone', 'over_over', 'by_nobody'])
      expect(found[name], name).to.match(/invalid|exist|definer|privilege|rights/i);
  });

  it('are those, too, that go between listing and measuring', async () => {
    const physical: PhysicalName = { database: null, schema: mysql().database, table: 'vanished' };
    expect(await source.unreadable!(scope, [physical], never)).to.satisfy(
      ([why]: readonly string[]) => /exist/.test(why ?? ''),
    );
    const columns = [{ name: 'id', type: 'integer' as const, sensitive: false }];
    const [profile] = await source.profile(scope, [{ physical, columns }], never);
    expect(profile).to.deep.include({ physical, rowCount: 0 });
  });
});

const STATEMENTS = [
  'CREATE TABLE public.orders (id integer PRIMARY KEY, city text)',
  'CREATE TABLE public.locked (id integer, city text)',
  "INSERT INTO public.orders VALUES (1, 'Rome')",
  'CREATE VIEW public.cities AS SELECT city FROM public.orders',
  'CREATE VIEW public.over_locked AS SELECT id, city FROM public.locked',
];

overPostgres('tables that PostgreSQL lists and cannot read', STATEMENTS, (database) => {
  let source: DataSource;
  before(async () => {
    const { owner, reader } = database();
    // The view runs with the rights of its owner, who has none to the table any more.
    await database().run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader.user};
      ALTER TABLE public.locked OWNER TO CURRENT_USER;
      REVOKE ALL ON public.locked FROM ${owner.user}, ${reader.user}`);
    source = connectPostgres(database());
  });
  after(() => source?.close());

  it('are told, and stop nothing', async () => {
    const found = await looked(source);
    expect(found).to.include({ orders: null, cities: null });
    expect(found['over_locked']).to.match(/permission denied/);
  });

  it('are those, too, that go between listing and measuring', async () => {
    const physical: PhysicalName = { database: null, schema: 'public', table: 'vanished' };
    const [why] = await source.unreadable!(scope, [physical], never);
    expect(why).to.match(/exist/);
    expect(await source.profile(scope, [{ physical, columns: [] }], never)).to.have.length(1);
  });
});
