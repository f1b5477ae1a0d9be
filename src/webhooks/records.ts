import type { Selectable } from 'kysely';
import { AppError } from '#src/errors.ts';
import type { EventType } from '#src/events/types.ts';
import type { Principal } from '#src/principal.ts';
import { type PageRequest, readPage } from '#src/store/page.ts';
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
function reachable(store: Pick<Store, 'selectFrom'>, principal: Principal) {
  let query = store
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', principal.accountId)
    .orderBy('created_at')
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
      "This webhook doesn't exist or isn't accessible. Check its ID.",
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

/** A page of the webhooks that a key reaches, oldest first. */
export async function listWebhooks(store: Store, principal: Principal, page: PageRequest) {
  const about = { table: 'webhooks', newestFirst: false };
  const { items, nextCursor } = await readPage(page, about, ({ after, limit }) =>
    reachable(store, principal).where(after).limit(limit).execute(),
  );
  return { webhooks: items.map(webhookRecord), next_cursor: nextCursor };
}

/** A page of what was sent, newest first. */
export async function listDeliveries(store: Store, webhookId: string, page: PageRequest) {
  const about = { table: 'webhook_deliveries', newestFirst: true };
  const { items, nextCursor } = await readPage(page, about, ({ after, limit }) =>
    deliveriesOf(store, webhookId)
      .where(after)
      .orderBy('webhook_deliveries.created_at', 'desc')
      .orderBy('webhook_deliveries.id', 'desc')
      .limit(limit)
      .execute(),
  );
  return { deliveries: items.map(deliveryRecord), next_cursor: nextCursor };
}
