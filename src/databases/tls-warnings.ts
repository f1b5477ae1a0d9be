import type { DatabaseSsl, ServerCertificate } from '#src/plugin-api/database-server.ts';

/** A certificate that ends within this is warned of (milliseconds). */
const SOON_MS = 30 * 86_400_000;

interface Encryption {
  readonly ssl: DatabaseSsl;
  /** The address that answered. */
  readonly address: string;
  /** Null: not encrypted. */
  readonly certificate: ServerCertificate | null;
  readonly now: Date;
}

const isHere = (address: string) => /^(?:127\.|::1$|::ffff:127\.)/.test(address);

/** Whether the mode has the certificate checked (docs/databases.md). */
export const isChecked = ({ mode, ca }: DatabaseSsl): boolean =>
  mode === 'verify-ca' || mode === 'verify-full' || (mode === 'require' && ca !== null);

/** What is unsafe about how a server was reached; nothing within this machine. */
export function tlsWarnings({ ssl, address, certificate, now }: Encryption): string[] {
  if (certificate === null)
    return isHere(address)
      ? []
      : [
          "The connection isn't encrypted, so others on the network can read the password and all rows. Use the mode verify-full.",
        ];
  const warnings: string[] = [];
  const ends = certificate.validTo.getTime() - now.getTime();
  const day = certificate.validTo.toISOString().slice(0, 10);
  if (!isChecked(ssl) && !isHere(address))
    warnings.push(
      "The server's certificate isn't verified. Compare its fingerprint, or use the mode verify-full.",
    );
  if (ends < 0) warnings.push(`The server's certificate expired on ${day}. Renew it.`);
  else if (ends < SOON_MS)
    warnings.push(`The server's certificate expires on ${day}. Renew it in time.`);
  return warnings;
}
