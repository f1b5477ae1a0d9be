import {
  kindOf,
  type SemanticColumn,
  type SemanticRelationship,
  type SemanticsDocument,
} from '#src/catalog/semantics/document.ts';
import { readRowFilter } from '#src/catalog/semantics/row-filter.ts';
import type { StoredSemantics } from '#src/catalog/semantics/stored.ts';
import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  ColumnKind,
  ColumnSet,
  ColumnType,
  Relationship,
} from '#src/plugin-api/catalog.ts';

/** Finds what a document names in a catalog, without case; undefined: it is not there, or hidden. */
export const findTable = (catalog: Catalog, name: string): CatalogTable | undefined =>
  catalog.tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
export const findColumn = (
  table: CatalogTable | undefined,
  name: string,
): CatalogColumn | undefined =>
  table?.columns.find((one) => !one.hidden && one.name.toLowerCase() === name.toLowerCase());

const KIND_TYPES: Readonly<Partial<Record<ColumnKind, readonly ColumnType[]>>> = {
  measure: ['integer', 'decimal', 'float'],
  time: ['date', 'timestamp', 'time'],
};

/** Whether a column can be used so, by its type; numbers that may be years are times, too. */
export function fitsKind(
  kind: ColumnKind,
  { type, profile }: Pick<CatalogColumn, 'type' | 'profile'>,
): boolean {
  const types = KIND_TYPES[kind];
  if (!types || types.includes(type)) return true;
  return kind === 'time' && fitsKind('measure', { type, profile }) && mayBeYears(profile);
}

const mayBeYears = (profile: CatalogColumn['profile']): boolean =>
  [profile?.min, profile?.max].every((end) => end == null || /^[12]\d{3}(?:\.0*)?$/.test(end));

/** The catalog with what was said of it. What is no longer there is passed over, so that it holds again when it is back. */
export function applySemantics(catalog: Catalog, said: StoredSemantics | null): Catalog {
  if (!said) return catalog;
  const { document, dropped } = said;
  const { rowFilter: _, ...found } = catalog;
  const shared = new Set((document.shared_tables ?? []).map((name) => name.toLowerCase()));
  const columns = columnIndex(document);
  const tables = catalog.tables.map((table) => ({
    ...table,
    shared: table.shared || shared.has(table.name.toLowerCase()),
    columns: table.columns.map((column) =>
      changed(column, columns.get(nameKey(table.name, column.name))),
    ),
  }));
  const made = { ...found, tables };
  const relationships = relationshipsOf(made, document, dropped);
  return { ...made, relationships, ...filterOf(document) };
}

/** The catalog with further names of tables and columns beside all that they have. */
export function addSynonyms(
  catalog: Catalog,
  { synonyms = [] }: Pick<SemanticsDocument, 'synonyms'>,
): Catalog {
  if (synonyms.length === 0) return catalog;
  const added = Map.groupBy(synonyms, ({ table, column }) => nameKey(table, column));
  const named = <T extends Pick<CatalogColumn, 'synonyms' | 'synonymsSaid'>>(
    one: T,
    key: string,
  ): T => {
    const said = (added.get(key) ?? []).flatMap((each) => each.synonyms);
    if (said.length === 0) return one;
    const all = [...new Set([...one.synonyms, ...said])];
    return {
      ...one,
      synonyms: all,
      synonymsSaid: one.synonymsSaid === true ? true : [...(one.synonymsSaid ?? []), ...said],
    };
  };
  return {
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...named(table, nameKey(table.name, null)),
      columns: table.columns.map((one) => named(one, nameKey(table.name, one.name))),
    })),
  };
}

/** A table or column without case. */
export const nameKey = (table: string, column: string | null) =>
  JSON.stringify([table.toLowerCase(), column?.toLowerCase() ?? null]);

/** A filter holds whatever becomes of the tables that it was written for. */
function filterOf({ row_filter }: SemanticsDocument): Pick<Catalog, 'rowFilter'> {
  if (row_filter === undefined || row_filter === null) return {};
  const read = readRowFilter(row_filter);
  if ('problem' in read) throw new Error(`a stored row filter can't be read: ${read.problem}`);
  return { rowFilter: read.filter };
}

const columnIndex = ({ columns }: SemanticsDocument) =>
  new Map(columns.map((one) => [nameKey(one.table, one.column), one]));

function changed(column: CatalogColumn, said: SemanticColumn | undefined): CatalogColumn {
  if (!said) return column;
  const kind = said.kind === undefined ? column.kind : kindOf(said.kind);
  return {
    ...column,
    description: said.description === undefined ? column.description : said.description || null,
    ...(said.synonyms ? { synonyms: said.synonyms, synonymsSaid: true as const } : {}),
    unit: said.unit === undefined ? column.unit : said.unit || null,
    kind: fitsKind(kind, column) ? kind : column.kind,
    additive: said.additive ?? column.additive,
    ...(said.additive === undefined ? {} : { additiveSaid: true as const }),
  };
}

function relationshipsOf(
  catalog: Catalog,
  document: SemanticsDocument,
  dropped: readonly SemanticRelationship[],
): readonly Relationship[] {
  const found = catalog.relationships;
  if (document.relationships === undefined) return found;
  const named = document.relationships.flatMap((one) => signed(catalog, one));
  const settled = new Set([...named, ...dropped].map(pairOf));
  const kept = named.map((one) => {
    const same = found.find((each) => pairOf(each) === pairOf(one));
    return same?.cardinality === one.cardinality ? same : one;
  });
  return [...kept, ...found.filter((one) => !settled.has(pairOf(one)))];
}

/** What a document's relationship is in the catalog; nothing where a column of it is gone or closed. */
function signed(catalog: Catalog, one: SemanticRelationship): Relationship[] {
  const resolve = ({ table: tableName, columns }: ColumnSet): ColumnSet | null => {
    const table = findTable(catalog, tableName);
    const found = columns.flatMap((name) => findColumn(table, name) ?? []);
    const open = found.length === columns.length && found.every((column) => !column.sensitive);
    return table && open ? { table: table.name, columns: found.map(({ name }) => name) } : null;
  };
  const [from, to] = [resolve(one.from), resolve(one.to)];
  if (!from || !to) return [];
  return [{ from, to, cardinality: one.cardinality, source: 'signed', confidence: 1 }];
}

/** A relationship by the columns that it joins, whichever way it is written. */
export function pairOf({ from, to }: Pick<Relationship, 'from' | 'to'>): string {
  const sides = [from, to].map(({ table, columns }) =>
    JSON.stringify([table, ...columns]).toLowerCase(),
  );
  return JSON.stringify(sides.sort());
}
