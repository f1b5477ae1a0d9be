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
  ['57014', 'timeout', 'The database stopped the query before it finished. Ask again in a moment.'],
  [
    '55P03',
    'timeout',
    'The query waited too long for a lock that another session holds. Ask again in a moment.',
  ],
  [
    '57P',
    'unavailable',
    'The database server is starting or shutting down. Try again in a moment.',
  ],
  ['08', 'unavailable', 'The connection to the database was lost. Try again in a moment.'],
  ['53300', 'unavailable', 'The database server has no free connections. Try again in a moment.'],
  ['25P03', 'unavailable', 'The database server closed the connection. Try again in a moment.'],
  [
    '40',
    'unavailable',
    'The database server cancelled the query because of a conflict with another query. Try again.',
  ],
  [
    '53',
    'too_large',
    'The query needs more memory or disk space than the database server has. Ask for a shorter period or fewer columns.',
  ],
  // The guard let only names of the catalog through.
  ['42P01', 'changed', null],
  ['42703', 'changed', null],
  ['3F000', 'changed', null],
  ['42501', 'changed', null],
  [
    '54',
    'too_large',
    'The query exceeds a limit of the database server. Ask for a shorter period or fewer columns.',
  ],
];

/** What the failure of a statement means to a caller. */
export function sourceFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof ConnectionError)
    return new SourceError('unavailable', error.message, { cause: error });
  if (!isServerError(error))
    return new SourceError('unavailable', 'The connection to the database was lost. Try again.', {
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
    return new ConnectionError(
      'protocol',
      `${where} doesn't respond like a PostgreSQL server. Check the host and the port.`,
    );
  if (isEncrypted && firstByte === REFUSES_TLS)
    return new ConnectionError(
      'tls',
      `The server at ${where} doesn't support encrypted connections (TLS). Use the mode "prefer" or "disable" if that's acceptable.`,
    );
  const network = networkFailure(error, target);
  if (network) return network;
  if (error instanceof pg.DatabaseError) return refused(error, target);
  if (error instanceof Error && /^SASL/.test(error.message)) return wrongPassword(target);
  return new ConnectionError(
    'protocol',
    `The server at ${where} closed the connection before the session started. Try again, or check the server's log.`,
    { cause: error },
  );
}

const aboutCertificate = ({ message }: ServerError) =>
  /client certificate/.test(message)
    ? ". Client certificates aren't supported. Allow the user to sign in with a password (pg_hba.conf)."
    : '';

function refused(error: ServerError, target: DatabaseTarget): ConnectionError {
  const { database, user } = target;
  switch (error.code) {
    case '28P01':
      return wrongPassword(target);
    case '28000':
      return new ConnectionError(
        'credentials',
        `The server doesn't allow the user "${user}" to connect from here: ${firstLine(error)}${aboutCertificate(error)}`,
      );
    case '3D000':
      return new ConnectionError(
        'database',
        `The database "${database}" doesn't exist on the server. Check its name.`,
      );
    case '42501':
      return new ConnectionError(
        'database',
        `The user "${user}" can't connect to the database "${database}". Grant it CONNECT.`,
      );
    case '55000':
      return new ConnectionError(
        'database',
        `The database "${database}" doesn't accept connections. Allow them on the server, or use another database.`,
      );
    case '53300':
      return new ConnectionError('busy', 'The server has no free connections. Try again later.');
    case '57P03':
      return new ConnectionError(
        'busy',
        'The server is starting or shutting down. Try again in a moment.',
      );
    default:
      return new ConnectionError(
        'protocol',
        `The server rejected the session: ${firstLine(error)}`,
        {
          cause: error,
        },
      );
  }
}

function wrongPassword({ user }: DatabaseTarget): ConnectionError {
  return new ConnectionError(
    'credentials',
    `The user "${user}" or its password is wrong. Check both.`,
  );
}

function firstLine({ message }: Error): string {
  return message.split('\n')[0]!.slice(0, MAX_TEXT);
}
