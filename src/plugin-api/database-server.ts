import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';

/**
 * A kind of database server that teams connect (PostgreSQL, MySQL). The service owns the life of each connection:
 * stores it, opens it on demand, closes it when idle.
 */
export interface DatabaseServer {
  readonly dialect: Dialect;
  readonly defaultPort: number;
  /** Connects once, looks, and leaves. Fails with `ConnectionError`. */
  probe(target: DatabaseTarget, signal: AbortSignal): Promise<DatabaseProbe>;
  /**
   * A bounded pool over one database. `open` connects nothing yet; the first use does. A lost server gives
   * `SourceError` `unavailable`, and later calls connect anew.
   */
  connect(target: DatabaseTarget): DataSource;
  close(): Promise<void>;
}

export interface DatabaseTarget {
  readonly host: string;
  /** The checked address that `host` stands for; connections go there and nowhere else. */
  readonly address: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: DatabaseSsl;
  /** Schemas that may be seen; null: the user's own (PostgreSQL: all but the system's; MySQL: `database`). */
  readonly schemas: readonly string[] | null;
  /** Gateways that connect to it, which share the connections that it may have; one where absent. */
  readonly gateways?: number;
}

/** The part of so many connections that each of so many gateways may open. */
export const connectionsOf = (all: number, { gateways = 1 }: Pick<DatabaseTarget, 'gateways'>) =>
  Math.max(1, Math.floor(all / gateways));

/** As libpq names the modes; `host` is what a certificate is checked against. */
export interface DatabaseSsl {
  readonly mode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  /** PEM. */
  readonly ca: string | null;
  /** Whether the login has to be bound to the TLS channel, as libpq's `channel_binding=require`. */
  readonly channelBinding?: 'require';
}

export interface DatabaseProbe {
  /** E.g. `PostgreSQL 15.19`. */
  readonly serverVersion: string;
  /** Whether the user can write nothing in the database. */
  readonly readOnly: boolean;
  /** Sentences for people: a user that can write, is superuser, or owns the tables. */
  readonly warnings: readonly string[];
  /** What the server showed; null where the connection is not encrypted, absent where that is not known. */
  readonly certificate?: ServerCertificate | null;
}

/** The certificate of a server, as it came on an encrypted connection. */
export interface ServerCertificate {
  /** `TLSv1.3`. */
  readonly protocol: string;
  /** SHA-256 of the certificate: pairs of hexadecimal digits with colons between. */
  readonly fingerprint256: string;
  /** Common name, or organization. */
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}
