import { type Clock, timestamp } from '#src/clock.ts';
import type { LoadCatalog } from '#src/files/catalogs.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store, WorkspaceRow } from '#src/store/schema.ts';

/** Kind of the job that follows each publication of files. */
export const ENRICH_JOB = 'schema.enrich';

export interface EnrichJob {
  readonly workspaceId: string;
  readonly generationId: string;
}

export interface EnrichDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly loadCatalog: LoadCatalog;
  /** Questions to begin with, for a catalog. */
  readonly questions: (catalog: Catalog, signal: AbortSignal) => Promise<readonly string[]>;
}

/**
 * The handler of the job: describes what a publication shows and moves the workspace from `discovering` over
 * `enriching` to `ready`. A workspace that shows a newer generation by now is left to that one's job.
 */
export function createEnrichment(deps: EnrichDeps): {
  run(job: EnrichJob, signal: AbortSignal): Promise<void>;
  /** After the last attempt. */
  giveUp(job: EnrichJob): Promise<void>;
} {
  const now = () => timestamp(deps.clock.now());
  const move = async (job: EnrichJob, change: Partial<WorkspaceRow>) => {
    const moved = await deps.store
      .updateTable('workspaces')
      .set({ ...change, schema_updated_at: now() })
      .where('id', '=', job.workspaceId)
      .where('generation_id', '=', job.generationId)
      .executeTakeFirst();
    return moved.numUpdatedRows > 0n;
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
