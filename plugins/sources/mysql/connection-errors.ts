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
    `The server rejected the user "${target.user}" or the password${target.ssl.mode === 'disable' ? ', or accepts this user over TLS only' : ''}. Check both.`,
);
const tooMany = told(
  'busy',
  (attempt) => `The server at ${at(attempt)} has no free connections. Try again in a moment.`,
);
const noDatabase = told(
  'database',
  ({ target }) =>
    `The database "${target.database}" doesn't exist, or the user "${target.user}" has no access to it.`,
);
const notMysql = told(
  'protocol',
  (attempt) =>
    `${at(attempt)} doesn't respond like a MySQL or MariaDB server. Check the host and the port.`,
);
const unknownMethod = told(
  'credentials',
  ({ target }) =>
    `The user "${target.user}" uses an authentication method that isn't supported. Change it to caching_sha2_password or mysql_native_password.`,
);

const BY_NUMBER: ReadonlyMap<number, Explain> = new Map([
  [1045, refused],
  [1698, refused],
  [
    1820,
    told(
      'credentials',
      ({ target }) =>
        `The password of "${target.user}" must be changed. Change it on the server first.`,
    ),
  ],
  [
    1862,
    told(
      'credentials',
      ({ target }) => `The password of "${target.user}" has expired. Change it on the server.`,
    ),
  ],
  [
    3118,
    told(
      'credentials',
      ({ target }) =>
        `The account of "${target.user}" is locked. Unlock it on the server, or use another user.`,
    ),
  ],
  [
    4151,
    told(
      'credentials',
      ({ target }) =>
        `The account of "${target.user}" is locked. Unlock it on the server, or use another user.`,
    ),
  ],
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
        `The server at ${at(attempt)} blocked this machine after failed connections. Run FLUSH HOSTS on the server to unblock it.`,
    ),
  ],
  [
    1130,
    told(
      'host',
      (attempt) =>
        `The server at ${at(attempt)} doesn't allow connections from this machine. Allow its address for the user.`,
    ),
  ],
  [
    3159,
    told(
      'tls',
      (attempt) =>
        `The server at ${at(attempt)} accepts encrypted connections only. Use the mode require or verify-full.`,
    ),
  ],
]);

const BY_CODE: ReadonlyMap<string, Explain> = new Map([
  ['ETIMEDOUT', timedOut],
  [
    'HANDSHAKE_NO_SSL_SUPPORT',
    told(
      'tls',
      (attempt) =>
        `The server at ${at(attempt)} doesn't support encrypted connections (TLS). Use the mode "prefer" or "disable" if that's acceptable.`,
    ),
  ],
  ['MYSQL_CLEAR_PASSWORD_NOT_ENABLED', told('tls', () => CLEAR_PASSWORD)],
  ['AUTH_SWITCH_PLUGIN_ERROR', unknownMethod],
  ['HANDSHAKE_UNKNOWN_ERROR', notMysql],
  ['PROTOCOL_UNEXPECTED_PACKET', notMysql],
  ['PROTOCOL_ERROR', notMysql],
]);

const CLEAR_PASSWORD =
  'The server asks for an unencrypted password. Plumbline sends it only over TLS with a verified certificate (verify-ca or verify-full).';

const stoppedAnswering = told(
  'protocol',
  (attempt) =>
    `${at(attempt)} doesn't respond like a MySQL or MariaDB server, or stopped responding. Check the host and the port.`,
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
    `The connection to ${at(attempt)} failed: ${error.message}`,
    { cause: error },
  );
}
