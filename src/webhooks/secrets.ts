import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Webhook } from 'standardwebhooks';
import { type SecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import type { Store, WebhookRow } from '#src/store/schema.ts';

/** 24 to 64 bytes, says the Standard Webhooks specification. */
const SECRET_BYTES = 32;

export const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * The headers of a message, signed with each secret that is valid (https://www.standardwebhooks.com): receivers take
 * any of the signatures, so that a secret can be exchanged without a gap.
 */
export function signedHeaders(
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const signatures = secrets.map((secret) =>
    new Webhook(secret).sign(message.id, now, message.body),
  );
  return {
    'content-type': 'application/json',
    'user-agent': 'Plumbline-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** The secrets that are valid at an instant (as the store writes it), the newest first. */
export function validSecrets(
  row: Pick<WebhookRow, 'id' | 'secret' | 'previous_secret' | 'previous_until'>,
  box: SecretBox,
  at: string,
): string[] {
  const secrets = [box.open(row.secret, row.id)];
  if (row.previous_secret !== null && row.previous_until !== null && row.previous_until > at)
    secrets.push(...readable(box, row.previous_secret, row.id));
  return secrets;
}

/** A secret before a rotation that cannot be read was perhaps why it was rotated. */
function readable(box: SecretBox, sealed: string, about: string): string[] {
  try {
    return [box.open(sealed, about)];
  } catch (error) {
    if (error instanceof SecretUnreadable) return [];
    throw error;
  }
}

/** Encrypts every stored secret anew that the newest key did not encrypt; what cannot be read stays and is logged. */
export async function resealSecrets(store: Store, box: SecretBox, log: Logger): Promise<void> {
  const rows = await store
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previous_secret'])
    .execute();
  for (const { id, secret, previous_secret } of rows) {
    const stale = [secret, previous_secret].some((one) => one !== null && !box.isCurrent(one));
    if (!stale) continue;
    const again = (sealed: string) => box.seal(box.open(sealed, id), id);
    try {
      const sealed = {
        secret: again(secret),
        previous_secret: previous_secret && again(previous_secret),
      };
      // A secret that was rotated meanwhile stays.
      await store
        .updateTable('webhooks')
        .set(sealed)
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute();
    } catch (error) {
      log.warn({ err: error, webhook_id: id }, "a webhook secret couldn't be re-encrypted");
    }
  }
}
