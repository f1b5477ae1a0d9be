import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { INGEST_JOB, type IngestJob } from '#src/files/background.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { readVersion } from '#src/files/records.ts';
import type { CancelledJob, WorkspaceAddress } from '#src/files/types.ts';
import { dropVersion } from '#src/files/version-rows.ts';
import type { Settle } from '#src/store/settle.ts';

/**
 * Ends a background upload: one transaction takes its version and its job out, so that nothing of it is published from
 * then on; who reads it hears within a second and removes what it wrote. A job that is cancelled already stays so. Fails
 * with `job_not_found`, and with `conflict` where the job has ended.
 */
export async function cancelJob(
  deps: UploadDeps,
  { workspaceId }: Pick<WorkspaceAddress, 'workspaceId'>,
  jobId: string,
  settle?: Settle<CancelledJob>,
): Promise<CancelledJob> {
  const row = await deps.store
    .selectFrom('jobs')
    .select('payload')
    .where('id', '=', jobId)
    .where('kind', '=', INGEST_JOB)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row)
    throw new AppError('job_not_found', "This job doesn't exist in this workspace. Check its ID.");
  const { filename, versionId } = JSON.parse(row.payload) as IngestJob;
  const version = await readVersion(deps.store, versionId);
  const cancelled = { job_id: jobId, filename, status: 'cancelled' } as const;
  await deps.store.transaction().execute(async (trx) => {
    // Of a version that is published meanwhile nothing goes: its row says `ready`.
    const isOut = version === null || (await dropVersion(trx, version));
    const ended = await trx
      .updateTable('jobs')
      .set({
        status: 'cancelled',
        lease_owner: null,
        lease_until: null,
        error: null,
        updated_at: timestamp(deps.clock.now()),
      })
      .where('id', '=', jobId)
      .where('status', 'in', isOut ? ['queued', 'running', 'cancelled'] : ['cancelled'])
      .returning('id')
      .executeTakeFirst();
    if (!ended)
      throw new AppError('conflict', `"${filename}" is already imported. Delete the file instead.`);
    await settle?.(trx, cancelled);
  });
  if (version) await deps.originals.removeUnused(version.sha256);
  return cancelled;
}
