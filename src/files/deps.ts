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
import type { IngestLimits } from '#src/files/ingest-places.ts';
import type { ParseFile } from '#src/files/parsing.ts';
import type { JobQueue } from '#src/jobs/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import type { Store } from '#src/store/schema.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** Everything that the files feature uses; `compose.ts` supplies it. */
export interface FilesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly folders: Folders;
  readonly generations: Generations;
  readonly parse: ParseFile;
  /** The engine for files, opened on first use. */
  readonly engine: () => Promise<TabularEngine>;
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
  readonly catalogLimits: CatalogLimits;
  /** Files that are ingested at once. */
  readonly ingestLimits: IngestLimits;
  /** How long swept files rest in the trash. */
  readonly trashHours: number;
  readonly atCrashPoint: AtCrashPoint;
}
