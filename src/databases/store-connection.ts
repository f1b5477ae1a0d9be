import type { Kysely, Transaction } from 'kysely';
import type { ConnectionParts } from '#src/databases/connection-request.ts';
import { beginDiscovery, type Enqueue, jobOf } from '#src/databases/discovery-state.ts';
import type { Probed } from '#src/databases/probe.ts';
import { scopeIdOf } from '#src/databases/records.ts';
import type { DatabaseScope } from '#src/databases/types.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import { revokeResults } from '#src/store/closings.ts';
import { livingFiles } from '#src/store/living-files.ts';
import type { DatabaseRow, StoreSchema } from '#src/store/schema.ts';

export interface StoreRequest {
  readonly scope: DatabaseScope;
  readonly parts: ConnectionParts;
  readonly probed: Probed;
  readonly at: string;
}

interface StoredConnection {
  readonly row: DatabaseRow;
  readonly replaced: string | null;
  /** Workspaces that showed what was replaced. */
  readonly closed: readonly string[];
}

const hasFiles = () =>
  new AppError(
    'workspace_has_files',
    'This workspace already has files. Delete them first, or use another workspace.',
  );

/** Fails with `workspace_has_files` where files of a workspace answer or are being read. */
export async function refuseFiles(
  db: Kysely<StoreSchema>,
  { workspaceId }: DatabaseScope,
): Promise<void> {
  if (workspaceId === null) return;
  const file = await livingFiles(db, workspaceId).select('files.id').limit(1).executeTakeFirst();
  if (file) throw hasFiles();
}

/**
 * Stores a connection that was tried, and begins its discovery. The same data under another password keeps answering
 * meanwhile; other data (`replaced` is the id that went) is not shown before it is discovered.
 */
export async function storeConnection(
  trx: Transaction<StoreSchema>,
  deps: { readonly box: SecretBox; readonly enqueue: Enqueue },
  request: StoreRequest,
): Promise<StoredConnection> {
  const { scope, parts, at } = request;
  await claimWorkspace(trx, scope, at);
  const before = await trx
    .selectFrom('databases')
    .selectAll()
    .where('scope_id', '=', scopeIdOf(scope))
    .executeTakeFirst();
  const kept = before && isSameData(before, parts) ? before : null;
  const id = kept?.id ?? newId('db');
  const change = {
    ...columnsOf(request),
    ...beginDiscovery(at),
    updated_at: revisionAfter(kept, at),
  };
  const secret = deps.box.seal(parts.password, id);
  let closed: readonly string[] = [];
  if (before && !kept) {
    await trx.deleteFrom('databases').where('id', '=', before.id).execute();
    closed = await revokeResults(trx, before.client_id, before.workspace_id);
  }
  const row = kept
    ? await trx
        .updateTable('databases')
        .set({ ...change, secret })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('databases')
        .values({ ...emptyDatabase(scope, at), ...change, id, secret })
        .returningAll()
        .executeTakeFirstOrThrow();
  await deps.enqueue(trx, jobOf(id, row.discovery, scope.workspaceId));
  return { row, replaced: kept ? null : (before?.id ?? null), closed };
}

/**
 * Makes the workspace one that reads a database; the look at its files is repeated where nobody comes in between. Two
 * that connect at once follow each other, by the row of the workspace or of the tenant.
 */
async function claimWorkspace(
  trx: Transaction<StoreSchema>,
  scope: DatabaseScope,
  at: string,
): Promise<void> {
  if (scope.workspaceId === null) {
    await trx
      .updateTable('tenants')
      .set((e) => ({ name: e.ref('name') }))
      .where('id', '=', scope.clientId)
      .execute();
    return;
  }
  const claimed = await trx
    .updateTable('workspaces')
    .set({ source: 'database', schema_updated_at: at })
    .where('id', '=', scope.workspaceId)
    .where('source', '!=', 'files')
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) throw hasFiles();
  await refuseFiles(trx, scope);
}

function isSameData(row: DatabaseRow, parts: ConnectionParts): boolean {
  return (
    row.type === parts.type &&
    row.host.toLowerCase() === parts.host.toLowerCase() &&
    row.port === parts.port &&
    row.database_name === parts.database &&
    // Another user may see less.
    row.user_name === parts.user &&
    row.schemas === (parts.schemas && JSON.stringify(parts.schemas)) &&
    row.tables === JSON.stringify(parts.tables)
  );
}

/** Connections are opened anew when it changes, also within a millisecond. */
function revisionAfter(before: DatabaseRow | null, at: string): string {
  return before?.updated_at.startsWith(at) ? `${before.updated_at}+` : at;
}

function columnsOf({ parts, probed }: StoreRequest) {
  return {
    type: parts.type,
    host: parts.host,
    address: probed.address,
    port: parts.port,
    database_name: parts.database,
    user_name: parts.user,
    ssl: JSON.stringify(parts.ssl),
    schemas: parts.schemas && JSON.stringify(parts.schemas),
    tables: JSON.stringify(parts.tables),
    server_version: probed.serverVersion,
    read_only: Number(probed.readOnly),
    warnings: JSON.stringify(probed.warnings),
  };
}

const emptyDatabase = (scope: DatabaseScope, at: string) => ({
  client_id: scope.clientId,
  workspace_id: scope.workspaceId,
  scope_id: scopeIdOf(scope),
  generation_id: null,
  table_count: 0,
  discovered_at: null,
  enrichment_completed_at: null,
  suggestions: '[]',
  left_out: '[]',
  created_at: at,
});
