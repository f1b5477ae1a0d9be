import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

export interface TableSense {
  readonly table: CatalogTable;
  /** 0 to 1: how surely the words mean it. */
  readonly score: number;
  /** Whether the words mean it by a synonym that nobody confirmed. */
  readonly drafted?: boolean;
}

/** One column, or those that together are the name of a person. */
export type NamedColumns = readonly [CatalogColumn, ...CatalogColumn[]];

export interface ColumnSense {
  readonly table: CatalogTable;
  readonly columns: NamedColumns;
  readonly score: number;
  readonly drafted?: boolean;
  /** A date of which some lie ahead, so that having one does not tell that it was done: `end date`. */
  readonly planned?: boolean;
}

export interface Senses {
  readonly tables: readonly TableSense[];
  readonly columns: readonly ColumnSense[];
}
