import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseServer } from '#src/plugin-api/database-server.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { probeDatabase } from './probe.ts';
import type { PostgresSettings } from './settings.ts';
import { createPostgresSource } from './source.ts';

export interface PostgresServerDeps {
  readonly settings: PostgresSettings;
  readonly dialect: Dialect;
}

/** PostgreSQL as a kind of database that teams connect. */
export function createPostgresServer({ settings, dialect }: PostgresServerDeps): DatabaseServer {
  const open = new Set<DataSource>();
  return {
    dialect,
    defaultPort: 5432,
    probe: (target, signal) => probeDatabase(target, settings, signal),
    connect: (target) => {
      const source = createPostgresSource(target, settings, dialect);
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
