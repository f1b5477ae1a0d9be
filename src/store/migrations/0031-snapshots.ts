import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists snapshots (
    id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, end_user_id text, maker text not null,
    source text not null, source_id text not null, title text not null, content text not null, reads text not null,
    file_ids text not null, database_id text, token_hash text not null unique, created_at text not null,
    expires_at text not null)`,
  'create index if not exists snapshots_listed on snapshots (workspace_id, created_at, id)',
];

/** Answers and boards as they were, for whoever has the link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
