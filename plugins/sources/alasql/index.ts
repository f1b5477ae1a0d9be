import { createRequire } from 'node:module';
import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createAlasqlDialect } from './dialect/index.ts';
import { createAlasqlEngine } from './engine.ts';
import { WorkerLanes } from './pool.ts';
import { type AlasqlSettings, alasqlSettings } from './settings.ts';

/** An engine for files in pure JavaScript, in memory, within the subset of SQL that docs/alasql.md lists. */
export const plugin: Plugin<'source', AlasqlSettings> = {
  kind: 'source',
  name: 'alasql',
  apiVersion: PLUGIN_API_VERSION,
  settings: alasqlSettings,
  create(settings, { waiting }) {
    checkInstalled();
    return createAlasqlEngine({
      dialect: createAlasqlDialect(),
      lanes: new WorkerLanes(settings, waiting),
      settings,
    });
  },
};

/** The package of Plumbline brings AlaSQL along; a checkout has it among its development packages. */
function checkInstalled(): void {
  try {
    createRequire(import.meta.url).resolve('#alasql');
  } catch (cause) {
    throw new Error(
      'AlaSQL isn\'t installed, because "npm ci --omit=dev" leaves it out. Run "npm ci", or install the package "plumbline", which includes it.',
      { cause },
    );
  }
}
