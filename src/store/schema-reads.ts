import { AppError } from '#src/errors.ts';
import type { SchemaStatusRow, Store } from './schema.ts';

/** What routes read of a workspace's discovery: its status and its starter questions. */
export function createSchemaReads(store: Store): {
  schemaStatus(workspaceId: string): Promise<SchemaStatusRow>;
  suggestions(workspaceId: string): Promise<readonly string[]>;
} {
  const row = async (workspaceId: string) => {
    const found = await store
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    if (!found) throw new AppError('workspace_not_found', `There is no workspace ${workspaceId}.`);
    return found;
  };
  return {
    async schemaStatus(workspaceId) {
      const workspace = await row(workspaceId);
      const { count } = await store
        .selectFrom('tables')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return {
        status: workspace.schema_status,
        table_count: Number(count),
        discovered_at: workspace.discovered_at,
        enrichment_completed_at: workspace.enrichment_completed_at,
        updated_at: workspace.schema_updated_at,
      };
    },
    async suggestions(workspaceId) {
      return JSON.parse((await row(workspaceId)).suggestions) as string[];
    },
  };
}
