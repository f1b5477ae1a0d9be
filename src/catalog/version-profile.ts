import type { Attachment, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { DeclaredKey } from '#src/plugin-api/data-source.ts';

/** What discovery learnt of one file version (or database): plain data, kept as JSON beside it. */
export interface VersionProfile {
  readonly attachments: readonly Attachment[];
  /** Path of the value index; null where nothing was indexed. */
  readonly valueIndex: string | null;
  readonly tables: readonly ProfiledTable[];
}

export interface ProfiledTable {
  readonly table: CatalogTable;
  readonly foreignKeys: readonly DeclaredKey[];
}

/** Bounds of discovery; each is a setting of the section `catalog`. */
export interface CatalogLimits {
  /** Distinct values of a column in the value index. */
  readonly maxIndexedValues: number;
  /** Longest text in the value index, characters. */
  readonly maxIndexedLength: number;
  /** Combinations of columns that are tried as a table's key. */
  readonly maxKeyChecks: number;
  /** Pairs of columns whose values are compared to find relationships. */
  readonly maxContainmentChecks: number;
}
