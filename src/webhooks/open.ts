import path from 'node:path';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { JobHandler } from '#src/jobs/types.ts';
import type { WebhookMeter } from '#src/metrics/webhook-meter.ts';
import { createHostCheck, type HostCheckOptions } from '#src/network/host-check.ts';
import type { Principal } from '#src/principal.ts';
import { encryptionKeys } from '#src/secrets/encryption-keys.ts';
import { createSecretBox, type SecretBox } from '#src/secrets/secret-box.ts';
import type { Store, StoreSchema } from '#src/store/schema.ts';
import { createDelivery } from '#src/webhooks/deliver.ts';
import { addDelivery, type OutboxDeps, writeEvent } from '#src/webhooks/outbox.ts';
import { checkReceiverUrl } from '#src/webhooks/receiver-url.ts';
import { findWebhook } from '#src/webhooks/records.ts';
import { resealSecrets } from '#src/webhooks/secrets.ts';
import { type Sent, send } from '#src/webhooks/send.ts';
import { createWebhooks } from '#src/webhooks/service.ts';
import type { WebhooksService } from '#src/webhooks/types.ts';

export interface OpenWebhooksDeps {
  readonly config: Pick<Config, 'data_dir' | 'databases' | 'webhooks'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outbox: OutboxDeps;
  readonly meter?: WebhookMeter;
  /** Resolves names; the system's where absent. */
  readonly lookup?: HostCheckOptions['lookup'];
}

/** The webhooks feature, ready for requests. */
export interface OpenWebhooks {
  readonly service: WebhooksService;
  /** The handler of `DELIVER_JOB`. */
  readonly deliver: JobHandler;
  /** For messages of other features. */
  readonly sender: WebhookSender;
  close(): Promise<void>;
}

interface WebhookSender {
  readonly box: SecretBox;
  /** Fails with `webhook_not_found`. */
  findWebhook(principal: Principal, id: string): Promise<unknown>;
  /** Fails with `webhook_url_refused`. */
  checkUrl(url: string, signal: AbortSignal): Promise<void>;
  /** Posts JSON once to a checked address. */
  post(
    url: string,
    body: string,
    options: { readonly attempt: number; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<Sent>;
  /** Sends an event to one webhook of an account, whatever it listens to; gives whether it is there and enabled. */
  sendTo(
    trx: Transaction<StoreSchema>,
    to: { readonly accountId: string; readonly webhookId: string },
    event: Parameters<typeof writeEvent>[2],
  ): Promise<boolean>;
}

const DAY_MS = 24 * 60 * 60_000;
const PRUNE_EVERY_MS = 60 * 60_000;

/** Opens the webhooks feature: encrypts secrets with the newest key, removes what is old. */
export async function openWebhooks(deps: OpenWebhooksDeps): Promise<OpenWebhooks> {
  const { config, store, clock, log } = deps;
  const { webhooks } = config;
  const dataDir = path.resolve(config.data_dir);
  const box = createSecretBox(await encryptionKeys(config.databases.encryption_keys, dataDir));
  await resealSecrets(store, box, log);
  const checkHost = createHostCheck({
    allowPrivateHosts: webhooks.allow_private_hosts,
    allowedHosts: webhooks.allowed_hosts,
    dnsTimeoutMs: webhooks.dns_timeout_ms,
    setting: 'webhooks.allowed_hosts',
    ...(deps.lookup ? { lookup: deps.lookup } : {}),
  });
  const shared = { store, clock, box, checkHost };
  const prune = () =>
    removeOldEvents(store, new Date(clock.now().getTime() - webhooks.keep_days * DAY_MS)).catch(
      (error: unknown) => log.warn({ err: error }, "old deliveries weren't removed"),
    );
  const timer = setInterval(() => void prune(), PRUNE_EVERY_MS).unref();
  await prune();
  const allowHttp = webhooks.allow_private_hosts;
  const maxAnswerBytes = webhooks.max_answer_bytes;
  return {
    sender: {
      box,
      findWebhook: (principal, id) => findWebhook(store, principal, id),
      checkUrl: (url, signal) => checkReceiverUrl(url, { checkHost, allowHttp }, signal),
      post: (url, body, { attempt, timeoutMs }, signal) =>
        send(
          { url, body, attempt, headers: { 'content-type': 'application/json' } },
          { checkHost, timeoutMs, maxAnswerBytes },
          signal,
        ),
      async sendTo(trx, { accountId, webhookId }, event) {
        const hook = await trx
          .selectFrom('webhooks')
          .select('id')
          .where('id', '=', webhookId)
          .where('account_id', '=', accountId)
          .where('status', '=', 'active')
          .executeTakeFirst();
        if (!hook) return false;
        const eventId = await writeEvent(trx, accountId, event, timestamp(clock.now()));
        await addDelivery(deps.outbox, trx, { webhookId, eventId });
        return true;
      },
    },
    service: createWebhooks({
      ...shared,
      outbox: deps.outbox,
      allowHttp,
      maxWebhooks: webhooks.max_webhooks,
      rotationMs: webhooks.rotation_ms,
    }),
    deliver: createDelivery({
      ...shared,
      timeoutMs: webhooks.timeout_ms,
      maxAnswerBytes,
      firstRetryMs: webhooks.first_retry_ms,
      longestRetryMs: webhooks.longest_retry_ms,
      placesPerWebhook: Math.ceil(webhooks.concurrency / 2),
      placesForFailing: Math.ceil(webhooks.concurrency / 2),
      meter: deps.meter,
    }),
    close: async () => clearInterval(timer),
  };
}

/** Events with their deliveries; one that is still tried, or was sent again lately, stays. */
async function removeOldEvents(store: Store, before: Date): Promise<void> {
  const at = timestamp(before);
  await store
    .deleteFrom('webhook_events')
    .where('created_at', '<', at)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('webhook_deliveries')
            .select('id')
            .whereRef('webhook_deliveries.event_id', '=', 'webhook_events.id')
            .where((d) => d.or([d('status', '=', 'pending'), d('updated_at', '>=', at)])),
        ),
      ),
    )
    .execute();
}
