import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists evals (
    workspace_id text primary key references workspaces (id) on delete cascade,
    client_id text not null references tenants (id) on delete cascade,
    questions text not null, updated_at text not null)`,
  `create table if not exists eval_runs (
    id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade, status text not null,
    questions text not null, outcomes text not null, max_cost_usd double precision not null,
    cost_usd double precision not null, error text, previous_id text, created_at text not null, finished_at text)`,
  'create index if not exists eval_runs_listed on eval_runs (workspace_id, created_at, id)',
];

/** Golden questions of workspaces, and what became of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
