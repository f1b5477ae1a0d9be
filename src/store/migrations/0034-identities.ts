import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  'alter table members add column issuer text',
  'alter table members add column subject text',
  'create unique index if not exists members_identity on members (client_id, issuer, subject)',
  `create table if not exists oidc_flows (
    token_hash text primary key, provider text not null, until text not null)`,
];

/** Members who sign in at an OpenID Connect provider, and sign-ins under way there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
