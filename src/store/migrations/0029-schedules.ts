import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists schedules (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, key_id text not null, end_user_id text,
    row_filter text not null, name text not null, board_id text references boards (id) on delete cascade,
    saved_id text references saved_questions (id) on delete cascade, timing text not null, time_zone text not null,
    quiet text, destination text not null, secret text, status text not null, reason text, failing integer not null,
    state text not null, next_at text not null, created_at text not null, updated_at text not null)`,
  'create index if not exists schedules_listed on schedules (workspace_id, created_at, id)',
  'create index if not exists schedules_due on schedules (status, next_at)',
  `create table if not exists schedule_runs (
    id text primary key, schedule_id text not null references schedules (id) on delete cascade, is_test integer not null,
    status text not null, error text, created_at text not null, updated_at text not null)`,
  'create index if not exists schedule_runs_listed on schedule_runs (schedule_id, created_at, id)',
  'create index if not exists schedule_runs_old on schedule_runs (created_at)',
];

/** Boards and saved questions that are sent by a clock or a bound, and the log of what was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
