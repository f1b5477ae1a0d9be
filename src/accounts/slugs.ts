import type { Kysely } from 'kysely';
import type { StoreSchema } from '#src/store/schema.ts';

/** The slug itself, or with the first number behind it that is free among the workspaces or tenants of its owner. */
export async function freeSlug(
  db: Kysely<StoreSchema>,
  owner: { readonly clientId: string } | { readonly accountId: string },
  slug: string,
): Promise<string> {
  const rows = await ('clientId' in owner
    ? db.selectFrom('workspaces').select('slug').where('client_id', '=', owner.clientId)
    : db.selectFrom('tenants').select('slug').where('account_id', '=', owner.accountId)
  ).execute();
  const taken = new Set(rows.map((row) => row.slug));
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? slug : `${slug}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
