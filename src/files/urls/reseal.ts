import type { Logger } from 'pino';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { Store } from '#src/store/schema.ts';

/** Encrypts every stored URL with the newest key; one that can't be read stays and is logged. */
export async function resealUrls(store: Store, box: SecretBox, log: Logger): Promise<void> {
  const rows = await store.selectFrom('file_sources').select(['id', 'secret']).execute();
  for (const { id, secret } of rows) {
    if (box.isCurrent(secret)) continue;
    try {
      // A URL that was changed meanwhile stays.
      await store
        .updateTable('file_sources')
        .set({ secret: box.seal(box.open(secret, id), id) })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute();
    } catch (error) {
      log.warn({ err: error, source_id: id }, "the URL of a file couldn't be re-encrypted");
    }
  }
}
