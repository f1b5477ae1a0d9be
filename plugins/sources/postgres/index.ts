import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createPostgresDialect } from './dialect/index.ts';
import { createPostgresServer } from './server.ts';
import { type PostgresSettings, postgresSettings } from './settings.ts';

/** PostgreSQL servers that teams connect. */
export const plugin: Plugin<'database', PostgresSettings> = {
  kind: 'database',
  name: 'postgres',
  apiVersion: PLUGIN_API_VERSION,
  settings: postgresSettings,
  create: (settings, { waiting }) =>
    createPostgresServer({ settings, dialect: createPostgresDialect(), waiting }),
};
