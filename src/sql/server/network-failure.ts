import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/** Where a connection went. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

type Told = (where: string, host: string) => ConnectionError;

const unreachable: Told = (where) =>
  new ConnectionError(
    'host',
    `${where} cannot be reached from here; look at the address and the network.`,
  );
const silent: Told = (where) =>
  new ConnectionError(
    'host',
    `${where} did not answer in time; look at the address, the port and firewalls.`,
  );
const unknownName: Told = (_where, host) =>
  new ConnectionError('host', `The host name "${host}" is not known.`);
const dropped: Told = (where) =>
  new ConnectionError(
    'protocol',
    `${where} closed the connection before it answered; is a database server listening there?`,
  );
const untrusted: Told = (where) =>
  new ConnectionError(
    'tls',
    `The certificate of ${where} is not signed by an authority that is trusted here; give the certificate of its authority (CA).`,
  );
const outOfDate: Told = (where) =>
  new ConnectionError('tls', `The certificate of ${where} has expired or is not valid yet.`);
const wrongHost: Told = (where, host) =>
  new ConnectionError(
    'tls',
    `The certificate of ${where} is not for "${host}"; use a host name that it names, or the mode verify-ca.`,
  );
const badCa: Told = () =>
  new ConnectionError(
    'tls',
    'The certificate of the authority (CA) is not a valid PEM certificate.',
  );

/** Error codes of Node's sockets, resolver and TLS. */
const CODES: Readonly<Record<string, Told>> = lookupTable({
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  ECONNREFUSED: (where) =>
    new ConnectionError('host', `Nothing listens at ${where}; look at the address and the port.`),
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENOENT: unreachable,
  EACCES: unreachable,
  ETIMEDOUT: silent,
  ECONNRESET: dropped,
  EPIPE: dropped,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_REVOKED: untrusted,
  INVALID_CA: untrusted,
  CERT_HAS_EXPIRED: outOfDate,
  CERT_NOT_YET_VALID: outOfDate,
  ERR_TLS_CERT_ALTNAME_INVALID: wrongHost,
  HOSTNAME_MISMATCH: wrongHost,
});

/** What a failure of the network or of TLS means to a user; null for any other error. */
export function networkFailure(error: unknown, { host, port }: Endpoint): ConnectionError | null {
  const code = error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : '';
  const where = placeOf({ host, port });
  const told = CODES[code] ?? (code.startsWith('ERR_OSSL_PEM') ? badCa : null);
  if (told) return told(where, host);
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO')
    return new ConnectionError(
      'tls',
      `No encrypted connection (TLS) could be agreed on with ${where}.`,
    );
  return null;
}

/** The server accepted the connection, or nothing did, and no answer came in time. */
export function noAnswer(at: Endpoint): ConnectionError {
  return silent(placeOf(at), at.host);
}

/** `db.example.com:5432`, `[::1]:5432`. */
export function placeOf({ host, port }: Endpoint): string {
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
