import { type Kysely, sql } from 'kysely';

/** What people say of the data of a workspace or tenant, one row a version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table semantics (
        id text primary key, scope_id text not null, client_id text not null references tenants (id) on delete cascade,
        version integer not null, document text not null, dropped text not null, created_by text not null,
        created_at text not null, unique (scope_id, version))`,
    )
    .execute(db);
}
