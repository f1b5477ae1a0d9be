import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { DatabaseProbe, DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { Connections, type ReadOptions } from './connections.ts';
import type { PostgresDeps } from './source.ts';
import { findRelations, READS_FOREIGN } from './views.ts';

/** Oldest version that is supported: before it the shortest exact form of floating point numbers is not written. */
const MIN_VERSION = 12;

/** Tables that a warning names. */
const NAMED = 3;

/** Roles that can write, or run programs, without owning anything (PostgreSQL manual, "Predefined Roles"). */
const WRITING_ROLES = [
  'pg_write_all_data',
  'pg_write_server_files',
  'pg_execute_server_program',
  'pg_maintain',
  'pg_create_subscription',
  'pg_signal_backend',
];

const RIGHTS = `WITH own AS (
    SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name,
      c.relkind = 'f' AND has_any_column_privilege(c.oid, 'SELECT') AS is_foreign,
      pg_has_role(c.relowner, 'USAGE') AS is_owned,
      has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
        OR has_any_column_privilege(c.oid, 'INSERT, UPDATE') AS is_writable
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT LIKE 'pg\\_%'
      AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE'))
  SELECT current_setting('server_version'), current_setting('server_version_num'),
    current_setting('server_encoding'), r.rolsuper, r.rolreplication, r.rolcreaterole OR r.rolcreatedb,
    has_database_privilege(current_database(), 'CREATE'),
    (SELECT to_json(array_agg(name ORDER BY name)) FROM own WHERE is_owned),
    (SELECT to_json(array_agg(name ORDER BY name)) FROM own WHERE is_writable),
    (SELECT to_json(array_agg(name ORDER BY name)) FROM own WHERE is_foreign),
    (SELECT to_json(array_agg(nspname ORDER BY nspname)) FROM pg_namespace n
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
        AND has_schema_privilege(n.oid, 'CREATE')),
    (SELECT to_json(array_agg(g.rolname ORDER BY g.rolname)) FROM pg_roles g
      WHERE g.rolname IN (SELECT json_array_elements_text($1)) AND pg_has_role(g.oid, 'MEMBER'))
  FROM pg_roles r WHERE r.rolname = current_user`;

/** Connects once and tells what the server is and what the user could change there. Fails with `ConnectionError`. */
export async function probeDatabase(
  target: DatabaseTarget,
  { settings, waiting }: Pick<PostgresDeps, 'settings' | 'waiting'>,
  signal: AbortSignal,
): Promise<DatabaseProbe> {
  const connections = new Connections(target, { ...settings, max_connections: 1 }, waiting);
  try {
    const [row] = await connections.rows<RightsRow>(
      { sql: RIGHTS, values: [JSON.stringify(WRITING_ROLES)] },
      { timeoutMs: settings.inspect_timeout_ms, signal },
    );
    if (!row) throw new ConnectionError('protocol', "The server didn't return its current user.");
    const found = describe(row, target);
    const leftOut = await leftOutOf(connections, target, {
      timeoutMs: settings.inspect_timeout_ms,
      signal,
    });
    const { certificate } = connections;
    return { ...found, warnings: [...found.warnings, ...leftOut], certificate };
  } catch (error) {
    throw probeFailure(error);
  } finally {
    await connections.close();
  }
}

/** What discovery will leave out, since reading it would run functions of the database. */
async function leftOutOf(
  connections: Connections,
  { schemas }: DatabaseTarget,
  options: ReadOptions,
): Promise<string[]> {
  try {
    const { leftOut } = await findRelations(connections, schemas, options);
    const names = leftOut
      .filter(({ why }) => why !== READS_FOREIGN)
      .map(({ relation: { physical }, why }) => `${physical.schema}.${physical.table} (${why})`);
    return said(
      names,
      (list) =>
        `Some tables and views were left out, because reading them would run database functions: ${list}.`,
    );
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'query')
      return [`The database can't be read: ${error.message}.`];
    throw error;
  }
}

type RightsRow = readonly [
  ...[version: string, number: string, encoding: string],
  ...[superuser: string, replication: string, creates: string, database: string],
  ...lists: (string | null)[],
];

function describe(row: RightsRow, { user }: DatabaseTarget): DatabaseProbe {
  const [version, number, encoding, superuser, replication, creates, database, ...lists] = row;
  const [owned = [], writable = [], foreign = [], schemas = [], roles = []] = lists.map(
    (list) => (JSON.parse(list ?? 'null') ?? []) as string[],
  );
  const major = Math.floor(Number(number) / 10_000);
  if (major < MIN_VERSION)
    throw new ConnectionError(
      'protocol',
      `The server is PostgreSQL ${version}, but Plumbline needs version ${MIN_VERSION} or newer.`,
    );
  const dangers =
    superuser === 't'
      ? [`The user "${user}" is a superuser: it can change everything and read the server's files.`]
      : [
          ...said(
            owned,
            (names) => `The user "${user}" owns tables and can change them: ${names}.`,
          ),
          ...said(
            writable.filter((name) => !owned.includes(name)),
            (names) => `The user "${user}" can write to tables: ${names}.`,
          ),
          ...said(schemas, (names) => `The user "${user}" can create tables in schemas: ${names}.`),
          ...when(database === 't', `The user "${user}" can create schemas in the database.`),
          ...when(replication === 't', `The user "${user}" can replicate the whole server.`),
          ...when(creates === 't', `The user "${user}" can create roles or databases.`),
          ...said(
            roles,
            (names) => `The user "${user}" is a member of roles that can write: ${names}.`,
          ),
        ];
  const advice = when(
    dangers.length > 0,
    'Plumbline never writes, but a read-only user is safer. Grant it only SELECT.',
  );
  const unreadable = when(
    encoding === 'SQL_ASCII',
    "The database uses the encoding SQL_ASCII. Text that isn't UTF-8 may look wrong.",
  );
  return {
    serverVersion: `PostgreSQL ${version.split(' ')[0]}`,
    readOnly: dangers.length === 0,
    warnings: [...dangers, ...advice, ...unreadable, ...said(foreign, leftOut)],
  };
}

const leftOut = (names: string) =>
  `Foreign tables and views of them were left out, because their rows are stored elsewhere: ${names}.`;

function said(names: readonly string[], sentence: (names: string) => string): string[] {
  if (names.length === 0) return [];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return [sentence(`${names.slice(0, NAMED).join(', ')}${more}`)];
}

const when = (holds: boolean, sentence: string) => (holds ? [sentence] : []);

function probeFailure(error: unknown): unknown {
  if (!(error instanceof SourceError) || error.kind === 'cancelled') return error;
  if (error.cause instanceof ConnectionError) return error.cause;
  return new ConnectionError(
    'protocol',
    `The server doesn't respond like PostgreSQL: ${error.message}`,
    {
      cause: error,
    },
  );
}
