import { AppError } from '#src/errors.ts';
import { onlyFailedFile } from './living-files.ts';
import type { SchemaStatusRow, Store } from './schema.ts';
import { type ShownWorkspace, shownWorkspace, shownWorkspacesOf } from './shown-workspaces.ts';

const NO_WORKSPACE: SchemaStatusRow = {
  status: 'not_started',
  table_count: 0,
  discovered_at: null,
  enrichment_completed_at: null,
  updated_at: null,
};

/** What a workspace shows whose files all failed. */
const NOTHING_READ = {
  status: 'failed',
  table_count: 0,
  discovered_at: null,
  enrichment_completed_at: null,
} as const;

type Reads = {
  schemaStatus(workspaceId: string): Promise<SchemaStatusRow>;
  /** The status of a tenant, for one who reaches these of its workspaces. */
  tenantStatus(clientId: string, workspaceIds: readonly string[]): Promise<SchemaStatusRow>;
  suggestions(workspaceId: string): Promise<readonly string[]>;
};

/** What routes read of a workspace's discovery: its status and its starter questions. */
export function createSchemaReads(store: Store): Reads {
  const read = async (workspaceId: string): Promise<ShownWorkspace> => {
    const found = await shownWorkspace(store, workspaceId);
    if (!found)
      throw new AppError(
        'workspace_not_found',
        `Workspace ${workspaceId} doesn't exist. Check its ID.`,
      );
    return found;
  };
  return {
    schemaStatus: async (workspaceId) => statusOf(store, await read(workspaceId)),

    async tenantStatus(clientId, workspaceIds) {
      const all = await shownWorkspacesOf(store, clientId);
      const reached = all.filter(({ id }) => workspaceIds.includes(id));
      const ofTenant = await store
        .selectFrom('databases')
        .selectAll()
        .where('scope_id', '=', clientId)
        .executeTakeFirst();
      const isShown = reached.some(({ database_id }) => database_id === ofTenant?.id);
      if (ofTenant && (isShown || reached.length === all.length))
        return statusRow(ofTenant, ofTenant.table_count, ofTenant.schema_error);
      const workspace =
        reached.find(({ generation_id }) => generation_id !== null) ??
        reached.find(({ schema_status }) => isComing(schema_status)) ??
        reached[0];
      return workspace ? statusOf(store, workspace) : NO_WORKSPACE;
    },

    async suggestions(workspaceId) {
      return JSON.parse((await read(workspaceId)).suggestions) as string[];
    },
  };
}

const isComing = (status: SchemaStatusRow['status']) =>
  status === 'discovering' || status === 'enriching';

async function statusOf(store: Store, workspace: ShownWorkspace): Promise<SchemaStatusRow> {
  const failed =
    workspace.schema_status === 'not_started' ? await onlyFailedFile(store, workspace.id) : null;
  if (failed)
    return {
      ...NOTHING_READ,
      updated_at: failed.created_at,
      // The reason may quote cells, which not every caller sees.
      error: `The file "${failed.filename}" couldn't be imported. GET /clients/{client_id}/workspaces/{workspace_id}/files has the reason. Fix the file and upload it again, or connect a database.`,
    };
  const tables = workspace.database_tables ?? (await countTables(store, workspace.id));
  return statusRow(workspace, tables, workspace.schema_error);
}

const statusRow = (
  row: Pick<
    ShownWorkspace,
    'schema_status' | 'discovered_at' | 'enrichment_completed_at' | 'schema_updated_at'
  >,
  tables: number,
  error: string | null,
): SchemaStatusRow => ({
  status: row.schema_status,
  table_count: tables,
  discovered_at: row.discovered_at,
  enrichment_completed_at: row.enrichment_completed_at,
  updated_at: row.schema_updated_at,
  ...(error === null ? {} : { error }),
});

async function countTables(store: Store, workspaceId: string): Promise<number> {
  const { count } = await store
    .selectFrom('tables')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
