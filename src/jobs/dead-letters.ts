import { type Clock, timestamp } from '#src/clock.ts';
import type { JobRow, Store } from '#src/store/schema.ts';

/** A job as an operator sees it; never its payload. */
export type JobSummary = Pick<
  JobRow,
  'id' | 'kind' | 'workspace_id' | 'status' | 'attempts' | 'max_attempts' | 'error' | 'updated_at'
>;

/** Jobs that wait, run or failed for good; with `dead` the last only. Newest change first. */
export function listJobs(
  store: Store,
  { dead, limit }: { readonly dead: boolean; readonly limit: number },
): Promise<JobSummary[]> {
  return store
    .selectFrom('jobs')
    .select(['id', 'kind', 'workspace_id', 'status', 'attempts', 'max_attempts'])
    .select(['error', 'updated_at'])
    .where('status', 'in', dead ? ['failed'] : ['queued', 'running', 'failed'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Gives a dead letter all its attempts again, at once; says what status kept it from that, or `missing`. One statement
 * decides, so that two at once, or a service that works on it, cannot run it twice.
 */
export async function retryJob(
  store: Store,
  clock: Clock,
  id: string,
): Promise<'queued again' | 'missing' | Exclude<JobRow['status'], 'failed'>> {
  const now = timestamp(clock.now());
  const revived = await store
    .updateTable('jobs')
    .set({ status: 'queued', attempts: 0, run_at: now, error: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  if (revived) return 'queued again';
  const row = await store
    .selectFrom('jobs')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  // One that failed between the two statements is as dead as before.
  if (row?.status === 'failed') return retryJob(store, clock, id);
  return row?.status ?? 'missing';
}
