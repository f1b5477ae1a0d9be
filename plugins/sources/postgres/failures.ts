import pg from 'pg';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { SourceError, type SourceErrorKind } from '#src/plugin-api/source-error.ts';
import { networkFailure, placeOf } from '#src/sql/server/network-failure.ts';

/** Longest text of the server that is passed on (characters). */
const MAX_TEXT = 500;

type ServerError = InstanceType<typeof pg.DatabaseError>;

/** Error codes by their beginning (PostgreSQL manual, appendix A); the first that fits counts. */
const KINDS: readonly (readonly [prefix: string, kind: SourceErrorKind, text: string | null])[] = [
  ['57014', 'timeout', 'The database stopped the query before its end.'],
  ['55P03', 'timeout', 'The query waited too long for a lock that another session holds.'],
  ['57P', 'unavailable', 'The database server is shutting down or starting; try again shortly.'],
  ['08', 'unavailable', 'The connection to the database was lost; try again shortly.'],
  ['53300', 'unavailable', 'The database server takes no more connections now.'],
  ['25P03', 'unavailable', 'The database server ended the session.'],
  ['40', 'unavailable', 'The database server gave the query up for another one; try again.'],
  ['53', 'too_large', 'The query needs more memory or space than the database server has for it.'],
  // The guard let only names of the catalog through.
  ['42P01', 'changed', null],
  ['42703', 'changed', null],
  ['3F000', 'changed', null],
  ['42501', 'changed', null],
  ['54', 'too_large', 'The query goes beyond a limit of the database server; ask for less.'],
];

/** What the failure of a statement means to a caller. */
export function sourceFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof ConnectionError)
    return new SourceError('unavailable', error.message, { cause: error });
  if (!isServerError(error))
    return new SourceError('unavailable', 'The connection to the database was lost; try again.', {
      cause: error,
    });
  const found = KINDS.find(([prefix]) => error.code?.startsWith(prefix));
  const [, kind, text] = found ?? ['', 'query' as const, null];
  return new SourceError(kind, text ?? firstLine(error), { cause: error });
}

/** Whether the server itself answered, so that its connection still stands. */
export function isServerError(error: unknown): error is ServerError {
  return (
    error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
  );
}

/** What is known of an attempt to connect besides its error. */
export interface Attempt {
  /** First byte that the other side sent; null: none. */
  readonly firstByte: number | null;
  readonly isEncrypted: boolean;
}

/** First bytes of a PostgreSQL server: authentication, error, version, and the answers to a request for TLS. */
const FIRST_BYTES = new Set([...'REvSN'].map((letter) => letter.charCodeAt(0)));
const REFUSES_TLS = 'N'.charCodeAt(0);

/** Whether a PostgreSQL server may begin its answer with this byte. */
export function isPostgresByte(byte: number): boolean {
  return FIRST_BYTES.has(byte);
}

/** Why a database cannot be connected, in words that tell a user what to change. */
export function connectionFailure(
  error: unknown,
  target: DatabaseTarget,
  { firstByte, isEncrypted }: Attempt,
): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const where = placeOf(target);
  if (firstByte !== null && !isPostgresByte(firstByte))
    return new ConnectionError('protocol', `What answers at ${where} is not a PostgreSQL server.`);
  if (isEncrypted && firstByte === REFUSES_TLS)
    return new ConnectionError(
      'tls',
      `The server at ${where} offers no encrypted connections (TLS); choose the mode "prefer" or "disable" if that is acceptable.`,
    );
  const network = networkFailure(error, target);
  if (network) return network;
  if (error instanceof pg.DatabaseError) return refused(error, target);
  if (error instanceof Error && /^SASL/.test(error.message)) return wrongPassword(target);
  return new ConnectionError(
    'protocol',
    `The server at ${where} ended the connection before a session began.`,
    { cause: error },
  );
}

const aboutCertificate = ({ message }: ServerError) =>
  /client certificate/.test(message)
    ? '. Client certificates are not supported; let the user in by a password (pg_hba.conf).'
    : '';

function refused(error: ServerError, target: DatabaseTarget): ConnectionError {
  const { database, user } = target;
  switch (error.code) {
    case '28P01':
      return wrongPassword(target);
    case '28000':
      return new ConnectionError(
        'credentials',
        `The server does not let the user "${user}" in from here: ${firstLine(error)}${aboutCertificate(error)}`,
      );
    case '3D000':
      return new ConnectionError('database', `There is no database "${database}" on the server.`);
    case '42501':
      return new ConnectionError(
        'database',
        `The user "${user}" may not connect to the database "${database}"; grant CONNECT on it.`,
      );
    case '55000':
      return new ConnectionError('database', `The database "${database}" takes no connections.`);
    case '53300':
      return new ConnectionError('busy', 'The server takes no more connections; try again later.');
    case '57P03':
      return new ConnectionError('busy', 'The server is starting or stopping; try again shortly.');
    default:
      return new ConnectionError(
        'protocol',
        `The server refused the session: ${firstLine(error)}`,
        {
          cause: error,
        },
      );
  }
}

function wrongPassword({ user }: DatabaseTarget): ConnectionError {
  return new ConnectionError('credentials', `The user name or the password of "${user}" is wrong.`);
}

function firstLine({ message }: Error): string {
  return message.split('\n')[0]!.slice(0, MAX_TEXT);
}
