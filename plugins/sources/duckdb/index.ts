import path from 'node:path';
import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createDuckdbDialect } from './dialect/index.ts';
import { createDuckdbEngine } from './engine.ts';
import { type DuckdbSettings, duckdbSettings } from './settings.ts';
import { createSqlParser } from './sql-parser.ts';
import { Supervisor } from './supervisor.ts';

/** The default engine for files. Engine files lie anywhere below the data folder, the parent of the plugin's own. */
export const plugin: Plugin<'source', DuckdbSettings> = {
  kind: 'source',
  name: 'duckdb',
  apiVersion: PLUGIN_API_VERSION,
  settings: duckdbSettings,
  create(settings, { dataDir, log, processTag: tag, waiting }) {
    const supervisor = new Supervisor(settings, {
      ...{ root: path.dirname(dataDir), log, tag, waiting },
    });
    const dialect = createDuckdbDialect(createSqlParser(supervisor, settings));
    return createDuckdbEngine({ dialect, supervisor, settings, tag });
  },
};
