import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists installation (
    id integer primary key check (id = 1), store_id text not null, folder_id text not null, key_check text,
    owner text, owner_place text, lease_until text, paired_at text not null)`,
  'create table if not exists kept_files (path text primary key, written_at text not null)',
];

/** Which data folder the store belongs to, which gateway runs on it, and which files its processes wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
