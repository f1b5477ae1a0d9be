import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  'alter table eval_runs add column example text',
  'alter table eval_runs add column baseline text',
  `create table if not exists dismissed_drafts (
    workspace_id text not null references workspaces (id) on delete cascade, draft_id text not null,
    client_id text not null references tenants (id) on delete cascade, dismissed_at text not null,
    primary key (workspace_id, draft_id))`,
];

/** What an approved example changed on the golden questions, and drafts of definitions that nobody wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
