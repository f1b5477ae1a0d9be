import { type Kysely, sql } from 'kysely';

/** Bearer tokens that are refused before they end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table token_revocations (
        client_id text not null references tenants (id) on delete cascade,
        workspace_id text not null, issuer text not null, end_user_id text not null,
        token_hash text not null, issued_before text not null, expires_at text,
        primary key (client_id, workspace_id, issuer, end_user_id, token_hash))`,
    )
    .execute(db);
}
