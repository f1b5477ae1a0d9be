import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DataSource, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { DatabaseServer, DatabaseTarget } from '#src/plugin-api/database-server.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { type MemoryDuckDb, openMemoryDuckDb } from './duckdb-source.ts';

/** The one server behind all addresses: a DuckDB in memory with the database `shop`, and users with passwords. */
export interface FakeServer extends DatabaseServer {
  readonly db: MemoryDuckDb;
  readonly users: Map<string, string>;
  /** Users that may write. */
  readonly writers: Set<string>;
  /** Addresses that nothing listens on. */
  readonly deaf: Set<string>;
  /** Where connections went. */
  readonly targets: readonly DatabaseTarget[];
  /** Sources that are open now. */
  readonly open: () => number;
  /** Sources that were ever opened. */
  readonly made: () => number;
  /** Tables that the server lists and cannot read, with its words. */
  readonly broken: Map<string, string>;
  /** What the sources do instead of looking: hang, or fail. */
  hold: (() => Promise<void>) | null;
}

const dialect: Dialect = {
  name: 'fake',
  lower: () => {
    throw new Error('the fake server writes no SQL');
  },
  parse: () => Promise.reject(new Error('the fake server reads no SQL')),
};

export async function openFakeServer(): Promise<FakeServer> {
  const db = await openMemoryDuckDb();
  const users = new Map([['ann', 'tops3cret']]);
  const targets: DatabaseTarget[] = [];
  let open = 0;
  let made = 0;
  const check = (target: DatabaseTarget) => {
    targets.push(target);
    if (server.deaf.has(target.address))
      throw new ConnectionError('host', `${target.host}:${target.port} refused the connection.`);
    if (users.get(target.user) !== target.password)
      throw new ConnectionError('credentials', `The password of "${target.user}" is wrong.`);
    if (target.database !== 'shop')
      throw new ConnectionError('database', `The database "${target.database}" doesn't exist.`);
  };
  const server: FakeServer = {
    dialect,
    defaultPort: 5432,
    db,
    users,
    writers: new Set(),
    deaf: new Set(),
    broken: new Map(),
    targets,
    hold: null,
    open: () => open,
    made: () => made,
    probe: async (target) => {
      check(target);
      const readOnly = !server.writers.has(target.user);
      const warnings = readOnly ? [] : [`The user "${target.user}" can write.`];
      return { serverVersion: 'Fake 1.0', readOnly, warnings };
    },
    connect: (target) => {
      open++;
      made++;
      let closed = false;
      const use = async () => {
        if (closed) throw new SourceError('unavailable', 'The connection is closed.');
        try {
          check(target);
        } catch (error) {
          throw new SourceError('unavailable', (error as Error).message, { cause: error });
        }
        await server.hold?.();
      };
      return source(server, use, () => {
        if (!closed) open--;
        closed = true;
      });
    },
    close: async () => {},
  };
  return server;
}

function source(
  { db, broken }: FakeServer,
  use: () => Promise<void>,
  close: () => void,
): DataSource {
  return {
    dialect,
    open: async () => {},
    introspect: async (...args) => {
      await use();
      return db.introspect(...args);
    },
    unreadable: async (_, tables) => tables.map(({ table }) => broken.get(table) ?? null),
    profile: async (...args) => {
      await use();
      return db.profile(...args);
    },
    values: (...args) => db.values(...args),
    containment: (...args) => db.containment(...args),
    countDistinct: (...args) => db.countDistinct(...args),
    async *query(guarded): AsyncGenerator<ResultChunk> {
      await use();
      yield { kind: 'columns', columns: [{ name: 'c', type: 'integer', nativeType: 'INTEGER' }] };
      yield { kind: 'rows', rows: await db.run(guarded.sql) };
      yield { kind: 'end', truncated: false, engineMs: 0, notes: [] };
    },
    close: async () => close(),
  };
}
