import { AppError } from '#src/errors.ts';
import { INGEST_JOB, type IngestJob } from '#src/files/background.ts';
import type { CommitManifest, FileJob, WorkspaceAddress } from '#src/files/types.ts';
import type { Store } from '#src/store/schema.ts';

/** How far the background upload of a workspace is; `job_not_found` where it has no such job. */
export async function fileJob(
  store: Store,
  { workspaceId }: Pick<WorkspaceAddress, 'workspaceId'>,
  jobId: string,
): Promise<FileJob> {
  const row = await store
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('kind', '=', INGEST_JOB)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row)
    throw new AppError('job_not_found', "This job doesn't exist in this workspace. Check its ID.");
  const { filename, byteSize } = JSON.parse(row.payload) as IngestJob;
  const kept = JSON.parse(row.progress) as Partial<FileJob['progress']>;
  const result = row.result === null ? null : (JSON.parse(row.result) as IngestResult);
  const common = { job_id: row.id, filename, status: row.status };
  if (row.status === 'succeeded' && result) {
    const rows = result.manifest.tables.reduce((sum, table) => sum + table.row_count, 0);
    return {
      ...common,
      progress: {
        stage: 'done',
        bytes_read: byteSize,
        bytes_total: byteSize,
        rows,
        rows_built: rows,
      },
      manifest: result.manifest,
    };
  }
  const stages = {
    queued: 'queued',
    running: kept.stage ?? 'reading',
    succeeded: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  } as const;
  return {
    ...common,
    progress: {
      stage: stages[row.status],
      bytes_read: Math.min(kept.bytes_read ?? 0, byteSize),
      bytes_total: byteSize,
      rows: kept.rows ?? 0,
      rows_built: kept.rows_built ?? 0,
    },
    ...(row.status === 'failed' && row.error !== null ? { error: row.error } : {}),
  };
}

interface IngestResult {
  readonly manifest: CommitManifest;
}
