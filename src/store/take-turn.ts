import type { Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';

/**
 * Lets one transaction after the other change what an account has, so that none sees room, a free slug, a tenant or a
 * list that another takes. An update that changes nothing locks the row on both stores.
 */
export async function takeTurn(trx: Transaction<StoreSchema>, accountId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set((e) => ({ name: e.ref('name') }))
    .where('id', '=', accountId)
    .execute();
}
