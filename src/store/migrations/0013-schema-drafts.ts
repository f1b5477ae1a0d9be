import { type Kysely, sql } from 'kysely';

/** What a model drafted of a table, with the shape that the table had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table if not exists schema_drafts (
        scope_id text not null, table_key text not null,
        client_id text not null references tenants (id) on delete cascade,
        fingerprint text not null, draft text not null, updated_at text not null,
        primary key (scope_id, table_key))`,
    )
    .execute(db);
}
