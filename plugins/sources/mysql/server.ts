import type { Logger } from 'pino';
import type { WaitingLimits } from '#src/places.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { DatabaseServer } from '#src/plugin-api/database-server.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { probe } from './probe.ts';
import type { MysqlSettings } from './settings.ts';
import { createMysqlSource } from './source.ts';

export interface ServerDeps {
  readonly settings: MysqlSettings;
  readonly dialect: Dialect;
  readonly log: Logger;
  readonly waiting: WaitingLimits;
}

/** MySQL from 5.7 and MariaDB from 10.3. */
export function createMysqlServer({ settings, dialect, log, waiting }: ServerDeps): DatabaseServer {
  const sources = new Set<DataSource>();
  return {
    dialect,
    defaultPort: 3306,
    probe: (target, signal) => probe(target, settings, signal),
    connect: (target) => {
      const source = createMysqlSource({ target, dialect, settings, log, waiting });
      sources.add(source);
      return {
        ...source,
        close: async () => {
          sources.delete(source);
          await source.close();
        },
        open: async (signal) => {
          sources.add(source);
          await source.open(signal);
        },
      };
    },
    close: async () => {
      await Promise.all([...sources].map((source) => source.close()));
    },
  };
}
