import type { Store } from '#src/store/schema.ts';

const AT = '2026-11-01T00:00:00.000';

/** Account `acc`, tenant `cli` and its workspaces `wsp` and `other`: what chats belong to. */
export async function seedWorkspaces(store: Store): Promise<void> {
  await store
    .insertInto('accounts')
    .values({
      id: 'acc',
      type: 'standard',
      plan: 'self_hosted',
      name: 'a',
      email: null,
      created_at: AT,
    })
    .execute();
  await store
    .insertInto('tenants')
    .values({ id: 'cli', account_id: 'acc', name: 'c', slug: 'c', created_at: AT })
    .execute();
  for (const id of ['wsp', 'other'])
    await store
      .insertInto('workspaces')
      .values({
        id,
        client_id: 'cli',
        name: id,
        slug: id,
        source: 'files',
        timezone: 'UTC',
        as_of: null,
        generation_id: null,
        schema_status: 'ready',
        discovered_at: null,
        enrichment_completed_at: null,
        schema_updated_at: null,
        suggestions: '[]',
        created_at: AT,
      })
      .execute();
}
