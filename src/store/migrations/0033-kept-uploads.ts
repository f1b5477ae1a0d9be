import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists kept_uploads (
    id text primary key, workspace_id text not null references workspaces (id) on delete cascade,
    filename text not null, sha256 text not null, byte_size bigint not null, mapping text, appended text,
    created_at text not null, expires_at text not null)`,
  'create index if not exists kept_uploads_listed on kept_uploads (workspace_id, created_at)',
  'create index if not exists kept_uploads_sha256 on kept_uploads (sha256)',
  'create index if not exists kept_uploads_expiring on kept_uploads (expires_at)',
];

/** Bytes that no file shows: of previews, and of versions that were just replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
