import { IS_FULL } from '../fakes/full.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';
import { openWorkspace, SHARED, shareWorkspace, type Workspace } from './workspace.ts';

interface StoreOfTests {
  /** The settings that name the store. */
  readonly env: () => Readonly<Record<string, string>>;
  /** An account on a service with it; with SQLite one that other suites share. */
  open(): Promise<Workspace>;
}

/**
 * Declares the same tests over a service whose metadata store is SQLite and, in `npm run test:all`, over one whose store
 * is PostgreSQL too: test/contracts holds both stores to the same behaviour in every run.
 */
export function onBothStores(title: string, tests: (store: StoreOfTests) => void): void {
  describe(`${title}, on SQLite`, () => tests({ env: () => ({}), open: () => shareWorkspace() }));

  if (!IS_FULL) return;

  describe(`${title}, on PostgreSQL`, () => {
    let database: Awaited<ReturnType<typeof temporaryDatabase>> | null = null;
    before(async function () {
      if (!(await requirePostgres())) return this.skip();
      database = await temporaryDatabase();
    });
    const env = (): Readonly<Record<string, string>> =>
      database ? { PLUMBLINE_STORE__URL: database.url } : {};
    tests({ env, open: () => openWorkspace({ ...SHARED, ...env() }) });
    // After the hooks of the tests, which end the service.
    after(() => database?.drop());
  });
}
