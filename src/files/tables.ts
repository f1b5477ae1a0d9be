import type { Kysely } from 'kysely';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { StoreSchema } from '#src/store/schema.ts';
import type { ParsedTable } from '#workers/protocol.ts';

/** Where the tables of one file version belong. */
export interface TablesOwner {
  readonly workspaceId: string;
  readonly fileId: number;
  readonly versionId: string;
}

/** Fails with `table_name_collision` where another file of the workspace owns one of the names. */
export async function refuseCollisions(
  db: Kysely<StoreSchema>,
  owner: Pick<TablesOwner, 'workspaceId'> & { readonly fileId: number | null },
  names: readonly string[],
): Promise<void> {
  const taken = await db
    .selectFrom('tables')
    .innerJoin('files', 'files.id', 'tables.file_id')
    .select(['tables.table_name', 'files.filename'])
    .where('tables.workspace_id', '=', owner.workspaceId)
    .where('tables.file_id', '!=', owner.fileId ?? -1)
    .where(
      'tables.table_key',
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .orderBy('tables.table_name')
    .execute();
  if (taken.length === 0) return;
  const collisions = taken.map(({ table_name, filename }) => ({ table_name, owned_by: filename }));
  const message = `${collisions
    .map(({ table_name, owned_by }) => `Table "${table_name}" already belongs to "${owned_by}"`)
    .join('; ')}. Rename it with the form field "mapping", or delete that file first.`;
  throw new AppError('table_name_collision', message, {
    detail: { error: 'table_name_collision', message, collisions },
  });
}

/** Puts the tables of a version in the place of those that its file had. */
export async function replaceTables(
  trx: Kysely<StoreSchema>,
  owner: TablesOwner,
  tables: readonly ParsedTable[],
): Promise<void> {
  await trx.deleteFrom('tables').where('file_id', '=', owner.fileId).execute();
  await refuseCollisions(
    trx,
    owner,
    tables.map((table) => table.tableName),
  );
  const rows = tables.map((table, position) => ({
    id: newId('tbl'),
    workspace_id: owner.workspaceId,
    file_id: owner.fileId,
    version_id: owner.versionId,
    table_name: table.tableName,
    table_key: table.tableName.toLowerCase(),
    sheet_name: table.sheetName,
    row_count: table.rowCount,
    column_count: table.columns.length,
    position,
  }));
  await trx.insertInto('tables').values(rows).execute();
}

/** Fails where the rows of all tables of the workspace would be more than the plan allows. */
export async function refuseTooManyRows(
  db: Kysely<StoreSchema>,
  owner: Pick<TablesOwner, 'workspaceId' | 'fileId'>,
  added: number,
  maxRows: number | null,
): Promise<void> {
  if (maxRows === null) return;
  const row = await db
    .selectFrom('tables')
    .select((e) => e.fn.sum<number | null>('row_count').as('rows'))
    .where('workspace_id', '=', owner.workspaceId)
    .where('file_id', '!=', owner.fileId)
    .executeTakeFirst();
  const total = Number(row?.rows ?? 0) + added;
  if (total > maxRows)
    throw new AppError(
      'unprocessable',
      `The workspace would have ${total} rows, but the plan allows ${maxRows}. Delete a file first, or upload less.`,
    );
}
