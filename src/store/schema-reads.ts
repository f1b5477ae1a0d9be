import { AppError } from '#src/errors.ts';
import { onlyFailedFile } from './living-files.ts';
import type { SchemaStatusRow, Store } from './schema.ts';
import { type ShownWorkspace, shownWorkspace } from './shown-workspaces.ts';

/** What a workspace shows whose files all failed. */
const NOTHING_READ = {
  status: 'failed',
  table_count: 0,
  discovered_at: null,
  enrichment_completed_at: null,
} as const;

/** What routes read of a workspace's discovery: its status and its starter questions. */
export function createSchemaReads(store: Store): {
  schemaStatus(workspaceId: string): Promise<SchemaStatusRow>;
  suggestions(workspaceId: string): Promise<readonly string[]>;
} {
  const read = async (workspaceId: string): Promise<ShownWorkspace> => {
    const found = await shownWorkspace(store, workspaceId);
    if (!found) throw new AppError('workspace_not_found', `There is no workspace ${workspaceId}.`);
    return found;
  };
  const countTables = async (workspaceId: string): Promise<number> => {
    const { count } = await store
      .selectFrom('tables')
      .select((select) => select.fn.countAll<number | string>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return {
    async schemaStatus(workspaceId) {
      const workspace = await read(workspaceId);
      const failed =
        workspace.schema_status === 'not_started' ? await onlyFailedFile(store, workspaceId) : null;
      if (failed)
        return {
          ...NOTHING_READ,
          updated_at: failed.created_at,
          // The reason may quote cells, which not every caller sees.
          error: `The file "${failed.filename}" could not be read. GET /clients/{client_id}/workspaces/{workspace_id}/files says why; mend it and upload it again, or connect a database.`,
        };
      return {
        status: workspace.schema_status,
        table_count: workspace.database_tables ?? (await countTables(workspaceId)),
        discovered_at: workspace.discovered_at,
        enrichment_completed_at: workspace.enrichment_completed_at,
        updated_at: workspace.schema_updated_at,
        ...(workspace.schema_error === null ? {} : { error: workspace.schema_error }),
      };
    },
    async suggestions(workspaceId) {
      return JSON.parse((await read(workspaceId)).suggestions) as string[];
    },
  };
}
