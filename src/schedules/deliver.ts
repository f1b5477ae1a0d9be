import type { Transaction } from 'kysely';
import type { RunningJob } from '#src/jobs/types.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { ScheduleRow, StoreSchema } from '#src/store/schema.ts';
import { type Mailer, MailRefused } from './mail.ts';
import { type Message, slackText } from './message.ts';
import type { Destination } from './types.ts';

/** Another attempt cannot help: the address is gone, or refuses this message. */
export class DeliveryRefused extends Error {}

/** A message on its way to where its schedule says. */
interface Delivering {
  readonly schedule: ScheduleRow;
  readonly runId: string;
  readonly message: Message;
}

/**
 * Hands a message over. What it gives is done in the transaction that records the delivery. Fails with
 * `DeliveryRefused`, or otherwise where another attempt may succeed.
 */
export type Deliver = (
  delivering: Delivering,
  job: RunningJob,
) => Promise<((trx: Transaction<StoreSchema>) => Promise<unknown>) | undefined>;

/** What came of a post: the status, or why there was none. */
type Posted =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

export interface DeliverDeps {
  readonly box: SecretBox;
  readonly mailer: Mailer | null;
  /** Posts JSON to a checked address, without following redirects. */
  readonly post: (
    url: string,
    body: string,
    attempt: number,
    signal: AbortSignal,
  ) => Promise<Posted>;
  /** Sends an event to one webhook, with its signature and its own retries. */
  readonly toWebhook: (
    trx: Transaction<StoreSchema>,
    schedule: ScheduleRow,
    webhookId: string,
    data: object,
  ) => Promise<boolean>;
}

export function createDeliver({ box, mailer, post, toWebhook }: DeliverDeps): Deliver {
  return async ({ schedule, runId, message }, job) => {
    const to = JSON.parse(schedule.destination) as Destination;
    switch (to.type) {
      case 'webhook':
        return async (trx) => {
          const { parts, ...rest } = message;
          const data = {
            ...{ schedule_id: schedule.id, run_id: runId, ...rest },
            parts: parts.map(({ shown: _, ...part }) => part),
          };
          const isSent = await toWebhook(trx, schedule, to.webhook_id, data);
          if (!isSent) throw new DeliveryRefused('The webhook was deleted or disabled.');
        };
      case 'refresh':
        return undefined;
      case 'email':
        if (!mailer) throw new DeliveryRefused('There is no mail server. Set mail.url.');
        await mailer.send(to.to, message, runId).catch((error: unknown) => {
          throw error instanceof MailRefused ? new DeliveryRefused(error.message) : error;
        });
        return undefined;
      case 'slack': {
        const url = box.open(schedule.secret ?? '', schedule.id);
        const body = JSON.stringify({ text: slackText(message), unfurl_links: false });
        judge(await post(url, body, job.attempt, job.signal));
        return undefined;
      }
    }
  };
}

const TOO_MANY = 429;

function judge({ status, error }: Posted): void {
  if (status === null) throw new Error(`Slack couldn't be reached: ${error}`);
  if (status >= 200 && status < 300) return;
  const text = `Slack answered ${status}.`;
  if (status >= 500 || status === TOO_MANY) throw new Error(text);
  throw new DeliveryRefused(text);
}
