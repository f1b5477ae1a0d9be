import type { Store, WebhookRow } from '#src/store/schema.ts';

export const AT = '2026-11-01T00:00:00.000';

/** Account `a` with the tenants `t` and `t2` and the workspace `w` of the first. */
export async function addAccount(db: Store): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id: 'a', type: 'standard', plan: 'free', name: 'A', email: null, created_at: AT })
    .execute();
  for (const id of ['t', 't2'])
    await db
      .insertInto('tenants')
      .values({ id, account_id: 'a', name: id, slug: id, created_at: AT })
      .execute();
  await db
    .insertInto('workspaces')
    .values({
      id: 'w',
      client_id: 't',
      name: 'W',
      slug: 'w',
      source: 'none',
      timezone: 'UTC',
      as_of: null,
      generation_id: null,
      schema_status: 'not_started',
      discovered_at: null,
      enrichment_completed_at: null,
      schema_updated_at: null,
      suggestions: '[]',
      created_at: AT,
    })
    .execute();
}

export async function addWebhook(
  db: Store,
  id: string,
  values: Partial<WebhookRow> = {},
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      id,
      account_id: 'a',
      client_id: null,
      workspace_id: null,
      url: 'https://hooks.example.com/in',
      description: '',
      events: '[]',
      secret: '',
      previous_secret: null,
      previous_until: null,
      status: 'active',
      disabled_reason: null,
      failing_since: null,
      created_at: AT,
      updated_at: AT,
      ...values,
    })
    .execute();
}
