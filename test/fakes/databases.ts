import type { DatabaseRecord, DatabasesService } from '#src/databases/types.ts';

const ABOUT = {
  type: 'postgres',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  user: 'ann',
};

/** Connected databases that are always there. */
export function createFakeDatabases(): DatabasesService {
  const record = (clientId: string, workspaceId: string | null): DatabaseRecord => ({
    client_id: clientId,
    workspace_id: workspaceId,
    ...ABOUT,
    schema_status: 'discovering',
    read_only: true,
    warnings: [],
  });
  return {
    connect: async ({ clientId, workspaceId }) => record(clientId, workspaceId),
    show: async ({ clientId, workspaceId }) => ({
      ...record(clientId, workspaceId),
      server_version: 'PostgreSQL 15',
      ssl_mode: 'prefer',
      schemas: null,
      tables: { include: null, exclude: [] },
      created_at: '2026-11-01T00:00:00.000',
    }),
    disconnect: async () => ({ deleted: 'shop' }),
    test: async () => ({
      ok: true,
      ...ABOUT,
      server_version: 'PostgreSQL 15',
      read_only: true,
      warnings: [],
      tls: null,
    }),
    refresh: async () => ({
      status: 'discovering',
      table_count: 1,
      discovered_at: '2026-11-01T00:00:00.000',
      enrichment_completed_at: null,
      updated_at: '2026-11-01T00:00:00.000',
    }),
  };
}
