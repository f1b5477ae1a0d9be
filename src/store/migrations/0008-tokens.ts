import { type Kysely, sql } from 'kysely';

/** Secrets that sign bearer tokens; chats know the row policy that they were made under. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table token_secrets (
    kid text primary key, secret text not null, created_at text not null, retired_at text)`,
  `alter table sessions add column policy_hash text not null default 'all'`,
];
