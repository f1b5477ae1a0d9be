import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** A visible text column without profile, changed by `changes`. */
export function columnOf(name: string, changes: Partial<CatalogColumn> = {}): CatalogColumn {
  return {
    name,
    label: name,
    description: null,
    synonyms: [],
    type: 'text',
    nativeType: 'VARCHAR',
    nullable: true,
    kind: 'dimension',
    unit: null,
    additive: false,
    hidden: false,
    sensitive: false,
    profile: null,
    ...changes,
  };
}

export function tableOf(
  name: string,
  columns: readonly CatalogColumn[],
  changes: Partial<CatalogTable> = {},
): CatalogTable {
  return {
    name,
    label: name,
    description: null,
    synonyms: [],
    physical: { database: null, schema: null, table: name },
    rowCount: 10,
    columns,
    primaryKey: null,
    isView: false,
    shared: false,
    ...changes,
  };
}
