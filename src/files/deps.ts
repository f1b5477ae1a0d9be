import type { Logger } from 'pino';
import type { AssembleInput } from '#src/catalog/assemble.ts';
import type { EnqueueEnrichment } from '#src/catalog/generations/enrich.ts';
import type { Generations } from '#src/catalog/generations/generations.ts';
import type { ProfileVersionInput } from '#src/catalog/profile-version.ts';
import type { CatalogLimits, VersionProfile } from '#src/catalog/version-profile.ts';
import type { Clock } from '#src/clock.ts';
import type { PublishEvent } from '#src/events/types.ts';
import type { AtCrashPoint } from '#src/files/crash-point.ts';
import type { Folders } from '#src/files/folders.ts';
import type { IngestLimits, IngestPlaces } from '#src/files/ingest-places.ts';
import type { Originals } from '#src/files/originals.ts';
import type { ParseFile } from '#src/files/parsing.ts';
import type { JobQueue } from '#src/jobs/types.ts';
import type { Objects } from '#src/objects/objects.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import type { Store } from '#src/store/schema.ts';
import type { Turns } from '#src/turns.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** Everything that the files feature uses; `compose.ts` supplies it. */
export interface FilesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly folders: Folders;
  readonly objects: Objects;
  readonly generations: Generations;
  readonly parse: ParseFile;
  /**
   * The engine for files, opened on first use: the configured one, or the one that made stored versions, by the name of
   * its dialect.
   */
  readonly engine: (dialect?: string | null) => Promise<TabularEngine>;
  readonly profileVersion: (input: ProfileVersionInput) => Promise<VersionProfile>;
  readonly assembleCatalog: (input: AssembleInput) => Promise<Catalog>;
  /** Adds the job that describes what was published, in the transaction that publishes. */
  readonly enqueueEnrichment: EnqueueEnrichment;
  readonly publishEvent: PublishEvent;
  /** Adds a job in the caller's transaction; gives its id. */
  readonly enqueue: JobQueue['enqueue'];
  /** Bounds of the caller's plan; null: none. */
  readonly planLimits: (plan: string) => {
    readonly maxFiles: number | null;
    readonly maxRows: number | null;
  };
  readonly parseLimits: ParseLimits;
  /** Bytes of a file with all that was appended to it. */
  readonly maxAppendedBytes: number;
  /** Bytes that no file shows: how long they are kept (milliseconds), and how many in a workspace. */
  readonly keptUploads: { readonly ms: number; readonly most: number };
  readonly catalogLimits: CatalogLimits;
  /** Files that are ingested at once. */
  readonly ingestLimits: IngestLimits;
  /** How long swept files rest in the trash. */
  readonly trashHours: number;
  /** Time between two looks at stored versions (milliseconds). */
  readonly checkIntervalMs: number;
  readonly atCrashPoint: AtCrashPoint;
}

/** With what the parts of the feature share. */
export interface UploadDeps extends FilesDeps {
  readonly originals: Originals;
  readonly places: IngestPlaces;
  /** By workspace: what decides upon its files and tables. */
  readonly turns: Turns;
  /** The engine of what a workspace shows; the configured one where it shows nothing. */
  readonly engineOf: (workspaceId: string) => Promise<TabularEngine>;
  /** The engine where it reads whole versions only (`checked-engine.ts`). */
  readonly checked: (engine: TabularEngine) => TabularEngine;
  /** The bytes of a hash were kept again: tables that waited for them can be built. */
  readonly originalIsBack: (sha256: string) => Promise<void>;
}
