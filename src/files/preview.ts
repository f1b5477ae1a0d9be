import type { PinnedGeneration } from '#src/catalog/generations/generations.ts';
import { AppError } from '#src/errors.ts';
import type { FilePreview, WorkspaceAddress } from '#src/files/types.ts';
import type { Catalog, CatalogTable, CellValue } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { RowPolicy } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';

export interface PreviewDeps {
  readonly store: Store;
  readonly pin: (workspaceId: string) => Promise<PinnedGeneration | null>;
  /** Runs a query through the guard and on the engine, under the rows that the caller may see. */
  readonly readRows: (request: {
    readonly catalog: Catalog;
    readonly policy: RowPolicy;
    readonly query: SelectQuery;
    readonly maxRows: number;
    readonly signal: AbortSignal;
  }) => Promise<readonly (readonly CellValue[])[]>;
}

/** Gives the first rows of a file's tables, as questions see them: without hidden and sensitive columns. */
export function createPreview(deps: PreviewDeps): (
  address: WorkspaceAddress,
  request: {
    readonly fileId: number;
    /** Null: the file's first table. */
    readonly table: string | null;
    readonly limit: number;
  },
  signal: AbortSignal,
) => Promise<FilePreview> {
  return async (address, { fileId, table, limit }, signal) => {
    const wanted = await findTable(deps.store, address.workspaceId, fileId, table);
    const pinned = await deps.pin(address.workspaceId);
    try {
      const shown = pinned?.catalog.tables.find(({ name }) => name === wanted);
      if (!pinned || !shown) throw noTable();
      const columns = shown.columns.filter(({ hidden, sensitive }) => !hidden && !sensitive);
      const rows = await deps.readRows({
        catalog: pinned.catalog,
        policy: address.principal.policy,
        query: firstRows(
          shown,
          columns.map(({ name }) => name),
          limit,
        ),
        maxRows: limit,
        signal,
      });
      return { table_name: shown.name, columns: columns.map(({ name }) => name), rows };
    } finally {
      pinned?.release();
    }
  };
}

const noTable = () =>
  new AppError(
    'file_not_found',
    "The file doesn't have this table, or the table isn't ready yet. Check the table name and the file's status.",
  );

async function findTable(
  store: Store,
  workspaceId: string,
  fileId: number,
  table: string | null,
): Promise<string> {
  const rows = await store
    .selectFrom('tables')
    .select(['table_name', 'table_key'])
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', fileId)
    .orderBy('position')
    .execute();
  const found =
    table === null ? rows[0] : rows.find((row) => row.table_key === table.toLowerCase());
  if (!found) throw noTable();
  return found.table_name;
}

function firstRows(table: CatalogTable, columns: readonly string[], limit: number): SelectQuery {
  return {
    kind: 'select',
    from: { table: table.name, alias: 't' },
    joins: [],
    where: [],
    groupBy: [],
    having: [],
    select: columns.map((column) => ({ expr: { kind: 'column', alias: 't', column }, as: column })),
    distinct: false,
    orderBy: [],
    limit: { count: limit, withTies: false },
  };
}
