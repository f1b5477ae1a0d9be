import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table if not exists translations (
    scope_id text not null, client_id text references tenants (id) on delete cascade,
    workspace_id text references workspaces (id) on delete cascade, model text not null, language text not null,
    kind text not null, template text not null, form text not null, text text, fault text,
    attempts integer not null, updated_at text not null,
    primary key (scope_id, model, language, kind, template, form))`,
];

/** The texts of answers as models translated them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
