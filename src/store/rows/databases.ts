import type { WorkspaceRow } from './accounts.ts';
/** A connected database; unique on `scope_id`. */
export interface DatabaseRow {
  id: string;
  client_id: string;
  /** Null: it serves the workspaces of the tenant that have neither files nor a database of their own. */
  workspace_id: string | null;
  /** `workspace_id`, or `client_id` where that is null. */
  scope_id: string;
  /** Name of the server's plugin, e.g. `postgres`. */
  type: string;
  host: string;
  /** The address that answered last. */
  address: string;
  port: number;
  database_name: string;
  user_name: string;
  /** The password, encrypted (`src/secrets/secret-box.ts`). */
  secret: string;
  /** JSON: `{mode, ca}`. */
  ssl: string;
  /** JSON array or null. */
  schemas: string | null;
  /** JSON: `{include, exclude}`. */
  tables: string;
  server_version: string;
  read_only: number;
  /** JSON array: what was said when it was connected. */
  warnings: string;
  /** JSON array: what the last discovery says of tables that cannot be read. */
  left_out: string;
  /** Changes with each request to discover; an older discovery publishes nothing. */
  discovery: string;
  /** The generation that questions see; null before the first discovery is done. */
  generation_id: string | null;
  table_count: number;
  schema_status: WorkspaceRow['schema_status'];
  /** What went wrong and what to do; null unless the status is `failed`. */
  schema_error: string | null;
  discovered_at: string | null;
  enrichment_completed_at: string | null;
  schema_updated_at: string | null;
  /** JSON: starter questions. */
  suggestions: string;
  created_at: string;
  updated_at: string;
}

/** What people said of a table or column; null: nothing. Unique on (scope_id, table_key, column_key). */
export interface SchemaOverrideRow {
  id: string;
  /** The workspace, or the tenant for the database of all its workspaces; it outlives files and connections. */
  scope_id: string;
  client_id: string;
  /** Lower case. */
  table_key: string;
  /** Lower case; empty for the table itself. */
  column_key: string;
  description: string | null;
  /** JSON array or null. */
  synonyms: string | null;
  hidden: number | null;
  sensitive: number | null;
  updated_at: string;
}

/** What a model drafted of a table, in a scope as of `SchemaOverrideRow`. */
export interface SchemaDraftRow {
  scope_id: string;
  /** Lower case. */
  table_key: string;
  client_id: string;
  /** The shape of the table that it was drafted for. */
  fingerprint: string;
  /** JSON: the `TableDraft`. */
  draft: string;
  updated_at: string;
}

/** A version of the semantics of a scope, as in `SchemaOverrideRow`; the highest holds. Unique on (scope_id, version). */
export interface SemanticsRow {
  id: string;
  scope_id: string;
  client_id: string;
  version: number;
  /** JSON: the `SemanticsDocument`. */
  document: string;
  /** JSON: relationships that discovery had found and the document left out. */
  dropped: string;
  /** Id of the key that sent it. */
  created_by: string;
  created_at: string;
}

/** How far the discovery of a workspace is, as `GET …/schema/status` tells it. */
export interface SchemaStatusRow {
  readonly status: WorkspaceRow['schema_status'];
  readonly table_count: number;
  readonly discovered_at: string | null;
  readonly enrichment_completed_at: string | null;
  readonly updated_at: string | null;
  /** What went wrong and what to do, where the status is `failed` and a reason is known. */
  readonly error?: string;
}
