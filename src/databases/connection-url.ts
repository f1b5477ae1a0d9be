import { AppError } from '#src/errors.ts';
import type { DatabaseSsl } from '#src/plugin-api/database-server.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/** What a connection URL says; null where it says nothing. */
export interface UrlParts {
  readonly type: string;
  readonly host: string;
  readonly port: number | null;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly sslMode: DatabaseSsl['mode'] | null;
  readonly channelBinding: DatabaseSsl['channelBinding'] | null;
  readonly schemas: readonly string[] | null;
}

/** The server that a scheme names. */
const SCHEMES: Readonly<Record<string, string>> = lookupTable({
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
});

/** As libpq and as the clients of MySQL name the modes. */
const SSL_MODES: Readonly<Record<string, DatabaseSsl['mode']>> = lookupTable({
  disable: 'disable',
  disabled: 'disable',
  false: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  preferred: 'prefer',
  true: 'require',
  require: 'require',
  required: 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
  'verify-identity': 'verify-full',
});

type Option = 'sslMode' | 'schemas' | 'channelBinding';

/** Spellings of the options that a URL may carry, in lower case without hyphens and underscores. */
const OPTIONS: Readonly<Record<string, Option>> = lookupTable({
  sslmode: 'sslMode',
  ssl: 'sslMode',
  tls: 'sslMode',
  schema: 'schemas',
  schemas: 'schemas',
  currentschema: 'schemas',
  channelbinding: 'channelBinding',
});

/**
 * Reads `postgres://user:password@host:port/database?sslmode=require`. Only options of this list are taken, since
 * drivers let others (`host`, `sslrootcert`, `socketPath`) override what was checked. Fails with
 * `database_url_invalid`; its text never holds the password.
 */
export function parseConnectionUrl(text: string): UrlParts {
  const url = parse(text);
  const scheme = url.protocol.slice(0, -1);
  const type = SCHEMES[scheme];
  if (!type) throw wrong(`"${scheme}" isn't supported; start it with postgres:// or mysql://`);
  if (url.hash) throw wrong('write # as %23');
  const path = url.pathname.replace(/^\//, '');
  if (path === '') throw wrong('the database name is missing; end the URL with /DATABASE');
  if (path.includes('/')) throw wrong('write / in the database name as %2F');
  if (url.hostname === '') throw wrong('the host is missing');
  if (url.username === '') throw wrong('the user is missing');
  const options = optionsOf(url);
  if (options.channelBinding && type !== 'postgres')
    throw wrong('channel_binding works only with PostgreSQL. Remove it');
  return {
    type,
    host: decoded(url.hostname, 'host'),
    port: url.port === '' ? null : Number(url.port),
    database: decoded(path, 'database'),
    user: decoded(url.username, 'user'),
    password: decoded(url.password, 'password'),
    ...options,
  };
}

const wrong = (problem: string) =>
  new AppError('database_url_invalid', `The connection URL isn't valid: ${problem}.`);

function parse(text: string): URL {
  try {
    return new URL(text.trim());
  } catch {
    throw wrong(
      'use the format postgres://user:password@host:5432/database. Percent-encode @ : / ? # % in the password (@ is %40)',
    );
  }
}

function decoded(text: string, part: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw wrong(`write % in the ${part} as %25`);
  }
  if (/\p{Cc}/u.test(plain)) throw wrong(`the ${part} contains a control character`);
  return plain;
}

function optionsOf(url: URL): Pick<UrlParts, Option> {
  let sslMode: UrlParts['sslMode'] = null;
  let schemas: UrlParts['schemas'] = null;
  let channelBinding: UrlParts['channelBinding'] = null;
  const seen = new Set<Option>();
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase().replaceAll(/[-_]/g, '');
    const kind = OPTIONS[key];
    if (!kind)
      throw wrong(
        `the option "${name.slice(0, 60)}" isn't supported. Use sslmode, channel_binding and schema only, and send a certificate in "ssl": {"ca": …}`,
      );
    if (seen.has(kind)) throw wrong(`the option "${name}" appears twice`);
    seen.add(kind);
    if (kind === 'sslMode') sslMode = sslModeOf(name, value);
    else if (kind === 'channelBinding') channelBinding = channelBindingOf(name, value);
    else schemas = value.split(',').map((schema) => schema.trim());
  }
  return { sslMode, schemas, channelBinding };
}

/** libpq's modes; in all but one it is left to the server. */
function channelBindingOf(name: string, value: string): UrlParts['channelBinding'] {
  if (value === 'require') return value;
  if (value === 'prefer' || value === 'disable') return null;
  throw wrong(`${name}=${value.slice(0, 60)} isn't a valid mode; use disable, prefer or require`);
}

function sslModeOf(name: string, value: string): DatabaseSsl['mode'] {
  const mode = SSL_MODES[value.toLowerCase().replaceAll('_', '-')];
  if (!mode)
    throw wrong(
      `${name}=${value.slice(0, 60)} isn't a valid mode; use disable, prefer, require, verify-ca or verify-full`,
    );
  return mode;
}
