import type { Selectable } from 'kysely';
import { AppError } from '#src/errors.ts';
import type { EventType } from '#src/events/types.ts';
import type { Principal } from '#src/principal.ts';
import type { Store, WebhookDeliveryRow, WebhookRow } from '#src/store/schema.ts';
import type { Attempt, DeliveryRecord, WebhookRecord } from '#src/webhooks/types.ts';

export function webhookRecord(row: Selectable<WebhookRow>): WebhookRecord {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events) as EventType[],
    client_id: row.client_id,
    workspace_id: row.workspace_id,
    status: row.status,
    disabled_reason: row.disabled_reason,
    failing_since: row.failing_since,
    previous_secret_until: row.previous_until,
    created_at: row.created_at,
  };
}

export function deliveryRecord(
  row: Selectable<WebhookDeliveryRow> & { readonly type: string },
): DeliveryRecord {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.type,
    status: row.status,
    attempts: row.attempts,
    last_status: row.last_status,
    last_error: row.last_error,
    next_attempt_at: row.next_attempt_at,
    log: JSON.parse(row.log) as Attempt[],
    created_at: row.created_at,
  };
}

/** The webhooks that a key reaches, oldest first. */
export function reachable(store: Pick<Store, 'selectFrom'>, principal: Principal) {
  let query = store
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', principal.accountId)
    .orderBy('created_at')
    .orderBy('id')
    .orderBy('id');
  if (principal.clientId !== null) query = query.where('client_id', '=', principal.clientId);
  if (principal.workspaceId !== null)
    query = query.where('workspace_id', '=', principal.workspaceId);
  return query;
}

export async function findWebhook(
  store: Pick<Store, 'selectFrom'>,
  principal: Principal,
  id: string,
): Promise<Selectable<WebhookRow>> {
  const row = await reachable(store, principal).where('id', '=', id).executeTakeFirst();
  if (!row)
    throw new AppError(
      'webhook_not_found',
      'There is no webhook with this id that the key reaches.',
    );
  return row;
}

/** Deliveries of a webhook with the types of their events. */
export function deliveriesOf(store: Pick<Store, 'selectFrom'>, webhookId: string) {
  return store
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select('webhook_events.type')
    .where('webhook_deliveries.webhook_id', '=', webhookId);
}

/** A page of what was sent, newest first. */
export async function listDeliveries(
  store: Store,
  webhookId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
) {
  let query = deliveriesOf(store, webhookId)
    .orderBy('webhook_deliveries.created_at', 'desc')
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(limit + 1);
  if (cursor !== null) {
    const [at, last] = readCursor(cursor);
    query = query.where((e) =>
      e.or([
        e('webhook_deliveries.created_at', '<', at),
        e.and([e('webhook_deliveries.created_at', '=', at), e('webhook_deliveries.id', '<', last)]),
      ]),
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? shown.at(-1)! : null;
  return {
    deliveries: shown.map(deliveryRecord),
    next_cursor: end && Buffer.from(`${end.created_at} ${end.id}`).toString('base64url'),
  };
}

function readCursor(cursor: string): [at: string, id: string] {
  const [at, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!at || !id)
    throw new AppError('unprocessable', 'Send "cursor" as "next_cursor" of the page before was.');
  return [at, id];
}
