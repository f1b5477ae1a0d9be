/**
 * Every error a caller can see. The code is stable; the status is what HTTP shows; `docs/errors.md` lists them all
 * (a test holds the page to this table). An answer that declines is not an error: it is a value in the answer.
 */
export const ERROR_CATALOGUE = {
  bad_request: 400,
  invalid_end_user_id: 400,
  upload_empty: 400,
  upload_unsupported_type: 400,
  upload_unreadable: 400,
  upload_no_data: 400,
  upload_bad_mapping: 400,
  upload_too_complex: 400,
  upload_does_not_fit: 409,
  file_url_refused: 400,
  file_url_failed: 400,
  database_url_invalid: 400,
  database_host_refused: 400,
  database_connection_failed: 400,
  webhook_url_refused: 400,
  unauthenticated: 401,
  session_ended: 401,
  sign_in_failed: 401,
  budget_exceeded: 402,
  forbidden: 403,
  wrong_tenant: 403,
  wrong_workspace: 403,
  scope_insufficient: 403,
  sample_read_only: 403,
  direct_account: 403,
  origin_not_allowed: 403,
  end_user_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  workspace_not_found: 404,
  key_not_found: 404,
  file_not_found: 404,
  database_not_found: 404,
  webhook_not_found: 404,
  job_not_found: 404,
  session_not_found: 404,
  member_not_found: 404,
  link_not_found: 404,
  result_not_found: 404,
  request_timeout: 408,
  table_name_collision: 409,
  workspace_has_database: 409,
  workspace_has_files: 409,
  idempotency_in_progress: 409,
  idempotency_not_kept: 409,
  conflict: 409,
  payload_too_large: 413,
  unprocessable: 422,
  idempotency_mismatch: 422,
  no_data: 422,
  quota_exceeded: 429,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  storage_full: 507,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export interface AppErrorOptions {
  /** Sent as `detail` instead of the message, where the specification asks for an object. */
  readonly detail?: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A failure with a code of the catalogue and a text that tells the caller what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: AppErrorOptions['detail'];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERROR_CATALOGUE[code];
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
  }
}

/** Whether PostgreSQL ended a transaction in favour of others that changed the same at the same time (class 40). */
export const isLostRace = (error: unknown): boolean =>
  error instanceof Error &&
  ['40P01', '40001'].includes((error as NodeJS.ErrnoException).code ?? '');

/** What systems, SQLite and PostgreSQL say of a full disk or quota. */
const DISK_FULL_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];

/** Whether an error says that a disk is full; those from other threads and processes keep only their text. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message }: NodeJS.ErrnoException = error;
  return DISK_FULL_CODES.includes(code) || /ENOSPC|EDQUOT|No space left/i.test(message);
}
