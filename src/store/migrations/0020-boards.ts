import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists saved_questions (
    id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, end_user_id text,
    policy_hash text not null, name text not null, question text not null, sql text not null, form text not null,
    columns text not null, reads text not null, chart text, shared integer not null, trace_id text not null,
    created_at text not null, updated_at text not null)`,
  'create index if not exists saved_questions_listed on saved_questions (workspace_id, created_at, id)',
  `create table if not exists saved_results (
    saved_id text not null references saved_questions (id) on delete cascade, policy_hash text not null,
    generation_id text not null, result text not null, as_of text not null, primary key (saved_id, policy_hash))`,
  `create table if not exists boards (
    id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, end_user_id text, name text not null,
    shared integer not null, version integer not null, created_at text not null, updated_at text not null)`,
  'create index if not exists boards_listed on boards (workspace_id, created_at, id)',
  `create table if not exists board_tiles (
    board_id text not null references boards (id) on delete cascade, position integer not null,
    saved_id text not null references saved_questions (id) on delete cascade, width integer not null,
    primary key (board_id, position))`,
  'create index if not exists board_tiles_saved on board_tiles (saved_id)',
];

/** Questions that people keep, and boards of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
