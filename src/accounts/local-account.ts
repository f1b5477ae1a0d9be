import type { Clock } from '#src/clock.ts';
import type { Store } from '#src/store/schema.ts';
import { createAccount } from './create.ts';

/**
 * The account of the one who runs the service, made on the first start of an empty store: a tenant, the workspace
 * `General` and a full-access key, which is given once. Null where there is an account already.
 */
export async function ensureLocalAccount(store: Store, clock: Clock): Promise<string | null> {
  return store.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('accounts')
      .select('id')
      .where('type', '<>', 'sample')
      .limit(1)
      .executeTakeFirst();
    if (known) return null;
    const created = await createAccount(trx, clock, {
      type: 'standard',
      plan: 'self_hosted',
      name: 'Local',
      email: null,
      key: { name: 'First key', bindTo: 'tenant' },
    });
    return created.apiKey;
  });
}
