import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/** Where a connection went. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

type Told = (where: string, host: string) => ConnectionError;

const unreachable: Told = (where) =>
  new ConnectionError('host', `${where} can't be reached. Check the address and the network.`);
const silent: Told = (where) =>
  new ConnectionError(
    'host',
    `${where} didn't answer in time. Check the address, the port and firewalls.`,
  );
const unknownName: Told = (_where, host) =>
  new ConnectionError('host', `The host "${host}" is unknown. Check its spelling.`);
const dropped: Told = (where) =>
  new ConnectionError(
    'protocol',
    `${where} closed the connection before it answered. Check that a database server runs there.`,
  );
const untrusted: Told = (where) =>
  new ConnectionError(
    'tls',
    `The certificate of ${where} isn't signed by a trusted authority. Send the certificate of its authority as "ca".`,
  );
const outOfDate: Told = (where) =>
  new ConnectionError(
    'tls',
    `The certificate of ${where} has expired or isn't valid yet. Renew it, or check the server's clock.`,
  );
const wrongHost: Told = (where, host) =>
  new ConnectionError(
    'tls',
    `The certificate of ${where} isn't valid for "${host}". Use a host name from the certificate, or the mode verify-ca.`,
  );
const badCa: Told = () =>
  new ConnectionError(
    'tls',
    "The certificate of the authority (CA) isn't a valid PEM certificate. Send the content of its PEM file.",
  );

/** Error codes of Node's sockets, resolver and TLS. */
const CODES: Readonly<Record<string, Told>> = lookupTable({
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  ECONNREFUSED: (where) =>
    new ConnectionError(
      'host',
      `${where} refused the connection. Check the address and the port, and that the server is running.`,
    ),
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
      `An encrypted connection (TLS) to ${where} couldn't be set up. Check the server's TLS settings.`,
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
