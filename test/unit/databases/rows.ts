import { emptyWorkspace } from '#src/accounts/create.ts';
import type { DatabaseRow, Store } from '#src/store/schema.ts';

const AT = '2026-11-01T00:00:00.000';

/** Account `a` with tenant `t` and the empty workspaces `w1` to `w3`. */
export async function addTenant(db: Store): Promise<void> {
  const account = { id: 'a', type: 'standard' as const, plan: 'free', name: 'n', email: null };
  await db
    .insertInto('accounts')
    .values({ ...account, created_at: AT })
    .execute();
  const tenant = { id: 't', account_id: 'a', name: 'T', slug: 't' };
  await db
    .insertInto('tenants')
    .values({ ...tenant, created_at: AT })
    .execute();
  for (const id of ['w1', 'w2', 'w3'])
    await db
      .insertInto('workspaces')
      .values({ ...emptyWorkspace, id, client_id: 't', name: id, slug: id, created_at: AT })
      .execute();
}

export async function addDatabase(db: Store, row: Partial<DatabaseRow>): Promise<void> {
  await db
    .insertInto('databases')
    .values({
      id: 'db_1',
      client_id: 't',
      workspace_id: null,
      scope_id: 't',
      type: 'postgres',
      host: 'db.example.com',
      address: '93.184.216.34',
      port: 5432,
      database_name: 'shop',
      user_name: 'ann',
      secret: '',
      ssl: '{"mode":"prefer","ca":null}',
      schemas: null,
      tables: '{"include":null,"exclude":[]}',
      server_version: 'PostgreSQL 15',
      read_only: 1,
      warnings: '[]',
      left_out: '[]',
      discovery: 'd_1',
      generation_id: null,
      table_count: 0,
      schema_status: 'discovering',
      schema_error: null,
      discovered_at: null,
      enrichment_completed_at: null,
      schema_updated_at: null,
      suggestions: '[]',
      created_at: AT,
      updated_at: AT,
      ...row,
    })
    .execute();
}
