import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists members (
    id text primary key, client_id text not null references tenants (id) on delete cascade, name text not null,
    email text not null, role text not null, password text, link_hash text unique, link_until text,
    created_at text not null, joined_at text, last_seen_at text, unique (client_id, email))`,
  'create index if not exists members_listed on members (client_id, created_at, id)',
  'create index if not exists members_email on members (email)',
  `create table if not exists sign_ins (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    client_id text references tenants (id) on delete cascade,
    workspace_id text references workspaces (id) on delete cascade,
    key_id text references api_keys (id) on delete cascade, member_id text references members (id) on delete cascade,
    end_user_id text, token_hash text not null unique, token_seen integer not null, previous_hash text,
    previous_until text, rotated_at text not null, is_lasting integer not null, user_agent text not null,
    created_at text not null, last_seen_at text not null)`,
  'create index if not exists sign_ins_previous on sign_ins (previous_hash)',
  'create index if not exists sign_ins_listed on sign_ins (account_id, created_at, id)',
];

/** Members of tenants, and sessions of the page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
