import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { Settle } from '#src/store/settle.ts';

/** A received upload, safely on disk in the data folder's `uploads/`, not yet looked at. */
export interface ReceivedUpload {
  readonly filename: string;
  readonly path: string;
  readonly byteSize: number;
  /** Hex. */
  readonly sha256: string;
  readonly force: boolean;
  /** The form field `mapping` as sent; null where absent. */
  readonly mapping: string | null;
}

export interface WorkspaceAddress {
  readonly principal: Principal;
  readonly clientId: string;
  readonly workspaceId: string;
}

/** Response of an upload, as the specification names its fields. */
export interface CommitManifest {
  readonly filename: string;
  readonly version: number;
  readonly tables: readonly ManifestTable[];
  readonly sha256: string;
  readonly unchanged: boolean;
  readonly message?: string;
  readonly schema_status?: 'discovering';
  readonly notes: readonly IngestNote[];
}

export interface ManifestTable {
  readonly table_name: string;
  readonly sheet_name: string;
  readonly row_count: number;
  readonly column_count: number;
}

/** A change that ingest made to what was in the file. */
export interface IngestNote {
  readonly sheet_name: string;
  readonly row?: number;
  readonly column?: string;
  readonly note: string;
}

export interface FileRecord {
  readonly id: number;
  readonly filename: string;
  readonly sha256: string;
  readonly byte_size: number;
  readonly version: number;
  readonly tables: readonly Omit<ManifestTable, 'sheet_name'>[];
  readonly status: 'queued' | 'ingesting' | 'ready' | 'failed';
  readonly error: string | null;
  readonly created_at: string;
}

/** The first rows of a table. */
export interface FilePreview {
  readonly table_name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** An upload that is read in the background, as `GET …/files/jobs/{job_id}` shows it. */
export interface FileJob {
  readonly job_id: string;
  readonly filename: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed';
  readonly progress: {
    readonly stage: 'queued' | 'reading' | 'building' | 'publishing' | 'done' | 'failed';
    readonly bytes_read: number;
    readonly bytes_total: number;
    readonly rows: number;
  };
  readonly manifest?: CommitManifest;
  readonly error?: string;
}

export type QueuedFile = Pick<FileJob, 'job_id' | 'filename' | 'status'>;

export interface RemovedFile {
  readonly deleted: string;
  readonly files_remaining: number;
}

/** What the routes need of files. */
export interface FilesService {
  /** Takes the bytes over (the file at `path` is gone afterwards), ingests and publishes them. */
  upload(
    address: WorkspaceAddress,
    upload: ReceivedUpload,
    signal: AbortSignal,
    settle?: Settle<CommitManifest>,
  ): Promise<CommitManifest>;
  /** Takes the bytes over and adds the job that ingests them; what can be refused at once is. */
  enqueue(
    address: WorkspaceAddress,
    upload: ReceivedUpload,
    settle?: Settle<QueuedFile>,
  ): Promise<QueuedFile>;
  /** Fails with `job_not_found`. */
  job(address: WorkspaceAddress, jobId: string): Promise<FileJob>;
  list(address: WorkspaceAddress): Promise<readonly FileRecord[]>;
  /** Removes the file; questions stop seeing its tables when this returns. */
  remove(
    address: WorkspaceAddress,
    fileId: number,
    settle?: Settle<RemovedFile>,
  ): Promise<RemovedFile>;
}
