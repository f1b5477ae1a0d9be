import type { Selectable, Transaction } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { HostCheck } from '#src/network/host-check.ts';
import type { Principal } from '#src/principal.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { Store, StoreSchema, WebhookRow } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { addDelivery, type OutboxDeps, writeEvent } from '#src/webhooks/outbox.ts';
import { checkReceiverUrl } from '#src/webhooks/receiver-url.ts';
import {
  deliveriesOf,
  deliveryRecord,
  findWebhook,
  listDeliveries,
  listWebhooks,
  webhookRecord,
} from '#src/webhooks/records.ts';
import { newSecret } from '#src/webhooks/secrets.ts';
import type {
  DeliveryRecord,
  NewWebhook,
  WebhookChange,
  WebhookRecord,
  WebhooksService,
  WebhookWithSecret,
} from '#src/webhooks/types.ts';

export interface WebhooksDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly outbox: OutboxDeps;
  readonly checkHost: HostCheck;
  readonly allowHttp: boolean;
  readonly maxWebhooks: number;
  /** How long a secret goes on signing after its rotation (milliseconds). */
  readonly rotationMs: number;
}

type Hook = Selectable<WebhookRow>;

/** The webhooks of accounts: who is told of what, where, and how it went. */
export function createWebhooks(deps: WebhooksDeps): WebhooksService {
  const { store } = deps;
  return {
    list: (principal, page) => listWebhooks(store, principal, page),
    create: (principal, webhook, signal, settle) =>
      create(deps, principal, { webhook, settle }, signal),
    change: (principal, id, change, signal, settle) =>
      applyChange(deps, principal, { id, change, settle }, signal),
    remove: (principal, id, settle) =>
      store.transaction().execute(async (trx) => {
        const { id: deleted } = await findWebhook(trx, principal, id);
        await trx.deleteFrom('webhooks').where('id', '=', deleted).execute();
        await settle?.(trx, { deleted });
        return { deleted };
      }),
    rotateSecret: (principal, id, settle) => rotate(deps, principal, id, settle),
    deliveries: async (principal, id, page) =>
      listDeliveries(store, (await findWebhook(store, principal, id)).id, page),
    test: (principal, id, settle) =>
      sendNow(deps, principal, { id, settle }, (trx, hook, at) =>
        writeEvent(trx, hook.account_id, testEvent(hook), at),
      ),
    replay: (principal, id, deliveryId, settle) =>
      sendNow(deps, principal, { id, settle }, async (trx, hook) => {
        const row = await deliveriesOf(trx, hook.id)
          .where('webhook_deliveries.id', '=', deliveryId)
          .executeTakeFirst();
        if (!row)
          throw new AppError('webhook_not_found', 'The webhook has no delivery with this ID.');
        return row.event_id;
      }),
  };
}

const testEvent = (hook: Hook) => ({
  type: 'webhook.test',
  scope:
    hook.client_id === null
      ? ({ accountId: hook.account_id, clientId: null, workspaceId: null } as const)
      : { clientId: hook.client_id, workspaceId: hook.workspace_id },
  data: { webhook_id: hook.id },
});

async function create(
  deps: WebhooksDeps,
  principal: Principal,
  {
    webhook,
    settle,
  }: { readonly webhook: NewWebhook; readonly settle?: Settle<WebhookWithSecret> },
  signal: AbortSignal,
) {
  await checkReceiverUrl(webhook.url, deps, signal);
  const id = newId('wh');
  const secret = newSecret();
  const at = timestamp(deps.clock.now());
  return deps.store.transaction().execute(async (trx) => {
    await takeTurn(trx, principal.accountId);
    const bound = await bindingOf(trx, principal, webhook);
    await refuseTooMany(
      trx,
      {
        table: 'webhooks',
        column: 'account_id',
        value: principal.accountId,
        most: deps.maxWebhooks,
      },
      (count) => `The account has ${count} webhooks, the maximum. Delete one first.`,
    );
    const row = await trx
      .insertInto('webhooks')
      .values({
        id,
        account_id: principal.accountId,
        ...bound,
        url: webhook.url,
        description: webhook.description,
        events: JSON.stringify([...new Set(webhook.events)]),
        secret: deps.box.seal(secret, id),
        previous_secret: null,
        previous_until: null,
        status: 'active',
        disabled_reason: null,
        failing_since: null,
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const made = { ...webhookRecord(row), secret };
    await settle?.(trx, made);
    return made;
  });
}

/** What a webhook hears of: never more than its maker's key reaches. */
async function bindingOf(
  trx: Transaction<StoreSchema>,
  principal: Principal,
  { client_id, workspace_id }: NewWebhook,
): Promise<Pick<WebhookRow, 'client_id' | 'workspace_id'>> {
  if (principal.clientId !== null && client_id !== undefined && client_id !== principal.clientId)
    throw new AppError('wrong_tenant', 'API key is scoped to a different tenant');
  if (
    principal.workspaceId !== null &&
    workspace_id !== undefined &&
    workspace_id !== principal.workspaceId
  )
    throw new AppError('wrong_workspace', 'The key is limited to another workspace.');
  const clientId = principal.clientId ?? client_id ?? null;
  const workspaceId = principal.workspaceId ?? workspace_id ?? null;
  if (clientId === null && workspaceId === null) return { client_id: null, workspace_id: null };
  if (clientId === null)
    throw new AppError('unprocessable', 'workspace_id needs client_id. Send both.');
  const tenant = await trx
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', clientId)
    .where('account_id', '=', principal.accountId)
    .executeTakeFirst();
  if (!tenant)
    throw new AppError('wrong_tenant', 'The account has no tenant with this ID. Check client_id.');
  const workspace = await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId ?? '')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (workspaceId !== null && !workspace)
    throw new AppError(
      'workspace_not_found',
      'The tenant has no workspace with this ID. Check workspace_id.',
    );
  return { client_id: clientId, workspace_id: workspaceId };
}

interface Changing {
  readonly id: string;
  readonly change: WebhookChange;
  readonly settle: Settle<WebhookRecord> | undefined;
}

async function applyChange(
  deps: WebhooksDeps,
  principal: Principal,
  { id, change, settle }: Changing,
  signal: AbortSignal,
) {
  await findWebhook(deps.store, principal, id);
  if (change.url !== undefined) await checkReceiverUrl(change.url, deps, signal);
  return deps.store.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('webhooks')
      .set({ ...columnsOf(change), updated_at: timestamp(deps.clock.now()) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError('webhook_not_found', 'The webhook was deleted in the meantime.');
    const changed = webhookRecord(row);
    await settle?.(trx, changed);
    return changed;
  });
}

const columnsOf = ({ url, description, events, enabled }: WebhookChange) => ({
  ...(url === undefined ? {} : { url, failing_since: null }),
  ...(description === undefined ? {} : { description }),
  ...(events === undefined ? {} : { events: JSON.stringify([...new Set(events)]) }),
  ...(enabled === true
    ? { status: 'active' as const, disabled_reason: null, failing_since: null }
    : {}),
  ...(enabled === false ? { status: 'disabled' as const, disabled_reason: 'paused' as const } : {}),
});

async function rotate(
  deps: WebhooksDeps,
  principal: Principal,
  id: string,
  settle?: Settle<WebhookWithSecret>,
) {
  const before = await findWebhook(deps.store, principal, id);
  const secret = newSecret();
  const now = deps.clock.now();
  return deps.store.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('webhooks')
      .set({
        secret: deps.box.seal(secret, id),
        previous_secret: before.secret,
        previous_until: timestamp(new Date(now.getTime() + deps.rotationMs)),
        updated_at: timestamp(now),
      })
      .where('id', '=', id)
      .where('secret', '=', before.secret)
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw new AppError(
        'conflict',
        'Another request rotated the secret at the same time. Try again.',
      );
    const made = { ...webhookRecord(row), secret };
    await settle?.(trx, made);
    return made;
  });
}

/** Adds a delivery that somebody asked for, of the event that `eventOf` gives. */
function sendNow(
  deps: WebhooksDeps,
  principal: Principal,
  { id, settle }: { readonly id: string; readonly settle?: Settle<DeliveryRecord> },
  eventOf: (trx: Transaction<StoreSchema>, hook: Hook, at: string) => Promise<string>,
) {
  return deps.store.transaction().execute(async (trx) => {
    const hook = await findWebhook(trx, principal, id);
    if (hook.status === 'disabled')
      throw new AppError(
        'conflict',
        `The webhook is disabled (${hook.disabled_reason}). Enable it first with PATCH {"enabled": true}.`,
      );
    const eventId = await eventOf(trx, hook, timestamp(deps.clock.now()));
    const deliveryId = await addDelivery(deps.outbox, trx, { webhookId: hook.id, eventId });
    const row = await deliveriesOf(trx, hook.id)
      .where('webhook_deliveries.id', '=', deliveryId)
      .executeTakeFirstOrThrow();
    const made = deliveryRecord(row);
    await settle?.(trx, made);
    return made;
  });
}
