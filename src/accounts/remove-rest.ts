import type { JobHandler } from '#src/jobs/types.ts';
import type { Store } from '#src/store/schema.ts';
import type { Removal } from './remove.ts';

export interface RemoveRestDeps {
  readonly store: Store;
  /** Closes the connections of a database and removes its value index. */
  readonly forgetDatabase: (databaseId: string) => Promise<void>;
  /** Removes engine files and originals of workspaces. */
  readonly forgetFiles: (workspaceIds: readonly string[]) => Promise<void>;
  /** Removes kept results of workspaces. */
  readonly forgetResults: (workspaceIds: readonly string[]) => Promise<void>;
  /** Gives back what questions that died hold of the account's budgets. */
  readonly releaseSpend: (accountId: string) => Promise<unknown>;
}

/** Rows that are removed with one statement; other work comes in between. */
const BATCH = 500;

/** Tables whose rows name a workspace, and what their rows are found by again. */
const LEFT_BY_WORKSPACE = [
  { table: 'answers', key: 'trace_id' },
  { table: 'jobs', key: 'id' },
] as const;

/** The handler of the job: removes what no foreign key does. It may run any number of times. */
export function createRemoveRest(deps: RemoveRestDeps): JobHandler {
  return async (job) => {
    const removal = job.payload as unknown as Removal;
    for (const databaseId of removal.databaseIds) await deps.forgetDatabase(databaseId);
    await deps.forgetFiles(removal.workspaceIds);
    await deps.forgetResults(removal.workspaceIds);
    let removed = 0;
    for (const workspaceId of removal.workspaceIds) {
      for (const one of LEFT_BY_WORKSPACE)
        removed += await removeRows(deps.store, one, workspaceId, job.signal);
      removed += await removeSpend(deps.store, workspaceId, job.signal);
    }
    await removeTotals(deps.store, removal);
    await removeEvents(deps.store, removal);
    await deps.releaseSpend(removal.accountId);
    return { removed };
  };
}

async function removeRows(
  store: Store,
  { table, key }: (typeof LEFT_BY_WORKSPACE)[number],
  workspaceId: string,
  signal: AbortSignal,
): Promise<number> {
  return inBatches(signal, async () => {
    const { numDeletedRows } = await store
      .deleteFrom(table)
      .where(key as 'id', 'in', (e) =>
        e
          .selectFrom(table)
          .select(key as 'id')
          .where('workspace_id', '=', workspaceId)
          .limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

/** What a question holds of a budget stays until it is given back: else it would be held for ever. */
async function removeSpend(
  store: Store,
  workspaceId: string,
  signal: AbortSignal,
): Promise<number> {
  return inBatches(signal, async () => {
    const { numDeletedRows } = await store
      .deleteFrom('spend')
      .where('id', 'in', (e) =>
        e
          .selectFrom('spend')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where((w) => w.or([w('settled_usd', 'is not', null), w('reserved_usd', '=', 0)]))
          .limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

async function inBatches(signal: AbortSignal, removeSome: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const some = await removeSome();
    removed += some;
    if (some < BATCH) return removed;
  }
}

/** What was spent stays in the totals of the account: its caps are not passed by removing tenants. */
async function removeTotals(store: Store, { accountId, clientId, workspaceIds }: Removal) {
  for (const scope of [...workspaceIds, ...(clientId ? [clientId] : [])])
    for (const table of ['spend_totals', 'budget_notices'] as const)
      await store
        .deleteFrom(table)
        .where('account_id', '=', accountId)
        .where('scope_id', '=', scope)
        .where('scope_type', 'in', ['tenant', 'workspace'])
        .execute();
}

/** Events name tables and files. */
async function removeEvents(store: Store, { accountId, clientId, workspaceIds }: Removal) {
  const named = [
    ...workspaceIds.map((id) => `"workspace_id":"${id}"`),
    ...(clientId ? [`"client_id":"${clientId}"`] : []),
  ];
  for (const text of named)
    await store
      .deleteFrom('webhook_events')
      .where('account_id', '=', accountId)
      .where('payload', 'like', `%${text}%`)
      .execute();
}
