import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  CellValue,
  ColumnKind,
  ColumnSet,
  ColumnType,
  PersonalKind,
} from '#src/plugin-api/catalog.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';

/** Sample values of a column that are shown. */
const SAMPLES = 5;

/** Body of `GET /clients/{client_id}/schema`. */
export interface SchemaView {
  readonly client_id: string;
  readonly workspace_id: string;
  readonly tables: readonly TableView[];
  readonly relationships: readonly RelationshipView[];
}

export interface TableView {
  readonly table_name: string;
  readonly label: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** Null under a row filter. */
  readonly row_count: number | null;
  readonly primary_key: readonly string[] | null;
  readonly is_view: boolean;
  /** Columns that are left out, or read otherwise than they are stored, and why. */
  readonly notes: readonly string[];
  readonly columns: readonly ColumnView[];
}

interface ColumnView {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  readonly type: ColumnType;
  readonly native_type: string;
  readonly nullable: boolean;
  readonly kind: ColumnKind;
  readonly unit: string | null;
  readonly additive: CatalogColumn['additive'];
  readonly sensitive: boolean;
  /** What of a person it likely holds; null for none. */
  readonly personal: PersonalKind | null;
  /** Null under a row filter, for sensitive columns, and where it was not measured. */
  readonly distinct_count: number | null;
  readonly null_count: number | null;
  readonly min: string | null;
  readonly max: string | null;
  /** Most frequent values; empty where the counts are null. */
  readonly sample_values: readonly CellValue[];
}

interface RelationshipView {
  readonly from: ColumnSet;
  readonly to: ColumnSet;
  readonly cardinality: 'many-to-one' | 'one-to-one';
  readonly source: 'declared' | 'inferred' | 'signed';
  readonly confidence: number;
}

/**
 * What a caller may see of a catalog: hidden columns are left out with all that names them; sensitive columns, and
 * all columns under a row filter, come without counts, ranges and samples.
 */
export function schemaView(catalog: Catalog, policy: RowPolicy): SchemaView {
  const filtered = isFiltered(policy, catalog);
  return {
    client_id: catalog.clientId,
    workspace_id: catalog.workspaceId,
    tables: catalog.tables.map((table) => tableView(table, filtered)),
    relationships: catalog.relationships.filter(
      ({ from, to }) => isVisible(catalog, from) && isVisible(catalog, to),
    ),
  };
}

function isVisible(catalog: Catalog, { table, columns }: ColumnSet): boolean {
  const found = catalog.tables.find((candidate) => candidate.name === table);
  return found !== undefined && areVisible(found, columns);
}

function areVisible(table: CatalogTable, names: readonly string[]): boolean {
  return names.every((name) =>
    table.columns.some(
      (column) => column.name.toLowerCase() === name.toLowerCase() && !column.hidden,
    ),
  );
}

function tableView(table: CatalogTable, filtered: boolean): TableView {
  const key = table.primaryKey;
  return {
    table_name: table.name,
    label: table.label,
    description: table.description,
    synonyms: table.synonyms,
    row_count: filtered ? null : table.rowCount,
    primary_key: key !== null && areVisible(table, key) ? key : null,
    is_view: table.isView,
    notes: notesOf(table),
    columns: table.columns
      .filter((column) => !column.hidden)
      .map((column) => columnView(column, filtered)),
  };
}

function notesOf({ columns, leftOut }: CatalogTable): string[] {
  const through = columns.flatMap(({ name, hidden, readThrough }) => {
    if (hidden || !readThrough) return [];
    return readThrough.as === 'base'
      ? `The column "${name}" is read as ${readThrough.type}, its base type, because its own type could run database functions.`
      : `The column "${name}" is read and sorted as text, because its type could run database functions.`;
  });
  return [...(leftOut ?? []).map(({ why }) => why), ...through];
}

function columnView(column: CatalogColumn, filtered: boolean): ColumnView {
  const profile = filtered || column.sensitive ? null : column.profile;
  return {
    name: column.name,
    label: column.label,
    description: column.description,
    synonyms: column.synonyms,
    type: column.type,
    native_type: column.nativeType,
    nullable: column.nullable,
    kind: column.kind,
    unit: column.unit,
    additive: column.additive,
    sensitive: column.sensitive,
    personal: column.personal ?? null,
    distinct_count: profile?.distinctCount ?? null,
    null_count: profile?.nullCount ?? null,
    min: profile?.min ?? null,
    max: profile?.max ?? null,
    sample_values: profile?.samples.slice(0, SAMPLES) ?? [],
  };
}
