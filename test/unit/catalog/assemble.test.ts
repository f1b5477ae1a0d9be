import { expect } from 'chai';
import { assembleCatalog } from '#src/catalog/assemble.ts';
import { profileVersion } from '#src/catalog/profile-version.ts';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { type MemoryDuckDb, openMemoryDuckDb } from '../../fakes/duckdb-source.ts';
import { TEST_LIMITS } from '../../fakes/offline-catalog.ts';

const scope = { workspaceId: 'w', attachments: [] };

describe('the catalog of a generation', () => {
  let source: MemoryDuckDb;

  before(async () => {
    source = await openMemoryDuckDb();
    for (const sql of [
      "CREATE TABLE customers AS SELECT i + 1 AS id, 'n' || i AS name FROM range(20) r(i)",
      `CREATE TABLE orders AS SELECT i AS order_id, 1 + i % 20 AS customer_id, 1 + i % 7 AS code,
         i * 1.5 AS growth, i AS revenue FROM range(60) r(i)`,
      "CREATE TABLE clients AS SELECT i + 1 AS client_id, 'c' || i AS name FROM range(5) r(i)",
      "CREATE TABLE codes AS SELECT i + 1 AS nr, 'k' || i AS meaning FROM range(9) r(i)",
    ])
      await source.run(sql);
  });
  after(() => source?.close());

  /** One version a table, as it comes back from disk. */
  const versionOf = async (table: string, signal = new AbortController().signal) => {
    const physical = { database: null, schema: null, table };
    const tables = [{ physical, name: table }];
    const input = { source, scope, tables, valueIndexPath: null, limits: TEST_LIMITS, signal };
    return JSON.parse(JSON.stringify(await profileVersion(input))) as VersionProfile;
  };
  const assemble = (versions: readonly VersionProfile[], limits = TEST_LIMITS): Promise<Catalog> =>
    assembleCatalog({
      workspace: { clientId: 'c', workspaceId: 'w', timezone: 'UTC', asOf: null },
      generationId: 'g',
      dialect: 'duckdb',
      versions,
      source,
      scope,
      limits,
      signal: new AbortController().signal,
    });
  const links = ({ relationships }: Catalog) =>
    relationships.map(
      ({ from, to, source: how }) =>
        `${from.table}.${from.columns} ${to.table}.${to.columns} ${how}`,
    );

  it('relates tables of different files, the same way each time', async () => {
    const versions = [await versionOf('customers'), await versionOf('orders')];
    const catalog = await assemble(versions);
    expect(links(catalog)).to.deep.equal(['orders.customer_id customers.id inferred']);
    expect(await assemble(versions)).to.deep.equal(catalog);
  });

  it('trusts declared keys whatever their names, and repeats none', async () => {
    const orders = await versionOf('orders');
    const foreignKeys = [
      { columns: ['CUSTOMER_ID'], to: { table: 'Customers', columns: ['id'] } },
      { columns: ['code'], to: { table: 'codes', columns: ['nr'] } },
      { columns: ['code'], to: { table: 'nowhere', columns: ['nr'] } },
    ];
    const declared = { ...orders, tables: [{ ...orders.tables[0]!, foreignKeys }] };
    const versions = [await versionOf('customers'), declared, await versionOf('codes')];
    expect(links(await assemble(versions))).to.deep.equal([
      'orders.customer_id customers.id declared',
      'orders.code codes.nr declared',
    ]);
  });

  it('relates no parts of one table to each other, nor to the whole', async () => {
    const of = async (table: string, coveredBy?: string): Promise<VersionProfile> => {
      const version = await versionOf(table);
      const [profiled] = version.tables;
      return {
        ...version,
        tables: [{ ...profiled!, table: { ...profiled!.table, ...(coveredBy && { coveredBy }) } }],
      };
    };
    expect(links(await assemble([await of('customers'), await of('orders')]))).to.have.length(1);
    const whole = await of('customers');
    for (const parts of [
      [await of('customers', 'all'), await of('orders', 'all')],
      [whole, await of('orders', 'customers')],
    ])
      expect(links(await assemble(parts))).to.deep.equal([]);
    const other = [await of('customers', 'people'), await of('orders', 'all')];
    expect(links(await assemble(other))).to.have.length(1);
  });

  it('drops a synonym once another file brings something of that name', async () => {
    const customers = await versionOf('customers');
    const synonyms = async (versions: readonly VersionProfile[]) =>
      (await assemble(versions)).tables.find(({ name }) => name === 'customers')!.synonyms;
    expect(await synonyms([customers])).to.deep.equal(['client']);
    expect(await synonyms([customers, await versionOf('clients')])).to.deep.equal([]);
  });

  it('does not add up what the cells of a file showed to be percentages', async () => {
    const orders = await versionOf('orders');
    const [entry] = orders.tables;
    const columns = entry!.table.columns.map((column) =>
      column.name === 'growth' ? { ...column, unit: '%' } : column,
    );
    const withUnit = { ...orders, tables: [{ ...entry!, table: { ...entry!.table, columns } }] };
    const table = (await assemble([withUnit])).tables[0]!;
    const additive = (name: string) =>
      table.columns.find((column) => column.name === name)!.additive;
    expect(additive('growth')).to.equal(false);
    expect(additive('revenue')).to.equal(true);
  });

  it('compares no more columns than the setting allows', async () => {
    const versions = [await versionOf('customers'), await versionOf('orders')];
    const catalog = await assemble(versions, { ...TEST_LIMITS, maxContainmentChecks: 0 });
    expect(links(catalog)).to.deep.equal([]);
  });

  it('stops when it is called off', async () => {
    const signal = AbortSignal.abort(new Error('called off'));
    const message = await assembleCatalog({
      workspace: { clientId: 'c', workspaceId: 'w', timezone: 'UTC', asOf: null },
      generationId: 'g',
      dialect: 'duckdb',
      versions: [await versionOf('customers')],
      source,
      scope,
      limits: TEST_LIMITS,
      signal,
    }).catch((error: Error) => error.message);
    expect(message).to.equal('called off');
  });
});
