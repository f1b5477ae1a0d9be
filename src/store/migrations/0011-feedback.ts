import { type Kysely, sql } from 'kysely';

/** What people say of answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table if not exists feedback (
    trace_id text not null, end_user_id text not null,
    client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, key_id text not null,
    rating text not null, comment text, correct_sql text, example text, answered_at text not null,
    updated_at text not null, primary key (trace_id, end_user_id))`,
  'create index if not exists feedback_answered on feedback (answered_at)',
  'create index if not exists feedback_workspace on feedback (workspace_id)',
];
