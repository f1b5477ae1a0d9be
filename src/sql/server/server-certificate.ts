import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { ServerCertificate } from '#src/plugin-api/database-server.ts';

/** The certificate that the server showed on a connection; null where the connection is not encrypted. */
export function certificateOf(stream: Duplex): ServerCertificate | null {
  if (!(stream instanceof TLSSocket)) return null;
  const { fingerprint256, subject, issuer, valid_from, valid_to } = stream.getPeerCertificate();
  // A closed connection has none any more.
  if (!fingerprint256) return null;
  const named = (name: typeof subject | undefined) => {
    const [first] = [name?.CN ?? name?.O].flat();
    return first ?? '';
  };
  return {
    protocol: stream.getProtocol() ?? '',
    fingerprint256,
    subject: named(subject),
    issuer: named(issuer),
    validFrom: new Date(valid_from),
    validTo: new Date(valid_to),
  };
}
