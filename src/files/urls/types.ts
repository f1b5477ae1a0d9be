import type { FileSource, ReceivedUpload, Refresh, WorkspaceAddress } from '#src/files/types.ts';
import type { Settle } from '#src/store/settle.ts';

export interface SourceRequest {
  readonly url: string;
  readonly refresh: Refresh;
}

/** Files that are fetched from URLs, once or by the clock. */
export interface FileUrls {
  /**
   * Fetches a file, as if it had been uploaded. Fails with `file_url_refused`, `file_url_failed`,
   * `upload_unsupported_type`, `upload_empty`, `payload_too_large`, `storage_full`.
   */
  fetch(
    address: WorkspaceAddress,
    request: { readonly url: string; readonly filename: string | null; readonly maxBytes: number },
    signal: AbortSignal,
  ): Promise<ReceivedUpload>;
  /**
   * What makes a file of that name come from a URL, in the transaction that adds it. Fails with `file_url_refused`,
   * `unprocessable` (an owner that doesn't last), and with `conflict` there for one too many.
   */
  source(
    address: WorkspaceAddress,
    filename: string,
    request: SourceRequest,
    signal: AbortSignal,
  ): Promise<Settle<unknown>>;
  /** Sets where a stored file comes from. Fails as `source` does, and with `file_not_found`. */
  set(
    address: WorkspaceAddress,
    fileId: number,
    request: SourceRequest,
    signal: AbortSignal,
    settle: Settle<FileSource>,
  ): Promise<FileSource>;
  /** Leaves the file as it is from now on. Fails with `file_not_found` where it has no source. */
  unset(
    address: WorkspaceAddress,
    fileId: number,
    settle: Settle<{ readonly deleted: string }>,
  ): Promise<{ readonly deleted: string }>;
  /** Looks now. Fails with `file_not_found` where it has no source. */
  refresh(
    address: WorkspaceAddress,
    fileId: number,
    settle: Settle<FileSource>,
  ): Promise<FileSource>;
}
