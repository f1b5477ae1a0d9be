import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists model_settings (
    scope_id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text references workspaces (id) on delete cascade, settings text not null, secret text,
    updated_at text not null)`,
  'alter table eval_runs add column model text',
];

/** Models that tenants and workspaces chose for themselves, and by which model a run of golden questions was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
