import type { Kysely } from 'kysely';
import type { StoredDraft, TableDraft } from '#src/catalog/enrichment/types.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** What a model drafted within a scope: a workspace, or a tenant for the database of all its workspaces. */
export async function readStoredDrafts(
  db: Kysely<StoreSchema>,
  scopeId: string,
): Promise<(StoredDraft & { readonly at: string })[]> {
  const rows = await db
    .selectFrom('schema_drafts')
    .selectAll()
    .where('scope_id', '=', scopeId)
    .orderBy('table_key')
    .execute();
  return rows.map((row) => ({
    table: row.table_key,
    fingerprint: row.fingerprint,
    draft: JSON.parse(row.draft) as TableDraft,
    at: row.updated_at,
  }));
}

/** Keeps drafts in the place of those of the same tables, all or none. */
export async function saveDrafts(
  db: Kysely<StoreSchema>,
  about: { readonly scopeId: string; readonly clientId: string; readonly at: string },
  drafts: readonly StoredDraft[],
): Promise<void> {
  const rows = drafts.map(({ table, fingerprint, draft }) => ({
    scope_id: about.scopeId,
    client_id: about.clientId,
    table_key: table,
    fingerprint,
    draft: JSON.stringify(draft),
    updated_at: about.at,
  }));
  await db
    .insertInto('schema_drafts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['scope_id', 'table_key']).doUpdateSet((e) => ({
        fingerprint: e.ref('excluded.fingerprint'),
        draft: e.ref('excluded.draft'),
        updated_at: e.ref('excluded.updated_at'),
      })),
    )
    .execute();
}
