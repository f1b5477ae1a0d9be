import { ConsumerLeft, DeadlineExceeded } from '#src/ask/deadline.ts';
import { PlanningExhausted } from '#src/ask/planning.ts';
import type { ErrorType } from '#src/ask/types.ts';
import { AppError, isDiskFull } from '#src/errors.ts';
import { PlacesTaken } from '#src/places.ts';
import type { DeclineReason, Suggestion } from '#src/planner/plan.ts';
import { ConnectionError, type ConnectionErrorKind } from '#src/plugin-api/connection-error.ts';
import type { ModelError, ModelErrorKind } from '#src/plugin-api/model-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { REASONS } from '#src/texts/en/reasons.ts';

/** Why there is no answer. A value, since a question that cannot be answered is nothing exceptional. */
export interface Failure {
  /** For the user: what happened and what can be done. */
  readonly message: string;
  readonly type: ErrorType;
  readonly declineReason: DeclineReason | null;
  readonly suggestions: readonly Suggestion[];
  readonly hint: string | null;
  /** Milliseconds after which the question may have an answer, where more is known than its type says. */
  readonly retryAfterMs: number | null;
  /** What a call without a stream fails with, in the place of an answer; null: as its type says. */
  readonly code: 'storage_full' | null;
  /** For the trace only; may name internals. */
  readonly internal: string | null;
}

export function decline(
  reason: DeclineReason,
  message: string,
  more: Partial<Pick<Failure, 'suggestions' | 'hint' | 'code' | 'internal'>> = {},
): Failure {
  return { ...EMPTY, ...more, message, type: 'DECLINED', declineReason: reason };
}

/** For a statement that the guard or the engine refused; why stands in the trace alone. */
export const noSafeSql = (internal: string): Failure =>
  decline('no_safe_sql', REASONS.no_safe_sql, { hint: BY_NAMES, internal });

export const BY_NAMES = 'Ask again using table and column names.';

const EMPTY = {
  declineReason: null,
  suggestions: [],
  hint: null,
  retryAfterMs: null,
  code: null,
  internal: null,
};

const failure = (type: ErrorType, message: string, hint: string | null, error: unknown) => ({
  ...EMPTY,
  type,
  message,
  hint,
  internal: error instanceof Error ? error.message : String(error),
});

const SMALLER = 'Ask for a shorter period, fewer groups, or a single total.';

/**
 * What an error that ended the work means to the user. An engine's own text is shown only where no row filter holds
 * (`filtered` false), since such texts can print values of rows that the caller may not see. Null: it is a fault of
 * ours, to be logged.
 */
export function expectedFailure(error: unknown, filtered: boolean): Failure | null {
  if (error instanceof SourceError) return sourceFailure(error, filtered);
  if (error instanceof DeadlineExceeded)
    return failure('TIMEOUT', 'The answer took too long.', SMALLER, error);
  if (error instanceof PlanningExhausted)
    return decline(
      'unsupported_question',
      'This question is too long to understand. Ask it in fewer words, or as several questions.',
      { internal: error.message },
    );
  if (isDiskFull(error))
    return decline(
      'source_unavailable',
      "The server's disk is full. Ask an admin to free space, then ask again.",
      { code: 'storage_full', internal: error instanceof Error ? error.message : null },
    );
  if (error instanceof ConsumerLeft)
    return failure('QUERY_ERROR', 'The question was cancelled.', null, error);
  if (error instanceof AppError && error.code === 'unavailable') return notNow(error);
  if (error instanceof AppError) return failure('QUERY_ERROR', error.message, null, error);
  if (error instanceof Error && error.name === 'AbortError')
    return failure('QUERY_ERROR', 'The question was cancelled.', null, error);
  return null;
}

/** What the service itself lacks for a moment, its store for one, says when to come again. */
function notNow(error: AppError): Failure {
  const { message, cause, retryAfter } = error;
  const internal = cause instanceof Error ? cause.message : message;
  return {
    ...decline('source_unavailable', message, { internal }),
    retryAfterMs: retryAfter === undefined ? null : retryAfter * 1_000,
  };
}

const OWN_WORDS = 'Questions that use table and column names may still work without the model';

/** Failures of a model that the same question meets again, and what can be done about them. */
const LASTING: Readonly<Partial<Record<ModelErrorKind, string>>> = {
  auth: `The model service rejected the API key of this deployment. Ask an admin to check it. ${OWN_WORDS}.`,
  quota: `This deployment's account with the model service has no credit left, or its quota is used up. Ask an admin to add credit or raise the quota. ${OWN_WORDS}.`,
  request: `The model service rejected the model name or a setting of this deployment. Ask an admin to check it. ${OWN_WORDS}.`,
};

/**
 * The model failed and the built-in planner has no answer either. What has to do with the question is a decline: asking
 * it again would end the same way.
 */
export function modelFailure(error: ModelError): Failure {
  const { kind, message: internal } = error;
  if (kind === 'content_filter')
    return decline(
      'unsupported_question',
      `The model service refused to answer this question. Rephrase it. ${OWN_WORDS}.`,
      { internal },
    );
  if (kind === 'context_length')
    return decline(
      'unsupported_question',
      `The question and its context are too long for the model. Ask in fewer words or in a new chat. ${OWN_WORDS}.`,
      { internal },
    );
  const lasting = LASTING[kind];
  if (lasting) return { ...failure('MODEL_ERROR', lasting, null, error), retryAfterMs: MENDED_MS };
  const soon =
    kind === 'budget'
      ? 'The remaining budget is reserved for questions that are still running. Ask again in a few seconds.'
      : `The model service isn't answering, and the built-in planner can't answer this question. Try again in a minute. ${OWN_WORDS}.`;
  return { ...failure('MODEL_ERROR', soon, null, error), retryAfterMs: error.retryAfterMs };
}

export function unexpectedFailure(error: unknown): Failure {
  const text =
    'Something went wrong on the server. Include the trace ID of this answer when you report it.';
  return failure('QUERY_ERROR', text, null, error);
}

function sourceFailure(error: SourceError, filtered: boolean): Failure {
  switch (error.kind) {
    case 'timeout':
      return failure('TIMEOUT', 'The query took too long.', SMALLER, error);
    case 'too_large':
      return failure('RESULT_TOO_LARGE', 'The result is too large.', SMALLER, error);
    case 'unavailable':
      return unavailable(error);
    case 'cancelled':
      return failure('QUERY_ERROR', 'The question was cancelled.', null, error);
    case 'changed': {
      const what = filtered ? '' : ` (${error.message})`;
      return failure(
        'QUERY_ERROR',
        `The database has changed${what}. Reload its tables with POST /clients/{client_id}/schema/refresh, then ask again.`,
        null,
        error,
      );
    }
    case 'query': {
      const text = filtered
        ? "The query couldn't run on this data."
        : `The query couldn't run on this data: ${error.message}`;
      return failure('QUERY_ERROR', text, null, error);
    }
  }
}

interface Unreached {
  readonly what: string;
  /** Whether it lasts until somebody mends it. */
  readonly isLasting: boolean;
}

const soon = (what: string): Unreached => ({ what, isLasting: false });
const toMend = (what: string): Unreached => ({ what, isLasting: true });

/** Why a connected database cannot be reached; names neither host nor user, which are not everybody's to know. */
const UNREACHED: Readonly<Record<ConnectionErrorKind, Unreached>> = {
  host: soon("The database server can't be reached right now."),
  // Also what a proxy does whose server is away.
  protocol: soon(
    "The database server can't be reached. A different kind of server is responding at its address.",
  ),
  busy: soon('All connections to the database are in use.'),
  credentials: toMend('The database server rejected the stored username or password.'),
  database: toMend('The database no longer exists, or its user lost access.'),
  tls: toMend(
    "The connection failed because the database server's TLS setup or certificate wasn't accepted.",
  ),
  refused: toMend('This deployment can no longer use the stored database connection.'),
};
const NOT_TOLD = soon("The data can't be reached right now.");

const ASK_AGAIN = 'Ask again in a few seconds.';
const MEND =
  'Run POST /accounts/clients/{client_id}/database/test to find the problem, then connect the database again.';
/** What somebody has to mend is worth another try after this (milliseconds). */
const MENDED_MS = 60_000;

function unavailable({ message, cause }: SourceError): Failure {
  if (cause instanceof PlacesTaken) return notNow(cause);
  const { what, isLasting } = cause instanceof ConnectionError ? UNREACHED[cause.kind] : NOT_TOLD;
  return {
    ...decline('source_unavailable', `${what} ${isLasting ? MEND : ASK_AGAIN}`, {
      internal: message,
    }),
    retryAfterMs: isLasting ? MENDED_MS : null,
  };
}
