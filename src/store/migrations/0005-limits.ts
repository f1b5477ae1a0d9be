import { type Kysely, sql } from 'kysely';

/** Questions of the month that count against a plan's quota, and first responses that are kept for repeated requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table if not exists question_counts (
    account_id text not null references accounts (id) on delete cascade, month text not null,
    questions integer not null, primary key (account_id, month))`,
  `create table if not exists idempotent_requests (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    fingerprint text not null, owner text not null, lease_until text not null, response text,
    answered_at text, expires_at text not null)`,
  'create index if not exists idempotent_requests_expiry on idempotent_requests (expires_at)',
];
