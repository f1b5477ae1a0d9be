import { X509Certificate } from 'node:crypto';
import { parseConnectionUrl } from '#src/databases/connection-url.ts';
import type { ConnectionRequest, TableFilter } from '#src/databases/types.ts';
import { AppError } from '#src/errors.ts';
import type { DatabaseServer, DatabaseSsl } from '#src/plugin-api/database-server.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/** A connection with everything said. */
export interface ConnectionParts {
  readonly type: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: DatabaseSsl;
  readonly schemas: readonly string[] | null;
  readonly tables: TableFilter;
}

/** Other names of kinds of servers. */
const ALIASES: Readonly<Record<string, string>> = lookupTable({
  postgresql: 'postgres',
  mariadb: 'mysql',
});

export type GetServer = (type: string) => Promise<DatabaseServer>;

/**
 * Puts a request together. Fails with `unprocessable` where something is missing or said twice, and with
 * `database_url_invalid`.
 */
export async function readRequest(
  request: ConnectionRequest,
  server: GetServer,
): Promise<ConnectionParts> {
  const said = request.url === undefined ? fromParts(request) : fromUrl(request, request.url);
  const { defaultPort } = await server(said.type);
  const { ssl, schemas, tables } = request;
  const named = schemas ?? said.schemas;
  return {
    type: said.type,
    host: said.host,
    port: said.port ?? defaultPort,
    database: said.database,
    user: said.user,
    password: said.password,
    ssl: sslOf(said, ssl),
    schemas: named && named.length > 0 ? named : null,
    tables: { include: tables?.include ?? null, exclude: tables?.exclude ?? [] },
  };
}

/** Fails with `unprocessable` where a login is to be bound to a channel that may not be encrypted. */
function sslOf({ sslMode, channelBinding }: Said, ssl: ConnectionRequest['ssl']): DatabaseSsl {
  const unsaid = ssl ? 'verify-full' : channelBinding ? 'require' : 'prefer';
  const mode = ssl?.mode ?? sslMode ?? unsaid;
  if (channelBinding && (mode === 'disable' || mode === 'prefer'))
    throw invalid(
      'url',
      `channel_binding=require needs an encrypted connection, but the mode is "${mode}". Use sslmode=require or verify-full`,
    );
  return {
    mode,
    ca: ssl?.ca === undefined ? null : checkedCa(ssl.mode, ssl.ca),
    ...(channelBinding && { channelBinding }),
  };
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** TLS passes over what is no certificate without a word, and the modes that check none over the certificates. */
function checkedCa(mode: DatabaseSsl['mode'], ca: string): string {
  if (mode === 'disable' || mode === 'prefer')
    throw invalid(
      'ssl.ca',
      `The mode "${mode}" doesn't check certificates. Use require, verify-ca or verify-full, or remove "ca"`,
    );
  const certificates = ca.match(PEM) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw invalid(
      'ssl.ca',
      "This isn't a readable certificate. Send the content of a PEM file, which starts with -----BEGIN CERTIFICATE-----",
    );
  return ca;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

type Said = ReturnType<typeof parseConnectionUrl>;

function fromUrl(request: ConnectionRequest, url: string): Said {
  const twice = (['host', 'port', 'database', 'user', 'password'] as const).find(
    (name) => request[name] !== undefined,
  );
  if (twice)
    throw invalid(twice, '"url" can\'t be combined with separate fields. Send one or the other');
  const parsed = parseConnectionUrl(url);
  const type = typeOf(request);
  if (type !== null && type !== parsed.type)
    throw invalid(
      'type',
      `The URL is for ${parsed.type}, but "type" is "${request.type}". Remove "type" or correct it`,
    );
  return parsed;
}

function fromParts(request: ConnectionRequest): Said {
  const type = typeOf(request);
  if (type === null) throw missing('type');
  const { host, port, database, user, password } = request;
  if (host === undefined) throw missing('host');
  if (database === undefined) throw missing('database');
  if (user === undefined) throw missing('user');
  return {
    type,
    host,
    port: port ?? null,
    database,
    user,
    password: password ?? '',
    sslMode: null,
    channelBinding: null,
    schemas: null,
  };
}

function typeOf({ type }: ConnectionRequest): string | null {
  if (type === undefined) return null;
  // A module of a package, or a path: capital letters count in it.
  if (type.includes('/')) return type;
  const name = type.toLowerCase();
  return ALIASES[name] ?? name;
}

const missing = (field: string) =>
  invalid(field, 'Field required, or send a connection "url"', 'missing');

/** A wrong field of the body (`ssl.ca` where it lies deeper), in the shape of validation errors. */
export function invalid(field: string, msg: string, type = 'value_error'): AppError {
  return new AppError('unprocessable', msg, {
    detail: [{ loc: ['body', ...field.split('.')], msg, type }],
  });
}
