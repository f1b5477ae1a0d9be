import type { Selectable } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import { type JobHandler, type RunningJob, TryAgain } from '#src/jobs/types.ts';
import type { WebhookMeter } from '#src/metrics/webhook-meter.ts';
import { type SecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import type { Store, WebhookDeliveryRow, WebhookRow } from '#src/store/schema.ts';
import type { DeliverJob } from '#src/webhooks/outbox.ts';
import { signedHeaders, validSecrets } from '#src/webhooks/secrets.ts';
import { type SendOptions, type Sent, send } from '#src/webhooks/send.ts';
import type { Attempt } from '#src/webhooks/types.ts';

export interface DeliverDeps extends SendOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly box: SecretBox;
  /** Milliseconds; each further wait is four times as long. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** Deliveries at once to one webhook. */
  readonly placesPerWebhook: number;
  /** Deliveries at once to all webhooks together that fail at present. */
  readonly placesForFailing: number;
  readonly meter?: WebhookMeter | undefined;
}

interface Delivery extends Selectable<WebhookDeliveryRow> {
  readonly payload: string;
}
type Hook = Selectable<WebhookRow>;

/** Attempts that the log of a delivery keeps. */
const LOG_LENGTH = 50;
const BUSY_MS = 500;
/** Time between looks at deliveries that wait because their webhooks fail, on average over all of them. */
const BETWEEN_LOOKS_MS = 200;
const GONE = 410;

/**
 * The handler of `DELIVER_JOB`. What is sent and not recorded (the process died in between) is sent again: at least
 * once, under the same id.
 */
export function createDelivery(deps: DeliverDeps): JobHandler {
  const places = createPlaces(deps);
  return async (job) => {
    const { deliveryId } = job.payload as unknown as DeliverJob;
    const found = await read(deps.store, deliveryId);
    if (found?.delivery.status !== 'pending') {
      places.forget(deliveryId);
      return { superseded: true };
    }
    const { hook, delivery } = found;
    if (hook.status === 'disabled') {
      places.forget(deliveryId);
      await close(deps, job, delivery, 'The webhook is disabled.');
      return { disabled: true };
    }
    const leave = places.enter(hook, deliveryId);
    try {
      return await attempt(deps, job, hook, delivery);
    } finally {
      leave();
    }
  };
}

/**
 * Which deliveries may run now. A slow receiver leaves places for the others, and receivers that fail, each of which may
 * take the whole time limit, leave places for those that work.
 */
function createPlaces(deps: DeliverDeps) {
  const sending = new Map<string, number>();
  /** Deliveries to failing webhooks that were sent away. */
  const waiting = new Set<string>();
  let failing = 0;
  return {
    forget: (deliveryId: string) => void waiting.delete(deliveryId),
    /** Takes a place; the result gives it back. Fails with `TryAgain` where there is none. */
    enter(hook: Hook, deliveryId: string): () => void {
      const isFailing = hook.failing_since !== null;
      const running = sending.get(hook.id) ?? 0;
      if (isFailing && (running > 0 || failing >= deps.placesForFailing)) {
        waiting.add(deliveryId);
        // The more wait, the more seldom each is looked at: all together take little of the queue's time.
        const every = Math.max(deps.timeoutMs, waiting.size * BETWEEN_LOOKS_MS);
        const afterMs = Math.min(every, deps.longestRetryMs) * (0.5 + Math.random());
        throw new TryAgain(afterMs, 'waiting in the queue', false);
      }
      waiting.delete(deliveryId);
      if (running >= deps.placesPerWebhook)
        throw new TryAgain(BUSY_MS, 'waiting in the queue', false);
      sending.set(hook.id, running + 1);
      if (isFailing) failing += 1;
      return () => {
        if (isFailing) failing -= 1;
        const left = (sending.get(hook.id) ?? 1) - 1;
        if (left === 0) sending.delete(hook.id);
        else sending.set(hook.id, left);
      };
    },
  };
}

async function read(store: Store, deliveryId: string) {
  const delivery = await store
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select('webhook_events.payload')
    .where('webhook_deliveries.id', '=', deliveryId)
    .executeTakeFirst();
  const hook =
    delivery &&
    (await store
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', delivery.webhook_id)
      .executeTakeFirst());
  return delivery && hook ? { delivery, hook } : null;
}

async function attempt(deps: DeliverDeps, job: RunningJob, hook: Hook, delivery: Delivery) {
  const began = deps.clock.now();
  const started = performance.now();
  const sent = await sign(deps, hook, delivery, began, job.signal);
  const made: Attempt = {
    at: timestamp(began),
    status: sent.status,
    error: sent.error,
    duration_ms: Math.round(performance.now() - started),
  };
  const log = [...(JSON.parse(delivery.log) as Attempt[]), made].slice(-LOG_LENGTH);
  const now = deps.clock.now();
  const outcome = judge(deps, { hook, delivery, sent, log, now });
  deps.meter?.(outcome.kind, made.duration_ms);
  await record(deps, job, { hook, delivery, sent, log, now, outcome });
  if (outcome.kind === 'again')
    throw new TryAgain(outcome.afterMs, sent.error ?? `the endpoint returned ${sent.status}`);
  return { status: sent.status };
}

async function sign(
  deps: DeliverDeps,
  hook: Hook,
  delivery: Delivery,
  now: Date,
  signal: AbortSignal,
): Promise<Sent> {
  const message = { id: delivery.event_id, body: delivery.payload };
  try {
    const headers = signedHeaders(message, validSecrets(hook, deps.box, timestamp(now)), now);
    const { url } = hook;
    return await send(
      { url, headers, body: message.body, attempt: delivery.attempts },
      deps,
      signal,
    );
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    const text = "the webhook's secret can't be decrypted; rotate it";
    return { status: null, error: text, retryAfterMs: null };
  }
}

type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly disable: 'gone' | 'failing' | null };

interface Made {
  readonly hook: Hook;
  readonly delivery: Delivery;
  readonly sent: Sent;
  readonly log: readonly Attempt[];
  readonly now: Date;
}

/** The last attempt is made when the time of retries ends; a webhook to which nothing got through meanwhile is disabled. */
function judge(deps: DeliverDeps, { hook, delivery, sent, log, now }: Made): Outcome {
  if (sent.status !== null && sent.status >= 200 && sent.status < 300) return { kind: 'delivered' };
  if (sent.status === GONE) return { kind: 'failed', disable: 'gone' };
  const left = new Date(`${delivery.give_up_at}Z`).getTime() - now.getTime();
  if (left <= 0) {
    const failing = hook.failing_since !== null && hook.failing_since <= log[0]!.at;
    return { kind: 'failed', disable: failing ? 'failing' : null };
  }
  const wait = Math.min(deps.longestRetryMs, deps.firstRetryMs * 4 ** delivery.attempts);
  const asked = Math.min(sent.retryAfterMs ?? 0, deps.longestRetryMs);
  return { kind: 'again', afterMs: Math.min(Math.max(wait, asked), left) };
}

/** Only while the job is still this process's. */
function record(
  { store: _, ...deps }: DeliverDeps,
  job: RunningJob,
  { hook, delivery, sent, log, now, outcome }: Made & { readonly outcome: Outcome },
): Promise<void> {
  const at = timestamp(now);
  const status = { delivered: 'delivered', again: 'pending', failed: 'failed' } as const;
  const next = outcome.kind === 'again' ? new Date(now.getTime() + outcome.afterMs) : null;
  const disable = outcome.kind === 'failed' ? outcome.disable : null;
  return job.publish(async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({
        status: status[outcome.kind],
        attempts: delivery.attempts + 1,
        last_status: sent.status,
        last_error: sent.error,
        log: JSON.stringify(log),
        next_attempt_at: next && timestamp(next),
        updated_at: timestamp(deps.clock.now()),
      })
      .where('id', '=', delivery.id)
      .execute();
    await trx
      .updateTable('webhooks')
      .set((e) => ({
        failing_since:
          outcome.kind === 'delivered'
            ? null
            : e.fn.coalesce('failing_since', e.val(log.at(-1)!.at)),
        ...(disable ? { status: 'disabled', disabled_reason: disable, updated_at: at } : {}),
      }))
      .where('id', '=', hook.id)
      // Another address or switched by hand meanwhile: this outcome says nothing of it.
      .where('updated_at', '=', hook.updated_at)
      .execute();
  });
}

function close(
  deps: DeliverDeps,
  job: RunningJob,
  delivery: Delivery,
  error: string,
): Promise<void> {
  const updated_at = timestamp(deps.clock.now());
  return job.publish(async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', last_error: error, next_attempt_at: null, updated_at })
      .where('id', '=', delivery.id)
      .execute();
  });
}
