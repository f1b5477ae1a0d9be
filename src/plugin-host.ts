import { mkdir } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '#src/clock.ts';
import type { WaitingLimits } from '#src/places.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import {
  PLUGIN_API_VERSION,
  type Plugin,
  type PluginContext,
  type PluginContracts,
  type PluginKind,
} from '#src/plugin-api/plugin.ts';

/** A plugin that cannot be used; the text names it and says why. The start stops on it. */
export class PluginError extends Error {
  constructor(kind: PluginKind, name: string, problem: string, options?: ErrorOptions) {
    super(`The ${kind} plugin "${name}" can't be used: ${problem}`, options);
    this.name = 'PluginError';
  }
}

export interface PluginHostOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly dataDir: string;
  /** For processes that plugins start (`src/child-processes.ts`). */
  readonly processTag: string;
  readonly waiting: WaitingLimits;
  /** Names of the plugins that ship with the service, by kind. */
  readonly builtIn: Readonly<Partial<Record<PluginKind, readonly string[]>>>;
}

/** A plugin that was checked and created; `open` gives it opened, and opens it again after a failure. */
export interface HostedPlugin<K extends PluginKind> {
  readonly open: () => Promise<PluginContracts[K]>;
  /** Whether it is open now. */
  readonly isOpen: () => boolean;
  /** Closes it before the host does. */
  readonly close: () => Promise<void>;
}

export interface PluginHost {
  /** Imports, checks and creates a plugin: one that ships with the service, or a package. Fails with `PluginError`. */
  load<K extends PluginKind>(kind: K, name: string, settings: unknown): Promise<HostedPlugin<K>>;
  /** Closes all plugins, the last loaded first. */
  close(): Promise<void>;
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const closers = new Set<() => Promise<void>>();
  return {
    async load(kind, name, settings) {
      const ships = options.builtIn[kind]?.includes(name) ?? false;
      const plugin = await importPlugin(kind, name, options.builtIn[kind] ?? []);
      const checked = plugin.settings.safeParse(settings);
      if (!checked.success)
        throw new PluginError(
          kind,
          name,
          `its settings aren't valid: ${checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
        );
      // The names of packages are not ours: a folder of the service could bear the same one.
      const below = kind === 'objects' ? [] : ships ? [plugin.name] : ['plugins', plugin.name];
      const dataDir = path.join(path.resolve(options.dataDir), ...below);
      await mkdir(dataDir, { recursive: true });
      const log = options.log.child({ plugin: plugin.name });
      const { clock, processTag, waiting } = options;
      const context = { log, clock, dataDir, processTag, waiting };
      const instance = await created(plugin, checked.data, context);
      const problem = problemOf(kind, instance, ships ? [] : Object.values(options.builtIn).flat());
      if (problem) throw new PluginError(kind, name, problem);
      const close = async () => {
        if (closers.delete(close)) await instance.close();
      };
      closers.add(close);
      return { ...openOnce(instance), close };
    },
    async close() {
      for (const close of [...closers].reverse())
        await close().catch((error: unknown) =>
          options.log.warn({ err: error }, "a plugin didn't close"),
        );
    },
  };
}

/** An instance; what its plugin says of a setting that it can't use stops the start. */
async function created<K extends PluginKind>(
  plugin: Plugin<K>,
  settings: unknown,
  context: PluginContext,
): Promise<PluginContracts[K]> {
  try {
    return await plugin.create(settings, context);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new PluginError(plugin.kind, plugin.name, problem, { cause: error });
  }
}

/** Where the plugins that ship with the service lie: engines for files and database servers are both sources. */
const FOLDERS = {
  source: 'sources',
  database: 'sources',
  model: 'models',
  budget: 'budgets',
  telemetry: 'telemetry',
  objects: 'objects',
} as const satisfies Record<PluginKind, string>;

const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * What packages may import of the service, wherever they are installed: `plumbline/plugin-api`, `plumbline/sql` and
 * `plumbline/places` are resolved as `exports` of our own package.json says.
 */
let offered = false;
function offerOwnModules(): void {
  if (offered) return;
  offered = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(
        specifier,
        specifier.startsWith('plumbline/')
          ? {
              ...context,
              parentURL: import.meta.url,
              conditions: [...context.conditions, 'plumbline-source'],
            }
          : context,
      ),
  });
}

async function importPlugin<K extends PluginKind>(
  kind: K,
  name: string,
  builtIn: readonly string[],
): Promise<Plugin<K>> {
  const specifier = builtIn.includes(name) ? `#plugins/${FOLDERS[kind]}/${name}/index.ts` : name;
  if (specifier === name) offerOwnModules();
  let module: { readonly plugin?: Partial<Plugin> };
  try {
    module = (await import(specifier)) as typeof module;
  } catch (error) {
    throw new PluginError(
      kind,
      name,
      `it can't be imported (${error instanceof Error ? error.message : error}). Use ${builtIn.join(', ')} or an installed package`,
      { cause: error },
    );
  }
  const { plugin } = module;
  const problem = !plugin
    ? 'it doesn\'t export "plugin"'
    : plugin.kind !== kind
      ? `it is a plugin of kind "${plugin.kind}"`
      : plugin.apiVersion !== PLUGIN_API_VERSION
        ? `it needs plugin API ${plugin.apiVersion}, but this is ${PLUGIN_API_VERSION}`
        : typeof plugin.name !== 'string' || !NAME.test(plugin.name)
          ? 'its name can contain only lowercase letters, digits and hyphens'
          : typeof plugin.create !== 'function' || !plugin.settings
            ? 'it doesn\'t have "create" or "settings"'
            : null;
  if (problem) throw new PluginError(kind, name, problem);
  return plugin as Plugin<K>;
}

/** What an instance of each kind has. */
const METHODS = {
  source: [
    ...['open', 'introspect', 'profile', 'values', 'containment', 'query', 'close'],
    ...['beginLoad'],
  ],
  database: ['probe', 'connect', 'close'],
  model: ['generate', 'close'],
  budget: ['caps', 'close'],
  telemetry: ['record', 'dropped', 'close'],
  objects: ['put', 'get', 'has', 'list', 'delete', 'close'],
} as const satisfies Record<PluginKind, readonly string[]>;
const DIALECT_METHODS = ['lower', 'parse'] as const;

/** What an instance lacks of its contract, or says of itself that cannot be; null where there is nothing. */
function problemOf(kind: PluginKind, instance: unknown, taken: readonly string[]): string | null {
  const lacks = (value: unknown, methods: readonly string[]) =>
    methods.filter((method) => typeof fieldOf(value, method) !== 'function');
  const missing = lacks(instance, METHODS[kind]);
  if (missing.length > 0) return `its instance doesn't have ${missing.join(', ')}`;
  if (kind === 'model' && typeof fieldOf(instance, 'name') !== 'string')
    return 'its instance has no name';
  if (kind !== 'source' && kind !== 'database') return null;
  const dialect = fieldOf(instance, 'dialect');
  const missingThere = lacks(dialect, DIALECT_METHODS);
  if (missingThere.length > 0) return `its dialect doesn't have ${missingThere.join(', ')}`;
  const dialectName = fieldOf(dialect, 'name');
  if (typeof dialectName !== 'string' || !NAME.test(dialectName))
    return 'the name of its dialect can contain only lowercase letters, digits and hyphens';
  if (taken.includes(dialectName))
    return `its dialect has the name "${dialectName}" of a built-in plugin`;
  const port = fieldOf(instance, 'defaultPort');
  if (kind === 'database' && !(Number.isInteger(port) && Number(port) > 0))
    return 'it has no defaultPort';
  return null;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Opens on the first call; concurrent calls share it, and a failed one is tried again by the next. */
function openOnce<K extends PluginKind>(
  instance: PluginContracts[K],
): Omit<HostedPlugin<K>, 'close'> {
  let opening: Promise<PluginContracts[K]> | null = null;
  let isOpen = false;
  const open = async () => {
    if ('open' in instance) await (instance as DataSource).open(new AbortController().signal);
    isOpen = true;
    return instance;
  };
  return {
    open: () => {
      opening ??= open().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    isOpen: () => isOpen,
  };
}
