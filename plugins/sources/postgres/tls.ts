import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';

/**
 * How a connection is encrypted, after libpq's modes (PostgreSQL manual, "SSL Support"): certificates are checked in
 * `verify-ca` and `verify-full`, and in `require` where a CA is given; the name in them only in `verify-full`. Null:
 * not encrypted. The name is that of `host`, whichever address is connected to.
 */
export function tlsOptions({ host, ssl }: DatabaseTarget): ConnectionOptions | null {
  if (ssl.mode === 'disable') return null;
  const isChecked = ssl.mode.startsWith('verify') || (ssl.mode === 'require' && ssl.ca !== null);
  return {
    host,
    // An address is no name that a client may ask for (RFC 6066, section 3).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ssl.ca === null ? {} : { ca: ssl.ca }),
    rejectUnauthorized: isChecked,
    ...(ssl.mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}
