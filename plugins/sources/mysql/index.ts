import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createMysqlDialect } from './dialect/index.ts';
import { createMysqlServer } from './server.ts';
import { type MysqlSettings, mysqlSettings } from './settings.ts';

/** MySQL and MariaDB servers that teams connect. */
export const plugin: Plugin<'database', MysqlSettings> = {
  kind: 'database',
  name: 'mysql',
  apiVersion: PLUGIN_API_VERSION,
  settings: mysqlSettings,
  create: (settings, { log, waiting }) =>
    createMysqlServer({ settings, dialect: createMysqlDialect(), log, waiting }),
};
