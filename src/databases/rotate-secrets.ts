import type { Logger } from 'pino';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { Store } from '#src/store/schema.ts';

/**
 * Encrypts every stored password anew that the newest key did not encrypt; gives how many. A password that cannot be
 * read is left as it is and logged: its database asks to be connected again when it is used.
 */
export async function rotateSecrets(store: Store, box: SecretBox, log: Logger): Promise<number> {
  const rows = await store.selectFrom('databases').select(['id', 'secret']).execute();
  let rotated = 0;
  for (const { id, secret } of rows) {
    try {
      const password = box.open(secret, id);
      if (box.isCurrent(secret)) continue;
      const { numUpdatedRows } = await store
        .updateTable('databases')
        .set({ secret: box.seal(password, id) })
        .where('id', '=', id)
        // A password that was set meanwhile stays.
        .where('secret', '=', secret)
        .executeTakeFirst();
      rotated += Number(numUpdatedRows);
    } catch (error) {
      log.warn({ err: error, database_id: id }, "a stored password can't be decrypted");
    }
  }
  return rotated;
}
