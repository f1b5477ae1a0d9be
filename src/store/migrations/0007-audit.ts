import { type Kysely, sql } from 'kysely';

/** Who changed what; outlives the tenants, workspaces and keys that it names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table if not exists audit_log (
    id text primary key, account_id text not null references accounts (id) on delete cascade, client_id text,
    workspace_id text, action text not null, actor_type text not null, actor_id text, actor_prefix text,
    target text not null, request_id text, created_at text not null)`,
  'create index if not exists audit_log_account on audit_log (account_id, created_at, id)',
];
