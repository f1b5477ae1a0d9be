import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists file_sources (
    id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, filename text not null,
    key_id text not null, end_user_id text, row_filter text not null, url text not null, secret text not null,
    refresh text not null, etag text, modified text, status text not null, error text, failing integer not null,
    checked_at text, next_at text not null, created_at text not null, unique (workspace_id, filename))`,
  'create index if not exists file_sources_due on file_sources (status, next_at)',
];

/** Files that come from a URL again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
