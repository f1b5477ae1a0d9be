import type { Transaction } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import type { PublishEvent } from '#src/events/types.ts';
import { newId } from '#src/ids.ts';
import type { NewJob } from '#src/jobs/types.ts';
import { ConnectionError, type ConnectionErrorKind } from '#src/plugin-api/connection-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';

/** Kind of the job that discovers a database. */
export const DISCOVER_JOB = 'databases.discover';

export interface DiscoverJob {
  readonly databaseId: string;
  /** As the row has it; another one there means that a newer discovery has the say. */
  readonly discovery: string;
}

/** What people have to mend before a database can be discovered. */
export class DiscoveryFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DiscoveryFailed';
  }
}

/** Adds a job in the caller's transaction. */
export type Enqueue = (trx: Transaction<StoreSchema>, job: NewJob) => Promise<unknown>;

/** What a row is set to when a discovery begins; with `jobOf` beside it in the same transaction. */
export function beginDiscovery(at: string) {
  return {
    discovery: newId('dis'),
    schema_status: 'discovering',
    schema_error: null,
    schema_updated_at: at,
  } as const;
}

export function jobOf(databaseId: string, discovery: string, workspaceId: string | null): NewJob {
  const payload: DiscoverJob = { databaseId, discovery };
  return { kind: DISCOVER_JOB, workspaceId, payload: { ...payload } };
}

/** What a proxy says whose server is away is not the protocol of the server. */
const PASSING: ReadonlySet<ConnectionErrorKind> = new Set(['host', 'busy', 'protocol']);

/** Whether trying again in a moment may help: the server or its host is away, busy or slow. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DiscoveryFailed) return false;
  if (!(error instanceof SourceError)) return true;
  const { cause, kind } = error;
  if (cause instanceof ConnectionError) return PASSING.has(cause.kind);
  return kind === 'unavailable' || kind === 'timeout' || kind === 'changed';
}

/** Shows and tells why a discovery failed. What was shown before goes on answering. */
export async function failDiscovery(
  deps: {
    readonly store: Store;
    readonly clock: Clock;
    readonly publishEvent: PublishEvent;
  },
  { databaseId, discovery }: DiscoverJob,
  error: unknown,
): Promise<void> {
  const text = textOf(error);
  await deps.store.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable('databases')
      .set({
        schema_status: 'failed',
        schema_error: text,
        schema_updated_at: timestamp(deps.clock.now()),
      })
      .where('id', '=', databaseId)
      .where('discovery', '=', discovery)
      .returning(['client_id', 'workspace_id'])
      .executeTakeFirst();
    if (!failed) return;
    const scope = { clientId: failed.client_id, workspaceId: failed.workspace_id };
    await deps.publishEvent(trx, { type: 'schema.failed', scope, data: { error: text } });
  });
}

const AGAIN = 'Then connect it again, or run POST /clients/{client_id}/schema/refresh.';

function textOf(error: unknown): string {
  if (error instanceof DiscoveryFailed) return `${error.message} ${AGAIN}`;
  if (!(error instanceof SourceError))
    return `Reading the database failed. Check the log. ${AGAIN}`;
  switch (error.kind) {
    case 'unavailable':
      return `The database can't be reached: ${error.message} Fix this. ${AGAIN}`;
    case 'timeout':
      return `The database took too long to answer (${error.message}). Choose fewer tables or a quieter time. ${AGAIN}`;
    default:
      return `The database refused access: ${error.message}. Check the permissions of its user. ${AGAIN}`;
  }
}
