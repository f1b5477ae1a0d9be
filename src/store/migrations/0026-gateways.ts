import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists gateways (
    id text primary key, version text not null, address text not null, place text not null, folder text not null,
    epoch integer not null, lease_until text not null, settings text not null, keys text not null,
    started_at text not null)`,
  'alter table installation add column epoch integer not null default 0',
  `create table if not exists in_making (
    path text not null, gateway text not null, primary key (path, gateway))`,
  'alter table file_versions add column gateway text',
  'alter table generations add column retired_at text',
  `create table if not exists rate_counts (
    key text primary key, calls integer not null, until text not null)`,
];

/** The gateways that work on the store, and what each of them has in the making. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
