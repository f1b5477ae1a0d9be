import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseServer } from '#src/plugin-api/database-server.ts';
import { probeDatabase } from './probe.ts';
import { createPostgresSource, type PostgresDeps } from './source.ts';

/** PostgreSQL as a kind of database that teams connect. */
export function createPostgresServer(deps: PostgresDeps): DatabaseServer {
  const open = new Set<DataSource>();
  return {
    dialect: deps.dialect,
    defaultPort: 5432,
    probe: (target, signal) => probeDatabase(target, deps, signal),
    connect: (target) => {
      const source = createPostgresSource(target, deps);
      const close = async () => {
        open.delete(source);
        await source.close();
      };
      open.add(source);
      return { ...source, close };
    },
    close: async () => {
      const closing = [...open].map((source) => source.close());
      open.clear();
      await Promise.all(closing);
    },
  };
}
