import { AppError } from '#src/errors.ts';

/** What jsonwebtoken and jose call it. */
const EXPIRED: ReadonlySet<string> = new Set(['TokenExpiredError', 'JWTExpired']);

/** Why a token is refused; who sent it learns no more than whether its time is over. */
export function invalidToken(cause?: unknown): AppError {
  const text =
    cause instanceof Error && EXPIRED.has(cause.name)
      ? 'The bearer token has expired. Get a new one.'
      : 'Invalid or revoked bearer token';
  return new AppError('unauthenticated', text, { cause });
}

/** A field of a request that cannot be as it is. */
export function refused(field: string, msg: string): AppError {
  const detail = [{ loc: ['body', field], msg, type: 'value_error' }];
  return new AppError('unprocessable', msg, { detail });
}
