import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import type { RunningJob } from '#src/jobs/types.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { ScheduleRow, StoreSchema } from '#src/store/schema.ts';
import { type Mailer, MailRefused } from './mail.ts';
import { type Message, type MessagePart, slackText } from './message.ts';
import { type ChartPicture, pictureToken } from './pictures.ts';
import type { Rasterizer } from './rasterizer.ts';
import { serviceUrl } from './service-url.ts';
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
  readonly clock: Clock;
  readonly config: Pick<Config, 'schedules' | 'public_url'>;
  readonly rasterizer: Rasterizer;
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

export function createDeliver(deps: DeliverDeps): Deliver {
  const { box, mailer, post, toWebhook } = deps;
  return async ({ schedule, runId, message }, job) => {
    const to = JSON.parse(schedule.destination) as Destination;
    switch (to.type) {
      case 'webhook':
        return async (trx) => {
          const { parts, ...rest } = message;
          const data = {
            ...{ schedule_id: schedule.id, run_id: runId, ...rest },
            parts: parts.map((one) => {
              if ('text' in one) return one;
              const { shown: _, picture: __, ...part } = one;
              return part;
            }),
          };
          const isSent = await toWebhook(trx, schedule, to.webhook_id, data);
          if (!isSent) throw new DeliveryRefused('The webhook was deleted or disabled.');
        };
      case 'refresh':
        return undefined;
      case 'email': {
        if (!mailer) throw new DeliveryRefused('There is no mail server. Set mail.url.');
        const pictures = await drawn(deps, message);
        await mailer.send(to.to, message, runId, pictures).catch((error: unknown) => {
          throw error instanceof MailRefused ? new DeliveryRefused(error.message) : error;
        });
        return undefined;
      }
      case 'slack': {
        const url = box.open(schedule.secret ?? '', schedule.id);
        const body = JSON.stringify({
          ...{ text: slackText(message), unfurl_links: false },
          attachments: pictured(deps, message).map((part) => ({
            fallback: part.picture.alt,
            title: part.name,
            image_url: addressOf(deps, runId, part.picture),
          })),
        });
        judge(await post(url, body, job.attempt, job.signal));
        return undefined;
      }
    }
  };
}

type Pictured = MessagePart & { readonly picture: ChartPicture };

/** The parts with a chart, as many as a message may have. */
const pictured = ({ config }: DeliverDeps, { parts }: Message): readonly Pictured[] =>
  parts
    .filter((part): part is Pictured => 'picture' in part && part.picture !== null)
    .slice(0, config.schedules.max_pictures);

/** The pictures of a message; what can't be drawn goes without. */
async function drawn(
  deps: DeliverDeps,
  message: Message,
): Promise<ReadonlyMap<MessagePart, Buffer>> {
  const made = new Map<MessagePart, Buffer>();
  for (const part of pictured(deps, message)) {
    const png = await deps.rasterizer.draw(part.picture.svg).catch(() => null);
    if (png) made.set(part, png);
  }
  return made;
}

const HOUR_MS = 3_600_000;

/** Where Slack gets a picture, for some time. */
function addressOf(
  { box, clock, config }: DeliverDeps,
  runId: string,
  { savedId, digest }: ChartPicture,
): string {
  const until = clock.now().getTime() + config.schedules.picture_hours * HOUR_MS;
  const token = pictureToken(box, { runId, savedId, digest, until });
  return serviceUrl(config.public_url ?? '', `pictures/${token}`).href;
}

const TOO_MANY = 429;

function judge({ status, error }: Posted): void {
  if (status === null) throw new Error(`Slack couldn't be reached: ${error}`);
  if (status >= 200 && status < 300) return;
  const text = `Slack answered ${status}.`;
  if (status >= 500 || status === TOO_MANY) throw new Error(text);
  throw new DeliveryRefused(text);
}
