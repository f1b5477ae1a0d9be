import type { Generated, Kysely } from 'kysely';

/**
 * The metadata store: one schema on SQLite and PostgreSQL. Portable columns only: instants and dates are ISO 8601
 * text (UTC, no zone designator), booleans 0 or 1, structures JSON as text, ids text except `files.id`.
 */
export interface StoreSchema {
  accounts: AccountRow;
  tenants: TenantRow;
  workspaces: WorkspaceRow;
  api_keys: ApiKeyRow;
  files: FileRow;
  file_versions: FileVersionRow;
  tables: TableRow;
  generations: GenerationRow;
  jobs: JobRow;
  sessions: SessionRow;
  turns: TurnRow;
  answers: AnswerRow;
  results: ResultRow;
  spend: SpendRow;
  public_keys: PublicKeyRow;
  databases: DatabaseRow;
  schema_overrides: SchemaOverrideRow;
  budgets: BudgetRow;
  spend_totals: SpendTotalRow;
  semantics: SemanticsRow;
}

export type Store = Kysely<StoreSchema>;

export interface AccountRow {
  id: string;
  type: 'standard' | 'direct' | 'sample';
  plan: string;
  name: string;
  email: string | null;
  created_at: string;
}

export interface TenantRow {
  id: string;
  account_id: string;
  name: string;
  slug: string;
  created_at: string;
}

export interface WorkspaceRow {
  id: string;
  client_id: string;
  name: string;
  slug: string;
  source: 'none' | 'files' | 'database';
  timezone: string;
  as_of: string | null;
  /** The generation that questions see; null: nothing to ask. */
  generation_id: string | null;
  schema_status: 'not_started' | 'discovering' | 'enriching' | 'ready' | 'failed';
  discovered_at: string | null;
  enrichment_completed_at: string | null;
  schema_updated_at: string | null;
  /** JSON: starter questions. */
  suggestions: string;
  created_at: string;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  client_id: string | null;
  workspace_id: string | null;
  name: string;
  environment: 'live' | 'test';
  scope: 'full' | 'query';
  sample: number;
  /** SHA-256 of the whole key, hex; unique. */
  hash: string;
  prefix: string;
  last4: string;
  /** JSON array. */
  allowed_origins: string;
  /** JSON object `{column: value}`. */
  row_filter: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface FileRow {
  id: Generated<number>;
  client_id: string;
  workspace_id: string;
  filename: string;
  /** The version that questions see; null while the first is ingested, or after a failure of it. */
  current_version_id: string | null;
  /** Number of the newest version, whatever its outcome. */
  version: number;
  created_at: string;
}

export interface FileVersionRow {
  id: string;
  file_id: number;
  version: number;
  sha256: string;
  byte_size: number;
  status: 'queued' | 'ingesting' | 'ready' | 'failed';
  error: string | null;
  /** JSON of the mapping that the upload was sent with. */
  mapping: string;
  /** Folder below the data folder with `tables.<engine>`, `values.sqlite`; null before it is built. */
  folder: string | null;
  /** JSON: manifest with notes; null before it is built. */
  manifest: string | null;
  created_at: string;
  /** When a newer version or a deletion took its place; its folder is removed when the last reader has left. */
  retired_at: string | null;
}

/** The tables that a workspace shows; unique on (workspace_id, table_key). */
export interface TableRow {
  id: string;
  workspace_id: string;
  file_id: number;
  version_id: string;
  table_name: string;
  /** Lower case of the name. */
  table_key: string;
  sheet_name: string;
  row_count: number;
  column_count: number;
  position: number;
}

/** Belongs to the workspace whose files it shows, or to the connected database. */
export interface GenerationRow {
  id: string;
  workspace_id: string | null;
  database_id: string | null;
  /** JSON: the `Catalog`. */
  catalog: string;
  /** JSON: the catalog before people's changes to it; null: `catalog` is it. */
  discovered: string | null;
  published_at: string;
}

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
  /** The password, encrypted (`src/databases/secret-box.ts`). */
  secret: string;
  /** JSON: `{mode, ca}`. */
  ssl: string;
  /** JSON array or null. */
  schemas: string | null;
  /** JSON: `{include, exclude}`. */
  tables: string;
  server_version: string;
  read_only: number;
  /** JSON array. */
  warnings: string;
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

export interface JobRow {
  id: string;
  kind: string;
  workspace_id: string | null;
  /** JSON. */
  payload: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  attempts: number;
  max_attempts: number;
  run_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  /** Grows with each claim; a publishing transaction checks that it still holds it. */
  fencing_token: number;
  /** JSON. */
  progress: string;
  /** JSON or null. */
  result: string | null;
  error: string | null;
  created_at: string;
  updated_at: string;
}

export interface SessionRow {
  id: string;
  client_id: string;
  workspace_id: string;
  end_user_id: string | null;
  /** 1: the person's default chat of the workspace. */
  is_default: number;
  title: string;
  created_at: string;
  updated_at: string;
}

export interface TurnRow {
  id: string;
  session_id: string;
  position: number;
  question: string;
  /** JSON of the answer as the stream showed it. */
  answer: string;
  /** JSON of the IR, or null. */
  query: string | null;
  trace_id: string;
  created_at: string;
}

/** The trace of each answer. */
export interface AnswerRow {
  trace_id: string;
  account_id: string;
  client_id: string;
  workspace_id: string;
  key_id: string;
  end_user_id: string | null;
  generation_id: string | null;
  question: string;
  result: string;
  sql: string | null;
  /** JSON: checks, attempts, model, tokens, timings, assumptions. */
  trace: string;
  cost_usd: number;
  duration_ms: number;
  created_at: string;
}

export interface ResultRow {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  client_id: string;
  workspace_id: string;
  end_user_id: string | null;
  policy_hash: string;
  generation_id: string;
  /** JSON: array of `{name, type}`. */
  columns: string;
  total_rows: number;
  total_rows_exact: number;
  /** File below the data folder. */
  spool: string;
  sql: string;
  created_at: string;
  expires_at: string;
}

/** Reservations and settled costs, US dollars. */
export interface SpendRow {
  id: string;
  account_id: string;
  client_id: string;
  workspace_id: string;
  end_user_id: string | null;
  reserved_usd: number;
  settled_usd: number | null;
  created_at: string;
  settled_at: string | null;
}

/** A budget of an account; unique on (account_id, scope_type, scope_id, period). */
export interface BudgetRow {
  account_id: string;
  /** Its place in the list that was put. */
  position: number;
  scope_type: SpendTotalRow['scope_type'];
  /** `*`: each one of the type, by itself. */
  scope_id: string;
  /** US dollars. */
  cap: number;
  period: SpendTotalRow['period'];
  enforcement: 'alert' | 'block';
  /** JSON array of fractions of the cap. */
  thresholds: string;
}

/** What `spend` comes to in a scope and period, in billionths of a US dollar. */
export interface SpendTotalRow {
  account_id: string;
  scope_type: 'account' | 'tenant' | 'workspace' | 'end_user';
  scope_id: string;
  period: 'month' | 'day';
  /** First day of the period, UTC. */
  starts_on: string;
  reserved_nano: number;
  settled_nano: number;
}

/** Keys that are public by nature (the sample's), kept in clear so that they can be shown again. */
export interface PublicKeyRow {
  key_id: string;
  api_key: string;
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
