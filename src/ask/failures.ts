import { ConsumerLeft, DeadlineExceeded } from '#src/ask/deadline.ts';
import { PlanningExhausted } from '#src/ask/planning.ts';
import type { ErrorType } from '#src/ask/types.ts';
import { AppError, isDiskFull } from '#src/errors.ts';
import { PlacesTaken } from '#src/places.ts';
import type { DeclineReason, Suggestion } from '#src/planner/plan.ts';
import { ConnectionError, type ConnectionErrorKind } from '#src/plugin-api/connection-error.ts';
import type { ModelError, ModelErrorKind } from '#src/plugin-api/model-error.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

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
    return failure('TIMEOUT', 'The answer took longer than it may.', SMALLER, error);
  if (error instanceof PlanningExhausted)
    return decline(
      'unsupported_question',
      'This question is too long-winded to be understood. Ask it in fewer words, or as several questions.',
      { internal: error.message },
    );
  if (isDiskFull(error))
    return decline(
      'source_unavailable',
      'The disk of the service is full. Ask again when its operator has freed space.',
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

const OWN_WORDS = 'Ask in the words of tables and columns, so that the built-in planner can answer';

/** Failures of a model that the same question meets again, and what can be done about them. */
const LASTING: Readonly<Partial<Record<ModelErrorKind, string>>> = {
  auth: `The model service refuses the key that this deployment sends. Its operator has to mend it. ${OWN_WORDS}.`,
  quota: `The account of this deployment with the model service has no credit left, or its quota is used up. Its operator has to raise it. ${OWN_WORDS}.`,
  request: `The model service does not take the requests of this deployment, such as its model's name or a setting. Its operator has to mend it. ${OWN_WORDS}.`,
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
      `The model service withheld its answer to this question. Ask it in other words. ${OWN_WORDS}.`,
      { internal },
    );
  if (kind === 'context_length')
    return decline(
      'unsupported_question',
      `The question is too long for the model, with what it has to be told of the data. Ask it in fewer words, or in a new chat. ${OWN_WORDS}.`,
      { internal },
    );
  const lasting = LASTING[kind];
  if (lasting) return { ...failure('MODEL_ERROR', lasting, null, error), retryAfterMs: MENDED_MS };
  const soon =
    kind === 'budget'
      ? 'What is left of the budget is set aside for other questions that are being answered. Ask again in a few seconds.'
      : `The model service does not answer now, and the built-in planner has no answer to this question. Try again in a minute. ${OWN_WORDS}.`;
  return { ...failure('MODEL_ERROR', soon, null, error), retryAfterMs: error.retryAfterMs };
}

export function unexpectedFailure(error: unknown): Failure {
  const text = 'Something went wrong on our side. Quote the trace id of this answer to support.';
  return failure('QUERY_ERROR', text, null, error);
}

function sourceFailure(error: SourceError, filtered: boolean): Failure {
  switch (error.kind) {
    case 'timeout':
      return failure('TIMEOUT', 'The query took longer than it may.', SMALLER, error);
    case 'too_large':
      return failure('RESULT_TOO_LARGE', 'The result is larger than it may be.', SMALLER, error);
    case 'unavailable':
      return unavailable(error);
    case 'cancelled':
      return failure('QUERY_ERROR', 'The question was cancelled.', null, error);
    case 'changed': {
      const what = filtered ? '' : ` (${error.message})`;
      return failure(
        'QUERY_ERROR',
        `The database is no longer as it was discovered${what}. Have it read anew by POST /clients/{client_id}/schema/refresh, then ask again.`,
        null,
        error,
      );
    }
    case 'query': {
      const text = filtered
        ? 'The query could not be run on this data.'
        : `The query could not be run on this data: ${error.message}`;
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
  host: soon('The database server cannot be reached at the moment.'),
  // Also what a proxy does whose server is away.
  protocol: soon('The database server cannot be reached: what answers in its place is none.'),
  busy: soon('No connection to the database is free at the moment.'),
  credentials: toMend(
    'The database server does not let the service in any more: the stored user or password is refused.',
  ),
  database: toMend('The database is not there any more, or its user may not enter it.'),
  tls: toMend(
    'The database server is not connected, because its encryption (TLS) or certificate does not pass.',
  ),
  refused: toMend(
    'The stored connection of the database cannot be used by this deployment any more.',
  ),
};
const NOT_TOLD = soon('The data cannot be reached at the moment.');

const ASK_AGAIN = 'Ask again in a few seconds.';
const MEND =
  'POST /accounts/clients/{client_id}/database/test tells what to mend; connect the database again then.';
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
