import type { Generated } from 'kysely';

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
  /** JSON (`Appended`) of a version that was appended to another one: its bytes are those of several uploads. */
  appended: string | null;
  /** When a newer version or a deletion took its place; its folder is removed when the last reader has left. */
  retired_at: string | null;
  /** The gateway that makes it while its sender waits; null where a job does, or the store has one gateway. */
  gateway: Generated<string | null>;
}

/** Bytes that no file shows, for a while: of a preview, or of a version that was replaced. */
export interface KeptUploadRow {
  id: string;
  workspace_id: string;
  filename: string;
  sha256: string;
  byte_size: number;
  /** JSON of the mapping that they were read with; null: of a preview. */
  mapping: string | null;
  /** JSON (`Appended`). */
  appended: string | null;
  created_at: string;
  expires_at: string;
}

/** A URL that a file comes from again and again; unique on (workspace_id, filename). */
export interface FileSourceRow {
  id: string;
  client_id: string;
  workspace_id: string;
  filename: string;
  /** The owner: the key that it was set with, the person, and the rows that they saw (JSON: `{column: value}`). */
  key_id: string;
  end_user_id: string | null;
  row_filter: string;
  /** As it is shown: without what opens it for others. */
  url: string;
  /** The URL, sealed. */
  secret: string;
  refresh: 'hourly' | 'daily' | 'weekly';
  /** What the server said of the version that was fetched last. */
  etag: string | null;
  modified: string | null;
  status: 'active' | 'stopped';
  error: string | null;
  /** 1: the last look failed, and its owner was told. */
  failing: number;
  checked_at: string | null;
  next_at: string;
  created_at: string;
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
  /** By which rules its secret columns were told. */
  closing_rules: number;
  published_at: string;
  /** When it was first seen that nothing shows it, by the clock of the store: its files stay for readers elsewhere. */
  retired_at: Generated<string | null>;
}
