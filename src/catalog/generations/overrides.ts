import type { Kysely } from 'kysely';
import {
  type Closed,
  columnKey,
  readKey,
  viewClosure,
} from '#src/catalog/generations/closed-views.ts';
import { isSecretName } from '#src/catalog/secret-columns.ts';
import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  ColumnSet,
  ReadColumn,
} from '#src/plugin-api/catalog.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** What people said of a table or column in the place of what discovery found; null: nothing. */
export interface SchemaOverride {
  /** Lower case. */
  readonly table: string;
  /** Lower case; null: of the table itself. */
  readonly column: string | null;
  readonly description: string | null;
  readonly synonyms: readonly string[] | null;
  readonly hidden: boolean | null;
  readonly sensitive: boolean | null;
}

/** What was said within a scope: a workspace, or a tenant for the database of all its workspaces. */
export async function readOverrides(
  db: Kysely<StoreSchema>,
  scopeId: string,
): Promise<SchemaOverride[]> {
  const rows = await db
    .selectFrom('schema_overrides')
    .selectAll()
    .where('scope_id', '=', scopeId)
    .orderBy('table_key')
    .orderBy('column_key')
    .execute();
  return rows.map((row) => ({
    table: row.table_key,
    column: row.column_key || null,
    description: row.description,
    synonyms: row.synonyms === null ? null : (JSON.parse(row.synonyms) as string[]),
    hidden: row.hidden === null ? null : row.hidden === 1,
    sensitive: row.sensitive === null ? null : row.sensitive === 1,
  }));
}

type Find = (table: NamedTable, column: string | null) => SchemaOverride | undefined;
type NamedTable = Pick<CatalogTable, 'name' | 'physical'>;

/**
 * By the name in the catalog. What closes a table or column is also found by the names that the table has where no
 * other of its name is there, or where one is: it stays closed when such a one comes or goes.
 */
function finder(overrides: readonly SchemaOverride[]): Find {
  const byName = new Map(overrides.map((one) => [JSON.stringify([one.table, one.column]), one]));
  const find = (table: string, column: string | null) =>
    byName.get(JSON.stringify([table.toLowerCase(), column?.toLowerCase() ?? null]));
  return ({ name, physical: { schema, table } }, column) => {
    const own = find(name, column);
    const others = [find(table, column), find(`${schema}_${table}`, column)];
    const closed = (what: 'hidden' | 'sensitive') =>
      own?.[what] ?? (others.some((other) => other?.[what]) ? true : null);
    const [hidden, sensitive] = [closed('hidden'), closed('sensitive')];
    if (!own && hidden === null && sensitive === null) return undefined;
    const { description = null, synonyms = null } = own ?? {};
    return { table: name, column, description, synonyms, hidden, sensitive };
  };
}

/** Whether people said that a column may be seen, which opens one that discovery closed, too. */
const isOpened = (own: SchemaOverride | undefined): boolean =>
  own?.hidden !== true && (own?.sensitive ?? own?.hidden) === false;

/** Whether people said that a column is sensitive, or that it is not; null: neither. A hidden one counts as sensitive. */
export type Marked = (table: NamedTable, column: string) => boolean | null;

export function markedSensitive(overrides: readonly SchemaOverride[]): Marked {
  const find = finder(overrides);
  return (table, column) => {
    const [own, all] = [find(table, column), find(table, null)];
    if (own?.hidden || all?.hidden) return true;
    if (own?.sensitive !== null && own?.sensitive !== undefined) return own.sensitive;
    if (all?.sensitive) return true;
    return isOpened(own) ? false : null;
  };
}

/** Those marks, and of the columns of views also what is marked of the columns behind them. */
export function markedThroughViews(
  marked: Marked,
  tables: readonly (NamedTable & Pick<CatalogTable, 'reads'>)[],
): Marked {
  const names = new Map(tables.map((table) => [columnKey(table.physical, ''), table]));
  const closed = (read: ReadColumn): Closed => {
    const table = names.get(readKey({ ...read, column: '' }));
    const said = table ? marked(table, read.column) : null;
    return (said ?? isSecretName(read.column)) ? 'hidden' : null;
  };
  const closures = new Map(
    tables
      .filter(({ reads }) => reads)
      .map((table) => [columnKey(table.physical, ''), viewClosure(table, closed)]),
  );
  return (table, column) => {
    const own = marked(table, column);
    const closure = closures.get(columnKey(table.physical, ''));
    if (own !== null || !closure) return own;
    return closure.whole !== null || closure.column(column) !== null ? true : null;
  };
}

/**
 * The catalog that people made of the discovered one. Hidden tables are gone; hidden and sensitive columns have no
 * profile and are in no relationship.
 */
export function applyOverrides(discovered: Catalog, overrides: readonly SchemaOverride[]): Catalog {
  const find = finder(overrides);
  const made = discovered.tables.map((table) => applyToTable(table, find));
  const closed = closedColumns(made, find);
  const tables = made
    .map((table) => (table.reads ? closeView(table, find, closed) : table))
    .filter((table): table is CatalogTable => table !== null && !find(table, null)?.hidden);
  const isOpen = ({ table, columns }: ColumnSet) => {
    const found = tables.find(({ name }) => name === table);
    return columns.every((name) => {
      const column = found?.columns.find((each) => each.name === name);
      return column !== undefined && !column.hidden && !column.sensitive;
    });
  };
  return {
    ...discovered,
    tables,
    relationships: discovered.relationships.filter(({ from, to }) => isOpen(from) && isOpen(to)),
  };
}

/** How the columns of all tables are closed: those of hidden tables, too, which views could show. */
function closedColumns(tables: readonly CatalogTable[], find: Find): (read: ReadColumn) => Closed {
  const known = new Map<string, Closed>();
  for (const table of tables) {
    const isTableHidden = find(table, null)?.hidden === true;
    for (const { name, hidden, sensitive } of table.columns) {
      const key = columnKey(table.physical, name);
      const open = known.get(key) ?? null;
      known.set(key, hidden || isTableHidden ? 'hidden' : sensitive ? 'sensitive' : open);
    }
  }
  // A column of a table that is not shown can still be told by its name.
  return (read) => {
    const found = known.get(readKey(read));
    return found === undefined && isSecretName(read.column) ? 'hidden' : (found ?? null);
  };
}

/** A view without what it shows of closed columns; null where nothing of it may be read. What people said of it goes first. */
function closeView(
  view: CatalogTable,
  find: Find,
  closed: (read: ReadColumn) => Closed,
): CatalogTable | null {
  const closure = viewClosure(view, closed);
  const all = find(view, null);
  if (closure.whole === 'hidden' && all?.hidden !== false) return null;
  if (closure.whole === 'sensitive' && all?.sensitive !== false) return null;
  const columns = view.columns.map((column): CatalogColumn => {
    const how = closure.column(column.name);
    const own = find(view, column.name);
    const isOpen = isOpened(own) || (own?.hidden ?? all?.hidden) === false;
    const hidden = column.hidden || (how === 'hidden' && !isOpen);
    const sensitive =
      column.sensitive || (how === 'sensitive' && (own?.sensitive ?? all?.sensitive) !== false);
    return { ...column, hidden, sensitive, profile: hidden || sensitive ? null : column.profile };
  });
  return columns.every(({ hidden }) => hidden) ? null : { ...view, columns };
}

/** The discovered catalog without what was measured of columns that are closed now. */
export function withoutClosedProfiles(discovered: Catalog, made: Catalog): Catalog {
  return {
    ...discovered,
    tables: discovered.tables.map((table) => {
      const shown = made.tables.find(({ name }) => name === table.name);
      const isClosed = ({ name }: CatalogColumn) =>
        shown?.columns.find((column) => column.name === name)?.profile === null;
      const columns = table.columns.map((column) =>
        shown === undefined || isClosed(column) ? { ...column, profile: null } : column,
      );
      return { ...table, columns };
    }),
  };
}

function applyToTable(table: CatalogTable, find: Find): CatalogTable {
  const said = find(table, null);
  const columns = table.columns.map((column) =>
    applyToColumn(column, find(table, column.name), said?.sensitive === true),
  );
  const hidden = new Set(columns.filter((column) => column.hidden).map(({ name }) => name));
  return {
    ...table,
    ...described(table, said),
    columns,
    primaryKey: table.primaryKey?.some((name) => hidden.has(name)) ? null : table.primaryKey,
  };
}

function applyToColumn(
  column: CatalogColumn,
  said: SchemaOverride | undefined,
  tableIsSensitive: boolean,
): CatalogColumn {
  const hidden = said?.hidden ?? (isOpened(said) ? false : column.hidden);
  const sensitive = said?.sensitive ?? (tableIsSensitive || column.sensitive);
  return {
    ...column,
    ...described(column, said),
    hidden,
    sensitive,
    profile: hidden || sensitive ? null : column.profile,
  };
}

/** An empty description takes away the one that was found. */
function described(
  found: Pick<CatalogColumn, 'description' | 'synonyms'>,
  said: SchemaOverride | undefined,
): Pick<CatalogColumn, 'description' | 'synonyms' | 'synonymsSaid'> {
  const description = said?.description ?? found.description;
  const synonyms = said?.synonyms;
  return {
    description: description || null,
    synonyms: synonyms ?? found.synonyms,
    ...(synonyms ? { synonymsSaid: true } : {}),
  };
}
