import type { DatabaseServer } from '#src/plugin-api/database-server.ts';
import type { HostedPlugin } from '#src/plugin-host.ts';

export interface DatabaseServersOptions {
  /** Kinds of servers that are configured. */
  readonly types: readonly string[];
  /** Those that ship with the service. */
  readonly builtIn: readonly string[];
  readonly load: (type: string) => Promise<HostedPlugin<'database'>>;
}

/**
 * The plugins of database servers. One that ships is loaded when the first database of its kind is used, since its
 * driver and parser take their time; one of elsewhere at once, so that a bad one stops the start.
 */
export async function databaseServers({
  types,
  builtIn,
  load,
}: DatabaseServersOptions): Promise<(type: string) => Promise<DatabaseServer>> {
  const loading = new Map<string, Promise<DatabaseServer>>();
  const get = (type: string) => {
    const known = loading.get(type);
    if (known) return known;
    const server = load(type).then((plugin) => plugin.open());
    loading.set(type, server);
    // The next call tries again.
    server.catch(() => loading.delete(type));
    return server;
  };
  for (const type of types) if (!builtIn.includes(type)) await get(type);
  return get;
}
