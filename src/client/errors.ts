import type { BudgetExceededError, ErrorCode } from './generated/types.ts';

/** Every failure that the kit throws, but those of a caller's own abort signal (its `reason` is thrown as it is). */
export class PlumblineError extends Error {
  override readonly name: string = 'PlumblineError';
}

/** The service was not reached, or the connection broke before its answer was there. Nothing is known of the outcome. */
export class ConnectionError extends PlumblineError {
  override readonly name: string = 'ConnectionError';
}

/** One field that does not validate. */
export interface Problem {
  /** Where: `body`, `query` or `path`, then names and positions. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export interface ServiceErrorFields {
  /** `unknown` where something in between answered instead of the service. */
  readonly code: ErrorCode | 'unknown';
  /** Of HTTP. */
  readonly status: number;
  /** Seconds to wait before another try; null where the service names none. */
  readonly retryAfter: number | null;
  /** To be quoted to support. */
  readonly requestId: string | null;
  /** The body's `detail` as it came. */
  readonly detail: unknown;
}

/** The service answered, and refused. `message` is its own text: it says what to do. */
export class ServiceError extends PlumblineError implements ServiceErrorFields {
  override readonly name: string = 'ServiceError';
  readonly code: ErrorCode | 'unknown';
  readonly status: number;
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly detail: unknown;

  constructor(message: string, fields: ServiceErrorFields) {
    super(message);
    this.code = fields.code;
    this.status = fields.status;
    this.retryAfter = fields.retryAfter;
    this.requestId = fields.requestId;
    this.detail = fields.detail;
  }
}

/** 401: the key or token is missing, wrong, revoked or expired. */
export class UnauthenticatedError extends ServiceError {
  override readonly name = 'UnauthenticatedError';
}

/** 402: a budget is used up. */
export class BudgetError extends ServiceError {
  override readonly name = 'BudgetError';
  /** Which budget blocks, and how far all of them are used. */
  get budget(): BudgetExceededError['detail'] | null {
    return isRecord(this.detail) && this.detail['error'] === 'budget_exceeded'
      ? (this.detail as unknown as BudgetExceededError['detail'])
      : null;
  }
}

/** 403: the key does not allow it, or not from this website. */
export class ForbiddenError extends ServiceError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such thing here, or not for this key and person. */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError';
}

/** 409: it clashes with what is there. */
export class ConflictError extends ServiceError {
  override readonly name = 'ConflictError';
}

/** 400, 413, 422: the request itself is wrong; sending it again gives the same. */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError';
  /** Fields that do not validate; empty where the whole request is meant. */
  get problems(): readonly Problem[] {
    return Array.isArray(this.detail) ? (this.detail as readonly Problem[]) : [];
  }
}

/** 429: too many calls (`retryAfter` says when), or the quota of the period is used up (`quota_exceeded`). */
export class RateLimitError extends ServiceError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service, or something that it needs, does not work at the moment. */
export class UnavailableError extends ServiceError {
  override readonly name = 'UnavailableError';
}

function classOf(status: number): typeof ServiceError {
  switch (status) {
    case 401:
      return UnauthenticatedError;
    case 402:
      return BudgetError;
    case 403:
      return ForbiddenError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 400:
    case 413:
    case 422:
      return InvalidRequestError;
    case 429:
      return RateLimitError;
    default:
      return status >= 500 ? UnavailableError : ServiceError;
  }
}

/** What of an answer is read for its error. */
export interface FailedAnswer {
  readonly status: number;
  /** Value of a header, null where it is absent or kept from the page. */
  header(name: string): string | null;
  readonly text: string;
}

/** The error that an answer with a status other than 2xx stands for. */
export function errorOf({ status, header, text }: FailedAnswer): ServiceError {
  const detail = detailOf(text);
  const seconds = Number(header('Retry-After') ?? Number.NaN);
  return new (classOf(status))(messageOf(detail, status), {
    code: (header('X-Error-Code') as ErrorCode | null) ?? 'unknown',
    status,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    requestId: header('X-Request-Id'),
    detail,
  });
}

function detailOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && 'detail' in body ? body['detail'] : body;
  } catch {
    return text;
  }
}

function messageOf(detail: unknown, status: number): string {
  if (typeof detail === 'string' && detail !== '' && detail.length < 1_000) return detail;
  if (isRecord(detail) && typeof detail['message'] === 'string') return detail['message'];
  const [problem]: readonly unknown[] = Array.isArray(detail) ? detail : [];
  if (isRecord(problem) && typeof problem['msg'] === 'string') {
    const at = Array.isArray(problem['loc']) ? problem['loc'].join('.') : '';
    return at === '' ? problem['msg'] : `${at}: ${problem['msg']}`;
  }
  if (isRecord(detail) && detail['error'] === 'quota_exceeded')
    return 'The quota of this plan is used up.';
  return `The service answered with status ${status}.`;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
