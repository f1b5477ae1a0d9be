import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { networkFailure, noAnswer, placeOf } from '#src/sql/server/network-failure.ts';
import { asDriverError, type DriverError } from './driver-errors.ts';

export interface Attempt {
  readonly target: DatabaseTarget;
  /** Whether anything was heard: MySQL and MariaDB speak first. */
  readonly heard: boolean;
}

type Explain = (error: DriverError, attempt: Attempt) => ConnectionError;

/** Why a connection was not made, in words that say what to change. The password is in none of them. */
export function connectionError(error: unknown, attempt: Attempt): ConnectionError {
  if (error instanceof ConnectionError) return error;
  const driver = asDriverError(error);
  const explain = BY_NUMBER.get(driver.errno ?? 0) ?? BY_CODE.get(driver.code ?? '');
  if (explain) return explain(driver, attempt);
  // What the driver cannot take apart.
  if (error instanceof RangeError || error instanceof TypeError) return notMysql(driver, attempt);
  return networkFailure(networkError(driver), attempt.target) ?? unexplained(driver, attempt);
}

const at = ({ target }: Attempt) => placeOf(target);

const told =
  (
    kind: ConnectionError['kind'],
    text: (attempt: Attempt, error: DriverError) => string,
  ): Explain =>
  (error, attempt) =>
    new ConnectionError(kind, text(attempt, error), { cause: error });

const refused = told(
  'credentials',
  ({ target }) =>
    `The server refuses the user "${target.user}" or the password${target.ssl.mode === 'disable' ? ', or takes this user over TLS only' : ''}.`,
);
const tooMany = told(
  'busy',
  (attempt) => `The server at ${at(attempt)} takes no more connections at the moment.`,
);
const noDatabase = told(
  'database',
  ({ target }) =>
    `The database "${target.database}" does not exist, or the user "${target.user}" may not enter it.`,
);
const notMysql = told(
  'protocol',
  (attempt) => `What answers at ${at(attempt)} does not speak as MySQL or MariaDB do.`,
);
const unknownMethod = told(
  'credentials',
  ({ target }) =>
    `The server asks the user "${target.user}" for a way to sign in that is not supported; give the user caching_sha2_password or mysql_native_password.`,
);

const BY_NUMBER: ReadonlyMap<number, Explain> = new Map([
  [1045, refused],
  [1698, refused],
  [1820, told('credentials', ({ target }) => `The password of "${target.user}" must be changed.`)],
  [1862, told('credentials', ({ target }) => `The password of "${target.user}" has expired.`)],
  [3118, told('credentials', ({ target }) => `The account of "${target.user}" is locked.`)],
  [4151, told('credentials', ({ target }) => `The account of "${target.user}" is locked.`)],
  [1251, unknownMethod],
  [1524, unknownMethod],
  [1044, noDatabase],
  [1049, noDatabase],
  [1040, tooMany],
  [1203, tooMany],
  [1226, tooMany],
  [
    1129,
    told(
      'host',
      (attempt) =>
        `The server at ${at(attempt)} has blocked this machine after failed connections; it is let in again by FLUSH HOSTS there.`,
    ),
  ],
  [
    1130,
    told('host', (attempt) => `The server at ${at(attempt)} does not let this machine connect.`),
  ],
  [
    3159,
    told('tls', (attempt) => `The server at ${at(attempt)} takes encrypted connections only.`),
  ],
]);

const BY_CODE: ReadonlyMap<string, Explain> = new Map([
  ['ETIMEDOUT', timedOut],
  [
    'HANDSHAKE_NO_SSL_SUPPORT',
    told(
      'tls',
      (attempt) =>
        `The server at ${at(attempt)} offers no encrypted connections (TLS); choose the mode "prefer" or "disable" if that is acceptable.`,
    ),
  ],
  ['MYSQL_CLEAR_PASSWORD_NOT_ENABLED', told('tls', () => CLEAR_PASSWORD)],
  ['AUTH_SWITCH_PLUGIN_ERROR', unknownMethod],
  ['HANDSHAKE_UNKNOWN_ERROR', notMysql],
  ['PROTOCOL_UNEXPECTED_PACKET', notMysql],
  ['PROTOCOL_ERROR', notMysql],
]);

const CLEAR_PASSWORD =
  'The server asks for the password in clear; that is done only over TLS with a checked certificate (verify-ca or verify-full).';

const stoppedAnswering = told(
  'protocol',
  (attempt) =>
    `What answers at ${at(attempt)} does not speak as MySQL or MariaDB do, or has stopped answering.`,
);

/** What waits for its client to speak, as most others do, is silent; what greets in another way does not go on. */
function timedOut(error: DriverError, attempt: Attempt): ConnectionError {
  return attempt.heard ? stoppedAnswering(error, attempt) : noAnswer(attempt.target);
}

/** The driver puts its own codes over those of Node's sockets and TLS; the texts of OpenSSL and Node remain. */
function networkError(error: DriverError): DriverError {
  const code =
    error.code === 'HANDSHAKE_SSL_ERROR'
      ? TLS_TEXTS.find(([text]) => text.test(error.message))?.[1]
      : error.code === 'PROTOCOL_CONNECTION_LOST'
        ? 'ECONNRESET'
        : undefined;
  return code === undefined ? error : Object.assign(new Error(error.message), { code });
}

const TLS_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/altnames|does not match/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/expired|not yet valid/i, 'CERT_HAS_EXPIRED'],
  [/self.signed|unable to (verify|get)|issuer|CA cert/i, 'CERT_UNTRUSTED'],
  [/PEM/, 'ERR_OSSL_PEM'],
  [/./, 'ERR_SSL_'],
];

function unexplained(error: DriverError, attempt: Attempt): ConnectionError {
  return new ConnectionError(
    'protocol',
    `The server at ${at(attempt)} could not be used: ${error.message}`,
    { cause: error },
  );
}
