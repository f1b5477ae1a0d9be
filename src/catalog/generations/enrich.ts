import type { Transaction } from 'kysely';
import type { LoadCatalog } from '#src/catalog/generations/catalogs.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { EventData, PublishEvent } from '#src/events/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Store, StoreSchema, WorkspaceRow } from '#src/store/schema.ts';

/** Lets a model describe a catalog; true where that was published as another generation. */
export type EnrichByModel = (catalog: Catalog, signal: AbortSignal) => Promise<boolean>;

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
  readonly publishEvent: PublishEvent;
  /** Null: no model describes tables. */
  readonly byModel: EnrichByModel | null;
  /** Questions to begin with, for a catalog. */
  readonly questions: (catalog: Catalog, signal: AbortSignal) => Promise<readonly string[]>;
}

type SchemaEvent =
  | { readonly type: 'schema.ready'; readonly data: EventData['schema.ready'] }
  | { readonly type: 'schema.failed'; readonly data: EventData['schema.failed'] };

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
  /** Moves all that show the generation, and tells of it; false where nothing shows it any more. */
  const move = ({ generationId }: EnrichJob, change: Partial<Discovery>, told?: SchemaEvent) =>
    deps.store.transaction().execute(async (trx) => {
      const set = { ...change, schema_updated_at: now() };
      const workspaces = await trx
        .updateTable('workspaces')
        .set(set)
        .where('generation_id', '=', generationId)
        .returning(['client_id', 'id as workspace_id'])
        .execute();
      const schema_error = told?.type === 'schema.failed' ? told.data.error : null;
      const databases = await trx
        .updateTable('databases')
        .set({ ...set, schema_error })
        .where('generation_id', '=', generationId)
        // A discovery that began since then has the say.
        .where('schema_status', 'in', ['enriching', 'ready'])
        .returning(['client_id', 'workspace_id'])
        .execute();
      const moved = [...workspaces, ...databases];
      for (const { client_id, workspace_id } of told ? moved : [])
        await deps.publishEvent(trx, {
          ...told!,
          scope: { clientId: client_id, workspaceId: workspace_id },
        });
      return moved.length > 0;
    });
  return {
    run: async (job, signal) => {
      const catalog = await deps.loadCatalog(job.generationId);
      if (!catalog || !(await move(job, { schema_status: 'enriching' }))) return;
      // Published anew with what was drafted: its own job makes it ready.
      if (await deps.byModel?.(catalog, signal)) return;
      const questions = await deps.questions(catalog, signal);
      const ready = {
        schema_status: 'ready',
        suggestions: JSON.stringify(questions),
        enrichment_completed_at: now(),
      } as const;
      await move(job, ready, {
        type: 'schema.ready',
        data: { table_count: catalog.tables.length },
      });
    },
    giveUp: async (job) => {
      const error = 'Describing the tables failed. Check the log.';
      await move(job, { schema_status: 'failed' }, { type: 'schema.failed', data: { error } });
    },
  };
}
