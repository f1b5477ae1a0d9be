import type { Logger } from 'pino';
import type { ZodType } from 'zod';
import type { Clock } from '#src/clock.ts';
import type { WaitingLimits } from '#src/places.ts';

export const PLUGIN_API_VERSION = 1;

export interface PluginContracts {
  readonly source: import('./data-source.ts').DataSource;
  readonly database: import('./database-server.ts').DatabaseServer;
  readonly model: import('./language-model.ts').LanguageModel;
  readonly budget: import('./budget-policy.ts').BudgetPolicy;
  readonly telemetry: import('./telemetry.ts').Telemetry;
  readonly objects: import('./object-store.ts').ObjectStore;
}

export type PluginKind = keyof PluginContracts;

/** What a plugin package exports as `plugin`. */
export interface Plugin<K extends PluginKind = PluginKind, Settings = unknown> {
  readonly kind: K;
  /** Lower case, as the configuration names it. */
  readonly name: string;
  readonly apiVersion: typeof PLUGIN_API_VERSION;
  /** Checks the plugin's part of the configuration. */
  readonly settings: ZodType<Settings>;
  create(
    settings: Settings,
    context: PluginContext,
  ): PluginContracts[K] | Promise<PluginContracts[K]>;
}

export interface PluginContext {
  readonly log: Logger;
  readonly clock: Clock;
  /** A folder of the plugin's own below the data folder, of an object store the data folder itself; made before `create`. */
  readonly dataDir: string;
  /**
   * An argument for processes that the plugin starts: a later start of the service on this data folder finds those by it
   * that outlived their gateway, and ends them.
   */
  readonly processTag: string;
  /** How work may wait for a place in the plugin; `Places` of `src/places.ts` keeps to it. */
  readonly waiting: WaitingLimits;
}
