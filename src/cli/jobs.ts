import { loadConfig } from '#config/load.ts';
import { withStore } from '#src/cli/with-store.ts';
import { systemClock } from '#src/clock.ts';
import { type JobSummary, listJobs, retryJob } from '#src/jobs/dead-letters.ts';
import { StartError } from '#src/start-error.ts';

/** The jobs that are not done, or the dead letters only; a line each, with its error below it. */
export async function jobList(options: {
  readonly dead: boolean;
  readonly limit: number;
}): Promise<string> {
  return withStore(loadConfig(process.env), async ({ store }) => {
    const jobs = await listJobs(store, options);
    if (jobs.length === 0) return options.dead ? 'No failed jobs.' : 'No pending or failed jobs.';
    return jobs.map(lineOf).join('\n');
  });
}

function lineOf({ id, kind, workspace_id, status, error, ...job }: JobSummary): string {
  const state = status === 'failed' ? 'dead' : status;
  const attempts = `attempt ${job.attempts} of ${job.max_attempts}`;
  const line = [id, state, kind, workspace_id ?? '-', attempts, `${job.updated_at}Z`].join('  ');
  return error === null ? line : `${line}\n    ${error}`;
}

/** Gives a dead letter its attempts again; gives what to print. */
export async function jobRetry(id: string): Promise<string> {
  return withStore(loadConfig(process.env), async ({ store }) => {
    const outcome = await retryJob(store, systemClock, id);
    if (outcome === 'queued again') return `Job ${id} is queued again.`;
    throw new StartError(
      outcome === 'missing'
        ? `Job ${id} doesn't exist. List failed jobs with "plumbline jobs list --dead".`
        : `Job ${id} is ${outcome}. You can only retry failed jobs.`,
    );
  });
}
