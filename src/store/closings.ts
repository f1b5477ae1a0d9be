import type { DialectAdapter, Kysely, Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';

type Db = Kysely<StoreSchema>;

/** What was deleted, or hidden from those who could read it. */
export interface Closed {
  /** Data of these workspaces was: a file, a database, a column, or the workspace itself. */
  readonly workspaceIds: readonly string[];
  /** Chats. */
  readonly sessionIds: readonly string[];
  /** The answers of those chats. */
  readonly traceIds: readonly string[];
}

/** Where and when the work on an answer began. */
export interface AnswerOrigin {
  /** `closings.begin()`, before the data was looked at. */
  readonly since: number;
  readonly workspaceId: string | null;
  /** The chat that the answer belongs to. */
  readonly sessionId: string | null;
}

type Drop = (closed: Closed) => Promise<void>;

/**
 * What is deleted or hidden is gone with the response that says so. Rows, traces and responses are written behind the
 * answers that they belong to: whoever deletes or hides something commits, then awaits `close`, which drops what waits
 * to be written; what is still being answered asks `isClosed` before it keeps anything. In memory, as one process owns
 * a store: nothing of what waits outlives it.
 */
export class Closings {
  readonly #drops: Drop[] = [];
  readonly #closedAt = new Map<string, number>();
  #count = 0;

  /** For work that begins now: what is closed from here on concerns it. */
  begin(): number {
    return this.#count;
  }

  /** Whether something of the workspace or chat was closed since the work began. */
  isClosed({ since, workspaceId, sessionId }: AnswerOrigin): boolean {
    return [workspaceId, sessionId].some(
      (id) => id !== null && (this.#closedAt.get(id) ?? 0) > since,
    );
  }

  /** Has `drop` called with what was closed; it resolves when nothing of that can be read any more. */
  onClose(drop: Drop): void {
    this.#drops.push(drop);
  }

  /** Drops what waits to be written of what was closed. Await it after the commit and before the response. */
  async close(closed: Partial<Closed>): Promise<void> {
    const { workspaceIds = [], sessionIds = [], traceIds = [] } = closed;
    if (workspaceIds.length + sessionIds.length === 0) return;
    this.#count += 1;
    for (const id of [...workspaceIds, ...sessionIds]) this.#closedAt.set(id, this.#count);
    await Promise.all(this.#drops.map((drop) => drop({ workspaceIds, sessionIds, traceIds })));
  }
}

/** By what a store shares with its transactions and plugins. */
const closings = new WeakMap<DialectAdapter, Closings>();

/** The closings of a store, the same for all features. */
export function closingsOf(db: Db): Closings {
  const { adapter } = db.getExecutor();
  const known = closings.get(adapter) ?? new Closings();
  closings.set(adapter, known);
  return known;
}

/** Whether something belongs to what was closed. */
export const isOf = (
  { workspaceIds, sessionIds }: Closed,
  { workspaceId, sessionId }: Pick<AnswerOrigin, 'workspaceId' | 'sessionId'>,
): boolean =>
  (workspaceId !== null && workspaceIds.includes(workspaceId)) ||
  (sessionId !== null && sessionIds.includes(sessionId));

/**
 * Removes all rows that are kept of what a source of data showed (results of answers, last results of saved questions),
 * in the transaction that closes it: of one workspace, or
 * (null) of all that show the database of their tenant. Gives those workspaces, for `close`.
 */
export async function revokeResults(
  trx: Transaction<StoreSchema>,
  clientId: string,
  workspaceId: string | null,
): Promise<readonly string[]> {
  const showing = trx.selectFrom('workspaces').select('id').where('client_id', '=', clientId);
  const rows = await (workspaceId === null
    ? showing.where('source', '=', 'none')
    : showing.where('id', '=', workspaceId)
  ).execute();
  const workspaceIds = rows.map(({ id }) => id);
  if (workspaceIds.length === 0) return [];
  await trx.deleteFrom('results').where('workspace_id', 'in', workspaceIds).execute();
  const saved = trx
    .selectFrom('saved_questions')
    .select('id')
    .where('workspace_id', 'in', workspaceIds);
  await trx.deleteFrom('saved_results').where('saved_id', 'in', saved).execute();
  return workspaceIds;
}
