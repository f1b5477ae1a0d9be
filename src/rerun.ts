import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource, ResultChunk } from '#src/plugin-api/data-source.ts';
import { dataVersion } from '#src/results/data-version.ts';
import type { KeptResult, ResultReader } from '#src/results/types.ts';
import type { Guard } from '#src/sql/guard.ts';

export interface RerunDeps {
  readonly config: Pick<Config, 'results'>;
  readonly guard: Guard;
  readonly sourceOf: (catalog: Catalog) => Promise<Pick<DataSource, 'dialect' | 'query'>>;
  readonly pin: (
    workspaceId: string,
  ) => Promise<{ readonly catalog: Catalog; release(): void } | null>;
}

/**
 * Runs the SQL of an answer again and streams it: on the files that it was asked of (fails with `conflict` where others
 * have taken their place), or on the database as it is now. The guard judges it anew, so that it gives nothing that was
 * closed since, and only the reader's rows.
 */
export function createRerun(deps: RerunDeps) {
  return async function* rerun(
    result: KeptResult,
    { principal }: ResultReader,
    signal: AbortSignal,
  ): AsyncGenerator<ResultChunk> {
    const { results } = deps.config;
    const { workspaceId } = result.owner;
    const asker = { workspaceId, endUserId: principal.endUserId };
    const pinned = await deps.pin(workspaceId);
    if (!pinned) throw changed();
    try {
      const { catalog } = pinned;
      if (dataVersion(catalog.attachments) !== result.dataVersion) throw changed();
      const source = await deps.sourceOf(catalog);
      const checked = await deps.guard({
        sql: result.sql,
        catalog,
        policy: principal.policy,
        dialect: source.dialect,
        maxRows: results.max_export_rows,
        signal,
        asker,
      });
      if (!checked.ok) throw changed();
      yield* source.query(checked.guarded, {
        maxRows: results.max_export_rows,
        maxBytes: results.max_export_bytes,
        maxRowBytes: results.max_row_bytes,
        timeoutMs: results.export_timeout_ms,
        signal,
        asker,
      });
    } finally {
      pinned.release();
    }
  };
}

const changed = () =>
  new AppError(
    'conflict',
    "The data has changed since this answer, and its full result wasn't kept. Ask the question again.",
  );
