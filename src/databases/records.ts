import type { Kysely } from 'kysely';
import type { ConnectionParts } from '#src/databases/connection-request.ts';
import type {
  DatabaseDetails,
  DatabaseRecord,
  DatabaseScope,
  TableFilter,
} from '#src/databases/types.ts';
import { AppError } from '#src/errors.ts';
import type { DatabaseSsl } from '#src/plugin-api/database-server.ts';
import type { DatabaseRow, StoreSchema } from '#src/store/schema.ts';

export const scopeIdOf = ({ clientId, workspaceId }: DatabaseScope) => workspaceId ?? clientId;

/** The connection of a tenant or workspace; `database_not_found` where there is none. */
export async function findRow(db: Kysely<StoreSchema>, scope: DatabaseScope): Promise<DatabaseRow> {
  const row = await db
    .selectFrom('databases')
    .selectAll()
    .where('scope_id', '=', scopeIdOf(scope))
    .executeTakeFirst();
  if (row) return row;
  throw new AppError(
    'database_not_found',
    scope.workspaceId === null
      ? "This tenant has no connected database. For a workspace's database, send workspace_id."
      : 'This workspace has no database of its own. Connect one first.',
  );
}

export function recordOf(row: DatabaseRow): DatabaseRecord {
  return {
    client_id: row.client_id,
    workspace_id: row.workspace_id,
    type: row.type,
    host: row.host,
    port: row.port,
    database: row.database_name,
    user: row.user_name,
    schema_status: row.schema_status,
    read_only: row.read_only === 1,
    warnings: [row.warnings, row.left_out].flatMap((texts) => JSON.parse(texts) as string[]),
  };
}

export function detailsOf(row: DatabaseRow): DatabaseDetails {
  const { ssl, schemas, tables } = storedParts(row, '');
  return {
    ...recordOf(row),
    server_version: row.server_version,
    ssl_mode: ssl.mode,
    schemas,
    tables,
    created_at: row.created_at,
  };
}

/** A stored connection as it was described. */
export function storedParts(row: DatabaseRow, password: string): ConnectionParts {
  return {
    type: row.type,
    host: row.host,
    port: row.port,
    database: row.database_name,
    user: row.user_name,
    password,
    ssl: JSON.parse(row.ssl) as DatabaseSsl,
    schemas: row.schemas === null ? null : (JSON.parse(row.schemas) as string[]),
    tables: JSON.parse(row.tables) as TableFilter,
  };
}
