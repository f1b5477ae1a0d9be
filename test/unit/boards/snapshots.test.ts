import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { createAuditTrail } from '#src/accounts/audit.ts';
import { createSnapshots } from '#src/boards/snapshots.ts';
import type { NewSnapshot, Snapshots } from '#src/boards/types.ts';
import { endSnapshots } from '#src/catalog/generations/end-snapshots.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from '../ask/harness.ts';
import { seedWorkspaces } from '../ask/store.ts';

overStores('snapshots', (openStore) => {
  let duckdb: TestDuckdb;
  let data: OfflineCatalog;
  let store: TestStore;
  let catalog: Catalog;
  let snapshots: Snapshots;

  before(async () => {
    duckdb = await openTestDuckdb();
    data = await catalogFromSql([
      'CREATE TABLE people (city VARCHAR, badge VARCHAR)',
      "INSERT INTO people VALUES ('Bonn', 'b1'), ('Bern', NULL)",
    ]);
  });
  after(async () => {
    await data.close();
    duckdb.close();
  });

  beforeEach(async () => {
    store = await openStore();
    await seedWorkspaces(store.db);
    const clock = { now: () => new Date('2026-11-01T00:00:00Z') };
    const dialect = createDuckdbDialect(duckdb);
    const guard = createGuard({
      maxSqlBytes: 65_536,
      maxDepth: 50,
      maxWeight: 100_000,
      keptVerdicts: 100,
    });
    snapshots = createSnapshots({
      store: store.db,
      clock,
      config: configSchema.parse({}),
      audit: createAuditTrail(store.db, clock),
      judge: ({ principal: { policy } }, of, sql, signal) =>
        guard({ sql, catalog: of, policy, dialect, maxRows: 100, signal }),
      catalogOf: async () => ({ catalog, databaseId: null }),
    });
    catalog = withBadge({ sensitive: true });
  });
  afterEach(() => store.dispose());

  const withBadge = (change: Partial<CatalogColumn>): Catalog => ({
    ...data.catalog,
    tables: data.catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((one) => (one.name === 'badge' ? { ...one, ...change } : one)),
    })),
  });

  const share = async (of: Partial<NewSnapshot>) => {
    const by = principal();
    const { token } = await snapshots.create(
      {
        principal: by,
        workspace: {
          accountId: 'acc',
          clientId: 'cli',
          workspaceId: 'wsp',
          source: 'files',
          databaseId: null,
          generationId: data.catalog.generationId,
          schemaStatus: 'ready',
          schemaError: null,
          timezone: 'UTC',
          asOf: null,
        },
      },
      {
        source: 'answer',
        sourceId: 'tr_1',
        title: 'Badges',
        cards: [],
        statements: [],
        tables: [],
        days: 7,
        allowRowFilter: false,
        ...of,
      },
      {
        by: { principal: by, requestId: 'req_1' },
        signal: new AbortController().signal,
        settle: async () => {},
      },
    );
    return () =>
      snapshots.read(token).then(
        ({ title }) => title,
        ({ code }: { readonly code: string }) => code,
      );
  };

  const COUNT = { statements: ['SELECT count(badge) FROM people'] };
  const WHOLE = { tables: ['people'] };

  it('of a count of a sensitive column can be read, until the column is hidden', async () => {
    const read = await share(COUNT);
    expect(await read()).to.equal('Badges');
    catalog = withBadge({ sensitive: true, hidden: true });
    expect(await read()).to.equal('link_not_found');
  });

  it('of whole tables is refused where a column is sensitive, and no dead link is made', async () => {
    const refused = await share(WHOLE).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'unprocessable' });
    expect(await store.db.selectFrom('snapshots').selectAll().execute()).to.deep.equal([]);
  });

  for (const [name, of] of Object.entries({ COUNT, WHOLE }))
    it(`ends when a column that it reads becomes sensitive (${name})`, async () => {
      catalog = data.catalog;
      const read = await share(of);
      expect(await read()).to.equal('Badges');
      catalog = withBadge({ sensitive: true });
      expect(await read(), 'sensitive').to.equal('link_not_found');
      catalog = data.catalog;
      expect(await read(), 'shown again').to.equal('link_not_found');
    });

  it('ends when a column is hidden, though it is shown again before anybody looks', async () => {
    const counted = await share(COUNT);
    const other = await share({ statements: ['SELECT city FROM people'] });
    const publish = (made: Catalog) =>
      store.db.transaction().execute((trx) => endSnapshots(trx, { workspaceId: 'wsp' }, made));
    await publish(withBadge({ hidden: true }));
    await publish(data.catalog);
    expect(await counted(), 'of the column').to.equal('link_not_found');
    expect(await other(), 'of another column').to.equal('Badges');
  });
});
