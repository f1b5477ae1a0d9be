import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { assembleCatalog } from '#src/catalog/assemble.ts';
import type { EnqueueEnrichment } from '#src/catalog/generations/enrich.ts';
import type { OpenGenerations } from '#src/catalog/generations/open.ts';
import { profileVersion } from '#src/catalog/profile-version.ts';
import type { CatalogLimits } from '#src/catalog/version-profile.ts';
import type { Clock } from '#src/clock.ts';
import { type AnswerSource, createAnswerSource } from '#src/databases/answer-source.ts';
import { type GetServer, invalid } from '#src/databases/connection-request.ts';
import { Connections } from '#src/databases/connections.ts';
import { createDiscovery } from '#src/databases/discover.ts';
import type { Enqueue } from '#src/databases/discovery-state.ts';
import { keepFresh } from '#src/databases/refresh.ts';
import { rotateSecrets } from '#src/databases/rotate-secrets.ts';
import { createDatabasesService } from '#src/databases/service.ts';
import type { DatabasesService } from '#src/databases/types.ts';
import type { PublishEvent } from '#src/events/types.ts';
import type { RunningJob } from '#src/jobs/types.ts';
import { createHostCheck, type HostCheckOptions } from '#src/network/host-check.ts';
import { isReachable } from '#src/network/reachable.ts';
import { localObjects, type Objects } from '#src/objects/objects.ts';
import { encryptionKeys } from '#src/secrets/encryption-keys.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import type { Store } from '#src/store/schema.ts';

export interface OpenDatabasesDeps {
  readonly config: Pick<Config, 'data_dir' | 'databases' | 'catalog'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** The data folder alone where absent. */
  readonly objects?: Objects;
  readonly generations: OpenGenerations;
  /** The plugin of a kind of servers that is configured. */
  readonly server: GetServer;
  readonly enqueue: Enqueue;
  readonly enqueueEnrichment: EnqueueEnrichment;
  readonly publishEvent: PublishEvent;
  /** Gateways that run now; this one alone where absent. */
  readonly gateways?: () => number;
  /** Resolves names; the system's where absent. */
  readonly lookup?: HostCheckOptions['lookup'];
}

/** Longest look whether one of several addresses answers (milliseconds). */
const REACHED_MS = 1_000;

/** The databases feature, ready for requests. */
export interface OpenDatabases {
  readonly service: DatabasesService;
  /** The handler of `DISCOVER_JOB`. */
  readonly discover: (job: RunningJob) => Promise<Readonly<Record<string, unknown>>>;
  /** What answers for a connected database. */
  readonly sourceOf: (databaseId: string) => Promise<AnswerSource>;
  /** Closes the connections of a database that is gone from the store, and removes what it was read from. */
  forget(databaseId: string): Promise<void>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Opens the databases feature: encrypts passwords with the newest key, connects nothing yet. */
export async function openDatabases(deps: OpenDatabasesDeps): Promise<OpenDatabases> {
  const { config, store, clock, log } = deps;
  const { databases } = config;
  const dataDir = path.resolve(config.data_dir);
  const box = createSecretBox(await encryptionKeys(databases.encryption_keys, dataDir));
  const rotated = await rotateSecrets(store, box, log);
  if (rotated > 0) log.info({ rotated }, 'stored passwords encrypted with the newest key');
  const server: GetServer = (type) => {
    if (databases.types.includes(type)) return deps.server(type);
    throw invalid(
      'type',
      `Type "${type}" isn't supported. Use one of: ${databases.types.join(', ')}`,
    );
  };
  const checkHost = createHostCheck({
    allowPrivateHosts: databases.allow_private_hosts,
    allowedHosts: databases.allowed_hosts,
    dnsTimeoutMs: databases.dns_timeout_ms,
    setting: 'databases.allowed_hosts',
    ...(deps.lookup ? { lookup: deps.lookup } : {}),
  });
  const connections = new Connections({
    store,
    log,
    server,
    checkHost,
    box,
    maxOpen: databases.max_open,
    ...(deps.gateways && { gateways: deps.gateways }),
    idleMs: databases.idle_ms,
    isReachable: (address, port) => isReachable(address, port, REACHED_MS),
  });
  const { generations, folder } = deps.generations;
  const shared = { store, clock, log, connections, sweep: (id: string) => generations.sweep(id) };
  const stopRefreshing = keepFresh({ ...shared, enqueue: deps.enqueue }, databases.refresh_hours);
  return {
    service: createDatabasesService({
      ...shared,
      server,
      checkHost,
      box,
      enqueue: deps.enqueue,
      probeTimeoutMs: databases.probe_timeout_ms,
    }),
    discover: createDiscovery({
      ...shared,
      folder,
      dataDir,
      objects: deps.objects ?? localObjects(dataDir),
      hold: (one) => generations.hold(one),
      profileVersion,
      assembleCatalog,
      enqueueEnrichment: deps.enqueueEnrichment,
      publishEvent: deps.publishEvent,
      catalogLimits: limitsOf(config),
      maxTables: databases.max_tables,
      timeoutMs: databases.discovery_timeout_ms,
    }),
    forget: async (databaseId) => {
      await connections.drop(databaseId);
      await generations.sweep(databaseId);
      // Fails where something is left in it.
      await rmdir(path.join(folder, databaseId)).catch(() => {});
    },
    sourceOf: createAnswerSource({ store, server, connections }),
    close: async () => {
      await stopRefreshing();
      await connections.close();
    },
  };
}

function limitsOf({ catalog }: OpenDatabasesDeps['config']): CatalogLimits {
  return {
    maxIndexedValues: catalog.max_indexed_values,
    maxIndexedLength: catalog.max_indexed_length,
    maxKeyChecks: catalog.max_key_checks,
    maxContainmentChecks: catalog.max_containment_checks,
  };
}
