import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError, isDiskFull, isLostRace } from '#src/errors.ts';

/** What body parsers and the router throw carries a status and a type. */
interface WireError {
  readonly status?: number;
  readonly type?: string;
  readonly limit?: number;
}

/** Turns whatever a handler threw into the body `{detail}` of the specification. */
export function errors(log: Logger): ErrorRequestHandler {
  return function errors(error: unknown, req, res, next) {
    if (res.headersSent) {
      log.warn(
        { err: error, request_id: req.get('x-request-id') },
        'failed after the answer began',
      );
      next(error);
      return;
    }
    if (res.closed) {
      log.info({ request_id: req.get('x-request-id') }, 'the client went away');
      return;
    }
    sendError(res, publicError(error, req.get('x-request-id'), log));
  };
}

/** What a caller is told of a failure; one that is nobody's but ours is logged. */
export function publicError(error: unknown, requestId: string | undefined, log: Logger): AppError {
  const known = asAppError(error);
  if (known) return known;
  log.error({ err: error, request_id: requestId }, 'unexpected failure');
  return new AppError(
    'internal',
    `Something went wrong on our side. Quote the request id ${requestId} when you report it.`,
  );
}

export function sendError(res: Response, error: AppError): void {
  if (error.retryAfter !== undefined)
    res.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
  if (error.status === 401)
    res.setHeader(
      'WWW-Authenticate',
      'ApiKey realm="plumbline", header="X-API-Key", Bearer realm="plumbline"',
    );
  res.setHeader('X-Error-Code', error.code);
  res.status(error.status).json({ detail: error.detail ?? error.message });
}

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { status, type, limit } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as WireError;
  switch (type) {
    case 'entity.parse.failed':
      return unparsable();
    case 'entity.too.large':
      return new AppError('payload_too_large', `The body is larger than ${limit} bytes.`);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new AppError('bad_request', 'Send the body as UTF-8 JSON, uncompressed or with gzip.');
    case 'request.aborted':
      return new AppError('bad_request', 'The request ended before its body was complete.');
  }
  if (error instanceof URIError || status === 400)
    return new AppError(
      'bad_request',
      'The request cannot be read: check the address and the body.',
    );
  if (isDiskFull(error))
    return new AppError(
      'storage_full',
      'The disk of the service is full: free some space in its data folder and try again.',
      { cause: error },
    );
  if (isLostRace(error))
    return new AppError(
      'unavailable',
      'Another call changed the same at the same time, and this one changed nothing. Try again.',
      { retryAfter: 1, cause: error },
    );
  return null;
}

const unparsable = () =>
  new AppError('unprocessable', 'The body is no JSON.', {
    detail: [
      {
        loc: ['body'],
        msg: 'The body is no JSON; send it with Content-Type: application/json.',
        type: 'json_invalid',
      },
    ],
  });
