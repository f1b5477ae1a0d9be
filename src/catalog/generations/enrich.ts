import type { Transaction } from 'kysely';
import type { LoadCatalog } from '#src/catalog/generations/catalogs.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store, StoreSchema, WorkspaceRow } from '#src/store/schema.ts';

/** Kind of the job that follows each publication. */
export const ENRICH_JOB = 'schema.enrich';

export interface EnrichJob {
  readonly generationId: string;
}

/** Adds the job in the transaction that publishes. */
export type EnqueueEnrichment = (
  trx: Transaction<StoreSchema>,
  generationId: string,
  /** Null: a generation that several workspaces see. */
  workspaceId: string | null,
) => Promise<void>;

export interface EnrichDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly loadCatalog: LoadCatalog;
  /** Questions to begin with, for a catalog. */
  readonly questions: (catalog: Catalog, signal: AbortSignal) => Promise<readonly string[]>;
}

type Discovery = Pick<
  WorkspaceRow,
  'schema_status' | 'suggestions' | 'enrichment_completed_at' | 'schema_updated_at'
>;

/**
 * The handler of the job: describes what a publication shows and moves what shows it (a workspace with files, a
 * connected database) over `enriching` to `ready`. What shows a newer generation by now is left to that one's job.
 */
export function createEnrichment(deps: EnrichDeps): {
  run(job: EnrichJob, signal: AbortSignal): Promise<void>;
  /** After the last attempt. */
  giveUp(job: EnrichJob): Promise<void>;
} {
  const now = () => timestamp(deps.clock.now());
  const move = async ({ generationId }: EnrichJob, change: Partial<Discovery>) => {
    const set = { ...change, schema_updated_at: now() };
    const [workspace] = await deps.store
      .updateTable('workspaces')
      .set(set)
      .where('generation_id', '=', generationId)
      .execute();
    const [database] = await deps.store
      .updateTable('databases')
      .set(set)
      .where('generation_id', '=', generationId)
      // A discovery that began since then has the say.
      .where('schema_status', 'in', ['enriching', 'ready'])
      .execute();
    return workspace!.numUpdatedRows + database!.numUpdatedRows > 0n;
  };
  return {
    run: async (job, signal) => {
      const catalog = await deps.loadCatalog(job.generationId);
      if (!catalog || !(await move(job, { schema_status: 'enriching' }))) return;
      const questions = await deps.questions(catalog, signal);
      await move(job, {
        schema_status: 'ready',
        suggestions: JSON.stringify(questions),
        enrichment_completed_at: now(),
      });
    },
    giveUp: async (job) => {
      await move(job, { schema_status: 'failed' });
    },
  };
}
