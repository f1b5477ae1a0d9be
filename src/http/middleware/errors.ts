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
        'failed after the response started',
      );
      next(error);
      return;
    }
    if (res.closed) {
      log.info({ request_id: req.get('x-request-id') }, 'the client disconnected');
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
    `Something went wrong on the server. Include request ID ${requestId} when you report it.`,
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
      return new AppError('payload_too_large', `The body exceeds ${limit} bytes. Send less.`);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new AppError(
        'bad_request',
        "The body's encoding isn't supported. Send UTF-8 JSON, uncompressed or gzipped.",
      );
    case 'request.aborted':
      return new AppError(
        'bad_request',
        'The request ended before its body was complete. Send it again.',
      );
  }
  if (error instanceof URIError || status === 400)
    return new AppError('bad_request', "The request couldn't be read. Check the URL and the body.");
  if (isDiskFull(error))
    return new AppError(
      'storage_full',
      "The server's disk is full. Free space in the data folder, then try again.",
      { cause: error },
    );
  if (isLostRace(error))
    return new AppError(
      'unavailable',
      'Another call changed the same resource at the same time. Nothing was changed; try again.',
      { retryAfter: 1, cause: error },
    );
  return null;
}

const unparsable = () =>
  new AppError('unprocessable', "The body isn't valid JSON. Check its syntax.", {
    detail: [
      {
        loc: ['body'],
        msg: 'The body must be JSON. Send it with Content-Type: application/json.',
        type: 'json_invalid',
      },
    ],
  });
