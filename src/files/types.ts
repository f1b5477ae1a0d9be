import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { Settle } from '#src/store/settle.ts';
import type { FilePart, NoteSetting, SheetMapping } from '#workers/protocol.ts';

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
  /** Its rows are added to those of a file; absent: they take their place. */
  readonly append?: {
    /** Id of that file; null: the one of the same name. */
    readonly to: number | null;
    /** The name that it was sent under. */
    readonly filename: string;
  };
  /** Of bytes that are those of a version and of an upload behind them. */
  readonly appended?: Appended;
}

/** What a version was made of that was appended to. */
export interface Appended {
  /** Id of the version that was appended to. */
  readonly base: string;
  readonly parts: readonly FilePart[];
}

export interface WorkspaceAddress {
  readonly principal: Principal;
  readonly clientId: string;
  readonly workspaceId: string;
}

/** Response of an upload, as the specification names its fields. */
export interface CommitManifest {
  /** Absent where it was stored before manifests had it. */
  readonly file_id?: number;
  readonly filename: string;
  readonly version: number;
  readonly tables: readonly ManifestTable[];
  readonly sha256: string;
  readonly unchanged: boolean;
  readonly message?: string;
  readonly schema_status?: 'discovering';
  readonly notes: readonly IngestNote[];
  /** Of an upload whose rows were added to those of the file. */
  readonly appended?: {
    readonly filename: string;
    readonly rows: number;
    /** Rows of it that were there already. */
    readonly repeated_rows: number;
  };
  /** The version whose place it took: importing it brings it back. */
  readonly replaced?: KeptUpload & { readonly version: number };
}

/** Bytes that can be imported without being sent again. */
export interface KeptUpload {
  readonly upload_id: string;
  readonly expires_at: string;
}

export interface ManifestTable {
  readonly table_name: string;
  readonly sheet_name: string;
  readonly row_count: number;
  readonly column_count: number;
  /** Only of a table that was made of others of the file. */
  readonly derived?: true;
  /** How, and of which tables. */
  readonly derived_from?: { readonly kind: 'unpivot' | 'union'; readonly of: readonly string[] };
}

/** What is said of the sheets of a file, as the form field `mapping` has it. */
type FileMapping = Readonly<Record<string, Omit<SheetMapping, 'kept'>>>;

/** A change that ingest made to what was in the file. */
interface IngestNote {
  readonly sheet_name: string;
  readonly row?: number;
  readonly column?: string;
  readonly note: string;
  /** The part of the mapping that decides it otherwise; absent: nothing does. */
  readonly setting?: NoteSetting;
  /** How it is decided now, in the words of the mapping. */
  readonly decided?: 'dmy' | 'mdy' | 'point' | 'comma' | 'skip' | 'keep';
  /** The key of that mapping where it is not the sheet's: `Sheet1#2`. */
  readonly mapping_key?: string;
  /** Nothing in the file decides it: its owner should. */
  readonly open?: true;
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
  /** What reading it changed, left out or chose. */
  readonly notes: readonly IngestNote[];
  /** What was said of its sheets; it is kept for the next versions. */
  readonly mapping: FileMapping;
  /** The uploads that it is made of, where they are several. */
  readonly uploads?: readonly {
    readonly filename: string;
    readonly sha256: string;
    readonly byte_size: number;
  }[];
  /** Where it comes from again and again; absent: it was uploaded. */
  readonly source?: FileSource;
}

export const REFRESHES = ['hourly', 'daily', 'weekly'] as const;
export type Refresh = (typeof REFRESHES)[number];

/** Where a file comes from again and again. */
export interface FileSource {
  /** Without what opens it for others. */
  readonly url: string;
  readonly refresh: Refresh;
  /** `stopped`: whoever set it has no access any more. */
  readonly status: 'active' | 'stopped';
  /** Why the last look brought nothing; null where it went well. */
  readonly error: string | null;
  readonly checked_at: string | null;
  /** Null where it isn't looked at by itself. */
  readonly next_at: string | null;
}

/** What an upload would become; its bytes are kept where that was asked for. */
export interface UploadPreview extends Partial<KeptUpload> {
  readonly filename: string;
  readonly preview: true;
  readonly tables: readonly PreviewedTable[];
  readonly notes: readonly IngestNote[];
  readonly mapping: FileMapping;
}

export interface PreviewedTable extends ManifestTable {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    /** As written in the file; null where there is none. */
    readonly header: string | null;
    readonly unit: string | null;
    /** Whether it seems to hold secrets: it would be hidden, and no cell of it is shown. */
    readonly hidden: boolean;
  }[];
  /** What the mapping calls it; of a table that was made of others: the sheet. */
  readonly mapping_key: string;
  /** What was decided of its place, header and columns: sent as `mapping`, it holds for the next versions, too. */
  readonly decisions?: FileMapping[string];
  /** The first rows, as texts. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows that answers leave out, since they sum others: by a column and its values. */
  readonly total_rows: readonly {
    readonly column: string;
    readonly values: readonly (string | null)[];
  }[];
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
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly progress: {
    readonly stage:
      | 'queued'
      | 'reading'
      | 'building'
      | 'profiling'
      | 'publishing'
      | 'done'
      | 'failed'
      | 'cancelled';
    readonly bytes_read: number;
    readonly bytes_total: number;
    /** Rows that were read from the file. */
    readonly rows: number;
    /** Rows that the engine has taken. */
    readonly rows_built: number;
  };
  readonly manifest?: CommitManifest;
  readonly error?: string;
}

/** A background upload that was given up. */
export interface CancelledJob {
  readonly job_id: string;
  readonly filename: string;
  readonly status: 'cancelled';
}

export type QueuedFile = Pick<FileJob, 'job_id' | 'filename' | 'status'>;

export interface RemovedFile {
  readonly deleted: string;
  readonly files_remaining: number;
}

/** How kept bytes are read. */
export interface KeptRequest {
  readonly uploadId: string;
  /** JSON; null: as they were read before, else as the file of that name is. */
  readonly mapping: string | null;
  /** Id of the file that the rows are added to; null: they are a file of their own. */
  readonly appendTo: number | null;
  readonly force: boolean;
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
  /** Reads the bytes as an upload would (the file at `path` is gone afterwards); `keep` keeps them for an import. */
  previewUpload(
    address: WorkspaceAddress,
    upload: ReceivedUpload,
    signal: AbortSignal,
    keep?: boolean,
  ): Promise<UploadPreview>;
  /** Shows what kept bytes would become. Fails with `file_not_found` where they are gone. */
  previewKept(
    address: WorkspaceAddress,
    request: KeptRequest,
    signal: AbortSignal,
  ): Promise<UploadPreview>;
  /** Imports kept bytes in the background. Fails with `file_not_found` where they are gone. */
  enqueueKept(
    address: WorkspaceAddress,
    request: KeptRequest,
    settle?: Settle<QueuedFile>,
  ): Promise<QueuedFile>;
  /**
   * Reads the kept bytes of the version that answers once more, as `mapping` says, and publishes what becomes of them
   * under the same version. Fails with `file_not_found`, `upload_bad_mapping`.
   */
  readAgain(
    address: WorkspaceAddress,
    request: { readonly fileId: number; readonly mapping: string | null },
    signal: AbortSignal,
    settle?: Settle<CommitManifest>,
  ): Promise<CommitManifest>;
  /** What `readAgain` would make of it; nothing is changed. */
  previewAgain(
    address: WorkspaceAddress,
    request: { readonly fileId: number; readonly mapping: string | null },
    signal: AbortSignal,
  ): Promise<UploadPreview>;
  /** Takes the bytes over and adds the job that ingests them; what can be refused at once is. */
  enqueue(
    address: WorkspaceAddress,
    upload: ReceivedUpload,
    settle?: Settle<QueuedFile>,
  ): Promise<QueuedFile>;
  /** Fails with `job_not_found`. */
  job(address: WorkspaceAddress, jobId: string): Promise<FileJob>;
  /** Gives up a background upload. Fails with `job_not_found`, and with `conflict` where it has ended. */
  cancel(
    address: WorkspaceAddress,
    jobId: string,
    settle?: Settle<CancelledJob>,
  ): Promise<CancelledJob>;
  list(address: WorkspaceAddress): Promise<readonly FileRecord[]>;
  /** Fails with `file_not_found`. */
  read(address: WorkspaceAddress, fileId: number): Promise<FileRecord>;
  /** Removes the file; questions stop seeing its tables when this returns. */
  remove(
    address: WorkspaceAddress,
    fileId: number,
    settle?: Settle<RemovedFile>,
  ): Promise<RemovedFile>;
}
