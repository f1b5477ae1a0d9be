import { type Kysely, sql } from 'kysely';

/** Kept responses that hold rows know their workspace and chat, and go with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table idempotent_requests add column workspace_id text',
    'alter table idempotent_requests add column session_id text',
    'create index idempotent_requests_workspace on idempotent_requests (workspace_id)',
    'create index idempotent_requests_session on idempotent_requests (session_id)',
  ])
    await sql.raw(statement).execute(db);
}
