import type { Transaction } from 'kysely';
import { type RepublishDeps, republish } from '#src/catalog/generations/republish.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SchemaOverrideRow, StoreSchema } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';

/** What is changed of a table or column: absent stays, null goes back to what discovery found. */
export interface SchemaEdit {
  readonly description?: string | null | undefined;
  readonly synonyms?: readonly string[] | null | undefined;
  readonly hidden?: boolean | null | undefined;
  readonly sensitive?: boolean | null | undefined;
}

/** A table or column as it is after a change. */
interface EditedSchema {
  readonly table_name: string;
  readonly column_name?: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  readonly hidden: boolean;
  readonly sensitive: boolean;
}

export interface EditTarget {
  readonly workspaceId: string;
  readonly table: string;
  /** Null: the table itself. */
  readonly column: string | null;
  /** Whether the caller may change what other workspaces of the tenant see too. */
  readonly reachesTenant: boolean;
}

export type EditSchema = (
  target: EditTarget,
  edit: SchemaEdit,
  settle?: Settle<EditedSchema>,
) => Promise<EditedSchema>;

/**
 * Changes what is said of a table or column, for questions that are asked from now on. What was measured of a column
 * that becomes hidden or sensitive goes with it, and so do the results that were kept. Fails with `no_data`,
 * `not_found` (no such table or column), `forbidden`, and `conflict`.
 */
export function createSchemaEdits(deps: RepublishDeps): EditSchema {
  return (target, edit, settle) =>
    republish(deps, target, {
      closes: edit.hidden === true || edit.sensitive === true,
      find: (discovered) => find(discovered, target),
      save: (trx, { scopeId, clientId }, { table, column }, at) =>
        save(trx, { scopeId, clientId, table: table.name, column: column?.name ?? null, at }, edit),
      result: (made, { table, column }) => asShown(made, table, column),
      settle,
    });
}

function find(
  catalog: Catalog,
  { table: tableName, column: columnName }: EditTarget,
): { readonly table: CatalogTable; readonly column: CatalogColumn | null } {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const table = catalog.tables.find(({ name }) => same(name, tableName));
  if (!table)
    throw new AppError('not_found', `Table "${tableName}" doesn't exist. Check its name.`);
  if (columnName === null) return { table, column: null };
  const column = table.columns.find(({ name }) => same(name, columnName));
  if (!column)
    throw new AppError(
      'not_found',
      `Table "${table.name}" has no column "${columnName}". Check its name.`,
    );
  return { table, column };
}

async function save(
  trx: Transaction<StoreSchema>,
  about: {
    readonly scopeId: string;
    readonly clientId: string;
    readonly table: string;
    readonly column: string | null;
    readonly at: string;
  },
  edit: SchemaEdit,
): Promise<void> {
  const change: Partial<SchemaOverrideRow> = {
    ...(edit.description === undefined ? {} : { description: edit.description }),
    ...(edit.synonyms === undefined
      ? {}
      : { synonyms: edit.synonyms === null ? null : JSON.stringify(edit.synonyms) }),
    ...(edit.hidden === undefined ? {} : { hidden: flag(edit.hidden) }),
    ...(edit.sensitive === undefined ? {} : { sensitive: flag(edit.sensitive) }),
    updated_at: about.at,
  };
  const nothing = { description: null, synonyms: null, hidden: null, sensitive: null };
  await trx
    .insertInto('schema_overrides')
    .values({
      id: newId('ovr'),
      scope_id: about.scopeId,
      client_id: about.clientId,
      table_key: about.table.toLowerCase(),
      column_key: about.column?.toLowerCase() ?? '',
      ...nothing,
      ...change,
      updated_at: about.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['scope_id', 'table_key', 'column_key']).doUpdateSet(change),
    )
    .execute();
}

const flag = (value: boolean | null) => (value === null ? null : Number(value));

function asShown(made: Catalog, table: CatalogTable, column: CatalogColumn | null): EditedSchema {
  const shown = made.tables.find(({ name }) => name === table.name);
  const { description, synonyms } = shown ?? table;
  if (column === null)
    return {
      table_name: table.name,
      description,
      synonyms,
      hidden: shown === undefined,
      sensitive: shown?.columns.every(({ sensitive }) => sensitive) ?? true,
    };
  const now = shown?.columns.find(({ name }) => name === column.name) ?? column;
  return {
    table_name: table.name,
    column_name: column.name,
    description: now.description,
    synonyms: now.synonyms,
    hidden: now.hidden || shown === undefined,
    sensitive: now.sensitive,
  };
}
