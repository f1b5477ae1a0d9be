import { rm } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { PublishEvent } from '#src/events/types.ts';
import { twinOf } from '#src/files/kept-uploads.ts';
import { findFile, readVersion } from '#src/files/records.ts';
import type { FilesService, WorkspaceAddress } from '#src/files/types.ts';
import type { JobHandler, NewJob, RunningJob } from '#src/jobs/types.ts';
import type { Principal } from '#src/principal.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { FileSourceRow, Store, StoreSchema } from '#src/store/schema.ts';
import { type FetchLimits, fetchFile, type Validators } from './fetch-file.ts';
import { REFRESH_MS } from './timing.ts';

/** Kind of the job that looks at a URL. */
export const REFRESH_JOB = 'files.refresh';

export interface RefreshDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly box: SecretBox;
  readonly limits: FetchLimits;
  readonly folder: string;
  readonly maxBytes: (plan: string) => number;
  readonly attempts: number;
  readonly files: Pick<FilesService, 'previewUpload' | 'upload'>;
  readonly ownerOf: (source: FileSourceRow) => Promise<Principal | null>;
  readonly publishEvent: PublishEvent;
  readonly enqueue: (trx: Transaction<StoreSchema>, job: NewJob) => Promise<unknown>;
}

/** Adds the job that looks at a source, in the caller's transaction. */
export type EnqueueRefresh = (
  trx: Transaction<StoreSchema>,
  source: Pick<FileSourceRow, 'id' | 'workspace_id'>,
) => Promise<void>;

export const createEnqueueRefresh =
  ({ enqueue, attempts }: Pick<RefreshDeps, 'enqueue' | 'attempts'>): EnqueueRefresh =>
  async (trx, { id, workspace_id }) => {
    await enqueue(trx, {
      kind: REFRESH_JOB,
      workspaceId: workspace_id,
      payload: { sourceId: id },
      maxAttempts: attempts,
    });
  };

/** Sources that are taken in one transaction. */
const BATCH = 100;

/** Turns sources that are due into jobs. Of several gateways one wins each: it moves `next_at` on. */
export function createTakeDue(
  { store, clock }: Pick<RefreshDeps, 'store' | 'clock'>,
  enqueueRefresh: EnqueueRefresh,
): () => Promise<void> {
  return async () => {
    for (;;) {
      const now = clock.now();
      const due = await store
        .selectFrom('file_sources')
        .selectAll()
        .where('status', '=', 'active')
        .where('next_at', '<=', timestamp(now))
        .orderBy('next_at')
        .orderBy('id')
        .limit(BATCH)
        .execute();
      if (due.length === 0) return;
      await store.transaction().execute(async (trx) => {
        for (const source of due) {
          const next = timestamp(new Date(now.getTime() + REFRESH_MS[source.refresh]));
          const taken = await trx
            .updateTable('file_sources')
            .set({ next_at: next })
            .where('id', '=', source.id)
            .where('next_at', '=', source.next_at)
            .returning('id')
            .executeTakeFirst();
          if (taken) await enqueueRefresh(trx, source);
        }
      });
    }
  };
}

const LOST = 'The person who set up the refresh no longer has access to this workspace.';

/** How a look ended, and what that changes of its source. */
interface Ending {
  readonly outcome: 'unchanged' | 'imported' | 'failed' | 'stopped';
  readonly error: string | null;
  readonly validators?: Validators;
}

/**
 * The handler of `REFRESH_JOB`: fetches the file as its owner and imports it where it changed. What fails leaves the
 * version that answers; webhooks of the account are told of the first failure.
 */
export function createRefreshes(deps: RefreshDeps): JobHandler {
  return async (job) => {
    const { sourceId } = job.payload as { readonly sourceId: string };
    const source = await deps.store
      .selectFrom('file_sources')
      .selectAll()
      .where('id', '=', sourceId)
      .executeTakeFirst();
    if (source?.status !== 'active') return { outcome: 'superseded' };
    const owner = await deps.ownerOf(source);
    const ending: Ending = owner
      ? await look(deps, job, source, owner)
      : { outcome: 'stopped', error: LOST };
    await end(deps, job, source, ending);
    return { outcome: ending.outcome };
  };
}

async function look(
  deps: RefreshDeps,
  job: RunningJob,
  source: FileSourceRow,
  principal: Principal,
): Promise<Ending> {
  try {
    return await refresh(deps, job, source, principal);
  } catch (error) {
    job.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // What failed only for now is tried again.
    const mayPass = error.code === 'file_url_failed' || error.status >= 500;
    if (mayPass && !job.isLastAttempt) throw error;
    return { outcome: 'failed', error: error.message };
  }
}

async function refresh(
  deps: RefreshDeps,
  job: RunningJob,
  source: FileSourceRow,
  principal: Principal,
): Promise<Ending> {
  const { store, box, limits, folder, files } = deps;
  const { id, filename, workspace_id, client_id, etag, modified } = source;
  const file = await findFile(store, workspace_id, filename);
  const current = await readVersion(store, file?.current_version_id ?? null);
  const fetched = await fetchFile(
    limits,
    {
      ...{ url: new URL(box.open(source.secret, id)), filename, folder },
      maxBytes: deps.maxBytes(principal.plan),
      // What the server said holds only of the version that it was said of.
      known: current ? { etag, modified } : null,
    },
    job.signal,
  );
  if (fetched.kind === 'unchanged')
    return { outcome: 'unchanged', error: null, validators: { etag, modified } };
  const { upload, validators } = fetched;
  const address: WorkspaceAddress = { principal, clientId: client_id, workspaceId: workspace_id };
  // What can't be read is no version: the list would show its failure at each look.
  const twin = await twinOf(upload);
  try {
    await files.previewUpload(address, { ...upload, path: twin }, job.signal);
    const { unchanged } = await files.upload(address, upload, job.signal);
    return { outcome: unchanged ? 'unchanged' : 'imported', error: null, validators };
  } finally {
    for (const path of [twin, upload.path]) await rm(path, { force: true });
  }
}

async function end(
  { clock, publishEvent }: RefreshDeps,
  job: RunningJob,
  source: FileSourceRow,
  { outcome, error, validators }: Ending,
): Promise<void> {
  await job.publish(async (trx) => {
    await trx
      .updateTable('file_sources')
      .set({
        error,
        failing: error === null ? 0 : 1,
        checked_at: timestamp(clock.now()),
        ...(validators ? { etag: validators.etag, modified: validators.modified } : {}),
        ...(outcome === 'stopped' ? { status: 'stopped' as const } : {}),
      })
      .where('id', '=', source.id)
      .execute();
    const isNews = Number(source.failing) === 0 || outcome === 'stopped';
    const file =
      error === null || !isNews ? null : await findFile(trx, source.workspace_id, source.filename);
    if (file && error !== null)
      await publishEvent(trx, {
        type: 'file.failed',
        scope: { clientId: source.client_id, workspaceId: source.workspace_id },
        data: { file_id: file.id, filename: file.filename, version: file.version, error },
      });
  });
}
