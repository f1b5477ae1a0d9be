import { type Kysely, sql } from 'kysely';

/** Connected databases, generations that belong to them, and what people say of tables and columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table databases (
    id text primary key, client_id text not null references tenants (id) on delete cascade,
    workspace_id text references workspaces (id) on delete cascade, scope_id text not null unique,
    type text not null, host text not null, address text not null, port integer not null, database_name text not null,
    user_name text not null, secret text not null, ssl text not null, schemas text, tables text not null,
    server_version text not null, read_only integer not null, warnings text not null, discovery text not null,
    generation_id text, table_count integer not null, schema_status text not null, schema_error text,
    discovered_at text, enrichment_completed_at text, schema_updated_at text, suggestions text not null,
    created_at text not null, updated_at text not null)`,
  `create table generations_of_both (
    id text primary key, workspace_id text references workspaces (id) on delete cascade,
    database_id text references databases (id) on delete cascade,
    catalog text not null, discovered text, published_at text not null)`,
  `insert into generations_of_both (id, workspace_id, catalog, published_at)
    select id, workspace_id, catalog, published_at from generations`,
  'drop table generations',
  'alter table generations_of_both rename to generations',
  'create index generations_workspace on generations (workspace_id, published_at)',
  'create index generations_database on generations (database_id, published_at)',
  `create table schema_overrides (
    id text primary key, scope_id text not null, client_id text not null references tenants (id) on delete cascade,
    table_key text not null, column_key text not null, description text, synonyms text, hidden integer,
    sensitive integer, updated_at text not null, unique (scope_id, table_key, column_key))`,
];
