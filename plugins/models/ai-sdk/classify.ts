import { APICallError, LoadAPIKeyError } from '@ai-sdk/provider';
import { ModelError, type ModelErrorKind } from '#src/plugin-api/model-error.ts';

const CONTEXT =
  /context[_ ]length|maximum context|context window|too many tokens|prompt is too long|exceeds the (maximum|limit).*tokens|input token count/i;
/** Gemini says the first of passing limits too, and names the time then. */
const QUOTA =
  /insufficient[_ ](quota|balance|credits?|funds)|credit balance is too low|exceeded your current quota|billing_hard_limit|out of credits|payment required|PerDay/i;
const FILTER = /content[_ ]filter|content management policy|safety|blocked/i;
const KEY =
  /api[_ ]key[_ ]invalid|api key not valid|invalid api key|incorrect api key|invalid x-api-key/i;

const BY_STATUS: Readonly<Record<number, ModelErrorKind>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  404: 'request',
  408: 'timeout',
  413: 'context_length',
  429: 'rate_limited',
  500: 'overloaded',
  502: 'overloaded',
  503: 'overloaded',
  504: 'overloaded',
  529: 'overloaded',
};

/** What a provider's failure is. Some say what is wrong only in the text of a 400: Gemini's bad key, a long prompt. */
export function classify(error: unknown, who: string): ModelError {
  if (error instanceof ModelError) return error;
  if (LoadAPIKeyError.isInstance(error)) return new ModelError('auth', `${who} has no API key`);
  if (!APICallError.isInstance(error)) return withoutStatus(error, who);
  const { statusCode, responseBody = '', responseHeaders } = error;
  if (statusCode === undefined)
    return new ModelError('network', `${who} can't be reached`, { detail: short(error.message) });
  const retryAfterMs = retryAfter(responseHeaders ?? {}) ?? retryDelay(responseBody);
  const text = `${error.message}\n${responseBody}`;
  const isUsedUp =
    QUOTA.test(text) &&
    statusCode >= 400 &&
    statusCode < 500 &&
    (retryAfterMs === null || /PerDay/.test(text));
  const kind = isUsedUp ? 'quota' : kindOf(statusCode, text, error.cause);
  const what = kind === 'quota' ? `: ${BROKEN.quota}` : '';
  return new ModelError(kind, `${who} answered with status ${statusCode}${what}`, {
    detail: short(error.message),
    retryAfterMs: kind === 'quota' ? null : retryAfterMs,
  });
}

function kindOf(status: number, text: string, cause: unknown): ModelErrorKind {
  if (status < 300) return brokeOff(cause) ? 'network' : 'malformed';
  if (status === 400 || status === 413 || status === 422) {
    if (KEY.test(text)) return 'auth';
    if (CONTEXT.test(text)) return 'context_length';
    if (FILTER.test(text)) return 'content_filter';
  }
  return BY_STATUS[status] ?? (status >= 500 ? 'overloaded' : 'request');
}

/** Whether a connection ended in the middle, anywhere in the causes of an error. */
function brokeOff(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (/terminated|ECONNRESET|EPIPE|other side closed|socket/i.test(`${at.message} ${codeOf(at)}`))
      return true;
  return false;
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** Failures without an HTTP status: a stream that carries an error of its own, or breaks, or is no such stream. */
function withoutStatus(error: unknown, who: string): ModelError {
  const text = textOf(error);
  const kind: ModelErrorKind = brokeOff(error)
    ? 'network'
    : QUOTA.test(text)
      ? 'quota'
      : /rate.?limit|429|quota|resource_exhausted/i.test(text)
        ? 'rate_limited'
        : /overloaded|529|unavailable|internal server error|server_error|api_error/i.test(text)
          ? 'overloaded'
          : CONTEXT.test(text)
            ? 'context_length'
            : /parse|json|invalid response|type validation|empty response/i.test(text)
              ? 'malformed'
              : 'network';
  return new ModelError(kind, `${who} ${BROKEN[kind] ?? 'failed'}`, { detail: short(text) });
}

/** What became of a call without an HTTP status, in our words. */
const BROKEN: Readonly<Partial<Record<ModelErrorKind, string>>> = {
  network: 'closed the connection during the call',
  quota: 'the account has no credit left, or its quota is used up',
  rate_limited: 'is over its rate limit',
  overloaded: 'is overloaded',
  context_length: 'rejected the prompt as too long',
  malformed: 'sent a response in an unexpected format',
};

function textOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return typeof error === 'string' ? error : JSON.stringify(error);
}

/** `Retry-After` in seconds or as a date, or `retry-after-ms`; null where there is none. */
function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const ms = Number(headers['retry-after-ms']);
  if (ms > 0) return ms;
  const text = headers['retry-after'];
  if (!text) return null;
  const seconds = Number(text);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Gemini says it in the body: google.rpc.RetryInfo, seconds as `"12.5s"`. */
function retryDelay(body: string): number | null {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 300);
