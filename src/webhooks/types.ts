import type { EventType } from '#src/events/types.ts';
import type { Principal } from '#src/principal.ts';
import type { PageRequest } from '#src/store/page.ts';
import type { Settle } from '#src/store/settle.ts';

/** A webhook as the API shows it; never its secret. */
export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  /** Empty: all. */
  readonly events: readonly EventType[];
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly status: 'active' | 'disabled';
  readonly disabled_reason: 'gone' | 'failing' | 'paused' | null;
  readonly failing_since: string | null;
  readonly previous_secret_until: string | null;
  readonly created_at: string;
}

export interface NewWebhook {
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
  readonly client_id?: string | undefined;
  readonly workspace_id?: string | undefined;
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** One attempt to deliver: the status of the answer, or why there was none; never a body. */
export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly next_attempt_at: string | null;
  readonly log: readonly Attempt[];
  readonly created_at: string;
}

export type WebhookWithSecret = WebhookRecord & { readonly secret: string };

/** By its id. */
interface RemovedWebhook {
  readonly deleted: string;
}

/** Webhooks of the caller's account; those of other tenants or workspaces than a bound key's are not there for it. */
export interface WebhooksService {
  /** Oldest first. Fails, as `deliveries`, with `bad_request` for a cursor that no list gave. */
  list(
    principal: Principal,
    page: PageRequest,
  ): Promise<{ readonly webhooks: readonly WebhookRecord[]; readonly next_cursor: string | null }>;
  /** Fails with `webhook_url_refused`, `wrong_tenant`, `wrong_workspace`, `workspace_not_found`, `conflict`. */
  create(
    principal: Principal,
    webhook: NewWebhook,
    signal: AbortSignal,
    settle?: Settle<WebhookWithSecret>,
  ): Promise<WebhookWithSecret>;
  /** All below fail with `webhook_not_found`. */
  change(
    principal: Principal,
    id: string,
    change: WebhookChange,
    signal: AbortSignal,
    settle?: Settle<WebhookRecord>,
  ): Promise<WebhookRecord>;
  remove(
    principal: Principal,
    id: string,
    settle?: Settle<RemovedWebhook>,
  ): Promise<RemovedWebhook>;
  /** The secret until now goes on signing beside the new one until `previous_secret_until`. */
  rotateSecret(
    principal: Principal,
    id: string,
    settle?: Settle<WebhookWithSecret>,
  ): Promise<WebhookWithSecret>;
  /** Newest first. */
  deliveries(
    principal: Principal,
    id: string,
    page: PageRequest,
  ): Promise<{
    readonly deliveries: readonly DeliveryRecord[];
    readonly next_cursor: string | null;
  }>;
  /** Sends an event `webhook.test`; `conflict` where the webhook is disabled. */
  test(principal: Principal, id: string, settle?: Settle<DeliveryRecord>): Promise<DeliveryRecord>;
  /** Sends the event of a delivery again, under its old id. */
  replay(
    principal: Principal,
    id: string,
    deliveryId: string,
    settle?: Settle<DeliveryRecord>,
  ): Promise<DeliveryRecord>;
}
