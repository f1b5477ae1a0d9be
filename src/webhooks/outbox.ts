import type { Transaction } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import type { EventScope, PublishEvent, ServiceEvent } from '#src/events/types.ts';
import { newId } from '#src/ids.ts';
import type { NewJob } from '#src/jobs/types.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** Kind of the job that sends one event to one webhook. */
export const DELIVER_JOB = 'webhook.deliver';

const MAX_ATTEMPTS = 1_000;

export interface DeliverJob {
  readonly deliveryId: string;
}

export interface OutboxDeps {
  readonly clock: Clock;
  /** How long an event is tried to be delivered (milliseconds). */
  readonly retryWindowMs: number;
  readonly enqueue: (trx: Transaction<StoreSchema>, job: NewJob) => Promise<unknown>;
}

/**
 * The transactional outbox (https://microservices.io/patterns/data/transactional-outbox.html): the event, a delivery
 * for each webhook that listens, and the job of each delivery are rows of the transaction that makes the event true.
 */
export function createOutbox(deps: OutboxDeps): PublishEvent {
  return async (trx, event) => {
    const accountId = await accountOf(trx, event.scope);
    if (accountId === null) return;
    const webhookIds = await listeners(trx, accountId, event);
    if (webhookIds.length === 0) return;
    const at = timestamp(deps.clock.now());
    const eventId = await writeEvent(trx, accountId, event, at);
    for (const webhookId of webhookIds) await addDelivery(deps, trx, { webhookId, eventId });
  };
}

/** Writes a delivery and its job; gives the delivery's id. */
export async function addDelivery(
  deps: OutboxDeps,
  trx: Transaction<StoreSchema>,
  { webhookId, eventId }: { readonly webhookId: string; readonly eventId: string },
): Promise<string> {
  const now = deps.clock.now();
  const id = newId('whd');
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      event_id: eventId,
      status: 'pending',
      attempts: 0,
      last_status: null,
      last_error: null,
      log: '[]',
      next_attempt_at: timestamp(now),
      give_up_at: timestamp(new Date(now.getTime() + deps.retryWindowMs)),
      created_at: timestamp(now),
      updated_at: timestamp(now),
    })
    .execute();
  await deps.enqueue(trx, {
    kind: DELIVER_JOB,
    workspaceId: null,
    payload: { deliveryId: id } satisfies DeliverJob,
    // The time of retries ends them; this many only a process that dies each time comes to.
    maxAttempts: MAX_ATTEMPTS,
  });
  return id;
}

/** Writes an event as it is sent: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#payload-structure */
export async function writeEvent(
  trx: Transaction<StoreSchema>,
  accountId: string,
  event: { readonly type: string; readonly scope: EventScope; readonly data: object },
  at: string,
): Promise<string> {
  const id = newId('evt');
  const { clientId, workspaceId } = event.scope;
  const data = { client_id: clientId, workspace_id: workspaceId, ...event.data };
  await trx
    .insertInto('webhook_events')
    .values({
      id,
      account_id: accountId,
      type: event.type,
      payload: JSON.stringify({ type: event.type, timestamp: at, data }),
      created_at: at,
    })
    .execute();
  return id;
}

async function accountOf(trx: Transaction<StoreSchema>, scope: EventScope): Promise<string | null> {
  if (scope.clientId === null) return scope.accountId;
  const tenant = await trx
    .selectFrom('tenants')
    .select('account_id')
    .where('id', '=', scope.clientId)
    .executeTakeFirst();
  return tenant?.account_id ?? null;
}

/** Webhooks that are bound to a tenant or workspace hear of nothing else. */
async function listeners(
  trx: Transaction<StoreSchema>,
  accountId: string,
  { type, scope }: ServiceEvent,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('webhooks')
    .select(['id', 'events', 'client_id', 'workspace_id'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .execute();
  return rows
    .filter(({ client_id, workspace_id }) => {
      if (client_id !== null && client_id !== scope.clientId) return false;
      return workspace_id === null || workspace_id === scope.workspaceId;
    })
    .filter(({ events }) => {
      const wanted = JSON.parse(events) as string[];
      return wanted.length === 0 || wanted.includes(type);
    })
    .map(({ id }) => id);
}
