import type { Transaction } from 'kysely';
import { readCatalog } from '#src/catalog/generations/catalogs.ts';
import type { EnqueueEnrichment } from '#src/catalog/generations/enrich.ts';
import { writeGeneration } from '#src/catalog/generations/write.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { SchemaOverrideRow, Store, StoreSchema } from '#src/store/schema.ts';
import { type ShownWorkspace, shownWorkspace } from '#src/store/shown-workspaces.ts';

/** What is changed of a table or column: absent stays, null goes back to what discovery found. */
export interface SchemaEdit {
  readonly description?: string | null | undefined;
  readonly synonyms?: readonly string[] | null | undefined;
  readonly hidden?: boolean | null | undefined;
  readonly sensitive?: boolean | null | undefined;
}

/** A table or column as it is after a change. */
export interface EditedSchema {
  readonly table_name: string;
  readonly column_name?: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  readonly hidden: boolean;
  readonly sensitive: boolean;
}

export interface SchemaEditsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly enqueueEnrichment: EnqueueEnrichment;
  /** Removes what no generation in use names. */
  readonly sweep: (owner: string) => Promise<void>;
}

export interface EditTarget {
  readonly workspaceId: string;
  readonly table: string;
  /** Null: the table itself. */
  readonly column: string | null;
  /** Whether the caller may change what other workspaces of the tenant see too. */
  readonly reachesTenant: boolean;
}

export type EditSchema = (target: EditTarget, edit: SchemaEdit) => Promise<EditedSchema>;

/** Attempts against others that publish to the same workspace. */
const MAX_ATTEMPTS = 5;

/**
 * Changes what is said of a table or column, for questions that are asked from now on. What was measured of a column
 * that becomes hidden or sensitive goes with it, and so do the results that were kept. Fails with `no_data`,
 * `not_found` (no such table or column), `forbidden`, and `conflict`.
 */
export function createSchemaEdits(deps: SchemaEditsDeps): EditSchema {
  return async (target, edit) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const shown = await shownWorkspace(deps.store, target.workspaceId);
      if (!shown?.generation_id)
        throw new AppError('no_data', 'There are no tables yet that could be described.');
      const edited = await deps.store
        .transaction()
        .execute((trx) => editIn(trx, deps, shown, target, edit));
      if (edited === 'outdated') continue;
      await deps.sweep(shown.database_id ?? shown.id);
      return edited;
    }
    throw new AppError('conflict', 'The tables kept changing meanwhile. Try again in a moment.');
  };
}

async function editIn(
  trx: Transaction<StoreSchema>,
  deps: SchemaEditsDeps,
  shown: ShownWorkspace,
  target: EditTarget,
  edit: SchemaEdit,
): Promise<EditedSchema | 'outdated'> {
  const before = await readCatalog(trx, shown.generation_id!, deps.dataDir, 'discovered');
  if (!before) return 'outdated';
  const { table, column } = find(before, target);
  const scope = await scopeOf(trx, shown, target);
  const at = timestamp(deps.clock.now());
  const discovered = { ...before, generationId: newId('gen') };
  const closes = edit.hidden === true || edit.sensitive === true;
  const moved = await trx
    .updateTable(shown.database_id === null ? 'workspaces' : 'databases')
    .set({
      generation_id: discovered.generationId,
      schema_updated_at: at,
      // Starter questions name values.
      ...(closes ? { suggestions: '[]' } : {}),
    })
    .where('id', '=', shown.database_id ?? shown.id)
    .where('generation_id', '=', shown.generation_id)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return 'outdated';
  await save(trx, { ...scope, table: table.name, column: column?.name ?? null, at }, edit);
  const owner =
    shown.database_id === null ? { workspaceId: shown.id } : { databaseId: shown.database_id };
  const { dataDir } = deps;
  const { scopeId } = scope;
  const made = await writeGeneration(trx, { discovered, owner, scopeId, dataDir, at });
  if (closes) await revokeResults(trx, shown);
  await deps.enqueueEnrichment(trx, discovered.generationId, scope.workspaceId);
  return asShown(made, table, column);
}

function find(
  catalog: Catalog,
  { table: tableName, column: columnName }: EditTarget,
): { readonly table: CatalogTable; readonly column: CatalogColumn | null } {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const table = catalog.tables.find(({ name }) => same(name, tableName));
  if (!table) throw new AppError('not_found', `There is no table "${tableName}" here.`);
  if (columnName === null) return { table, column: null };
  const column = table.columns.find(({ name }) => same(name, columnName));
  if (!column)
    throw new AppError('not_found', `There is no column "${columnName}" in "${table.name}".`);
  return { table, column };
}

interface Scope {
  readonly scopeId: string;
  readonly clientId: string;
  /** Null: all workspaces of the tenant. */
  readonly workspaceId: string | null;
}

async function scopeOf(
  trx: Transaction<StoreSchema>,
  shown: ShownWorkspace,
  { reachesTenant }: EditTarget,
): Promise<Scope> {
  const own = { scopeId: shown.id, clientId: shown.client_id, workspaceId: shown.id };
  if (shown.database_id === null) return own;
  const database = await trx
    .selectFrom('databases')
    .select('workspace_id')
    .where('id', '=', shown.database_id)
    .executeTakeFirst();
  if (database?.workspace_id === shown.id) return own;
  if (!reachesTenant)
    throw new AppError(
      'forbidden',
      'This database serves all workspaces of the tenant: change its tables with a key of the whole tenant.',
    );
  return { scopeId: shown.client_id, clientId: shown.client_id, workspaceId: null };
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

/** Kept results hold the values of columns as they were open. */
async function revokeResults(
  trx: Transaction<StoreSchema>,
  { id, client_id, database_id }: ShownWorkspace,
): Promise<void> {
  let results = trx.deleteFrom('results').where('client_id', '=', client_id);
  const own = await trx
    .selectFrom('databases')
    .select('workspace_id')
    .where('id', '=', database_id ?? '')
    .executeTakeFirst();
  const isOfTenant = own?.workspace_id === null;
  results = results.where('workspace_id', 'in', (e) => {
    const workspaces = e.selectFrom('workspaces').select('workspaces.id');
    return isOfTenant
      ? workspaces.where('client_id', '=', client_id).where('source', '=', 'none')
      : workspaces.where('id', '=', id);
  });
  await results.execute();
}

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
