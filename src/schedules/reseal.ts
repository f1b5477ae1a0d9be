import type { Logger } from 'pino';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { Store } from '#src/store/schema.ts';

/** Encrypts every stored Slack address with the newest key; one that can't be read stays and is logged. */
export async function resealAddresses(store: Store, box: SecretBox, log: Logger): Promise<void> {
  const rows = await store
    .selectFrom('schedules')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .execute();
  for (const { id, secret } of rows) {
    if (secret === null || box.isCurrent(secret)) continue;
    try {
      // An address that was changed meanwhile stays.
      await store
        .updateTable('schedules')
        .set({ secret: box.seal(box.open(secret, id), id) })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute();
    } catch (error) {
      log.warn({ err: error, schedule_id: id }, "a Slack address couldn't be re-encrypted");
    }
  }
}
