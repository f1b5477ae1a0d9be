import type { Kysely } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';
import { type Page, type PageRequest, readPage } from '#src/store/page.ts';
import type { AuditRow, Store, StoreSchema } from '#src/store/schema.ts';
import type { Actor, AuditEntry, AuditFilter, AuditRecord, AuditTrail } from './types.ts';

/** Writes an entry, best in the transaction of the change that it tells of. */
export async function recordAudit(
  db: Kysely<StoreSchema>,
  clock: Clock,
  { accountId, clientId, workspaceId, action, by, target }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId('aud'),
      account_id: accountId,
      client_id: clientId,
      workspace_id: workspaceId,
      action,
      ...actorOf(by),
      target: JSON.stringify(target),
      created_at: timestamp(clock.now()),
    })
    .execute();
}

function actorOf(
  by: AuditEntry['by'],
): Pick<AuditRow, 'actor_type' | 'actor_id' | 'actor_prefix' | 'request_id'> {
  if (typeof by === 'string')
    return { actor_type: by, actor_id: null, actor_prefix: null, request_id: null };
  const { key, person } = by.principal;
  const { requestId: request_id } = by;
  if (person)
    return { actor_type: 'member', actor_id: person.memberId, actor_prefix: null, request_id };
  const { id, prefix } = key;
  return { actor_type: 'api_key', actor_id: id, actor_prefix: prefix, request_id };
}

/** What a caller changed, as an entry that lacks only the action and its target. */
export const auditedBy = (by: Actor): Pick<AuditEntry, 'accountId' | 'by'> => ({
  accountId: by.principal.accountId,
  by,
});

/** The audit log of the store. A bound key sees what was done to its tenant or workspace. */
export function createAuditTrail(store: Store, clock: Clock): AuditTrail {
  return {
    record: (entry, trx) => recordAudit(trx ?? store, clock, entry),
    async list(principal, filter, page) {
      const { items, nextCursor } = await readEntries(store, principal, filter, page);
      return { items: items.map(recordOf), nextCursor };
    },
  };
}

function readEntries(
  store: Store,
  { accountId, clientId, workspaceId }: Principal,
  { action, clientId: tenant, workspaceId: workspace, from, to }: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditRow>> {
  return readPage(page, { table: 'audit_log', newestFirst: true }, ({ after, limit }) => {
    let query = store
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(after);
    for (const one of [clientId, tenant ?? null])
      if (one !== null) query = query.where('client_id', '=', one);
    for (const one of [workspaceId, workspace ?? null])
      if (one !== null) query = query.where('workspace_id', '=', one);
    if (action !== undefined) query = query.where('action', '=', action);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (to !== undefined) query = query.where('created_at', '<', to);
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  });
}

const recordOf = (row: AuditRow): AuditRecord => ({
  id: row.id,
  action: row.action,
  actor: {
    type: row.actor_type,
    key_id: row.actor_type === 'member' ? null : row.actor_id,
    key_prefix: row.actor_prefix,
    member_id: row.actor_type === 'member' ? row.actor_id : null,
  },
  client_id: row.client_id,
  workspace_id: row.workspace_id,
  target: JSON.parse(row.target) as Record<string, unknown>,
  request_id: row.request_id,
  created_at: row.created_at,
});
