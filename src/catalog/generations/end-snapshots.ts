import type { Transaction } from 'kysely';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** A column that a public snapshot was computed from; `column` null: the table as a whole. */
export interface SharedRead {
  readonly table: string;
  readonly column: string | null;
  /** The column was sensitive already, and the guard let it be counted. */
  readonly isOnlyCounted?: true;
}

/** Whether a catalog still shows all that a snapshot was computed from. */
export const showsAll = (catalog: Catalog, reads: readonly SharedRead[]): boolean =>
  reads.every((read) => {
    const table = tableIn(catalog, read);
    if (read.column === null) return table !== undefined;
    const column = columnIn(table, read);
    return column && !column.hidden && (!column.sensitive || read.isOnlyCounted);
  });

export const tableIn = (catalog: Catalog, { table }: Pick<SharedRead, 'table'>) =>
  catalog.tables.find(({ name }) => same(name, table));

export const columnIn = (table: CatalogTable | undefined, { column }: SharedRead) =>
  column === null ? undefined : table?.columns.find(({ name }) => same(name, column));

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Ends the public snapshots of what a new generation no longer shows, in the transaction that shows it: what was hidden
 * once stays so for them, also when it is shown again before anybody opens the link.
 */
export async function endSnapshots(
  trx: Transaction<StoreSchema>,
  owner: { readonly workspaceId: string } | { readonly databaseId: string },
  made: Catalog,
): Promise<void> {
  const all = trx.selectFrom('snapshots').select(['id', 'reads']);
  const shared = await ('databaseId' in owner
    ? all.where('database_id', '=', owner.databaseId)
    : all.where('workspace_id', '=', owner.workspaceId).where('database_id', 'is', null)
  ).execute();
  const ended = shared.filter(({ reads }) => !showsAll(made, JSON.parse(reads) as SharedRead[]));
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await trx.deleteFrom('snapshots').where('id', 'in', ids).execute();
}
