import type { TotalRows } from '#src/plugin-api/catalog.ts';
import type { SpillFormat, SpillTable } from '#src/plugin-api/data-source.ts';

/** Tasks and results of the worker pools: plain data, copied between threads. */

/** What the form field `mapping` says of one sheet (of a CSV: of the file). */
export interface SheetMapping {
  readonly table_name?: string;
  readonly skip?: boolean;
  /** Row of the header, counted from 1 as a spreadsheet shows it; 0: there is none. */
  readonly header_row?: number;
}

export interface ParseLimits {
  readonly maxTables: number;
  readonly maxColumns: number;
  /** Rows of one table. */
  readonly maxRows: number;
  readonly maxCellBytes: number;
  readonly maxUnzippedBytes: number;
  /** Unpacked to packed bytes of one part of a workbook. */
  readonly maxZipRatio: number;
}

/** Parses one uploaded file into spilled tables. */
export interface ParseTask {
  readonly path: string;
  /** As the client named it; gives the table of a CSV its name. */
  readonly filename: string;
  /** An existing, empty folder; nothing is written elsewhere. */
  readonly spillFolder: string;
  /** By sheet name; of a CSV by file name. */
  readonly mapping: Readonly<Record<string, SheetMapping>>;
  readonly limits: ParseLimits;
  /** Formats that the engine reads beside CSV; absent: none. */
  readonly spillFormats?: readonly SpillFormat['kind'][];
  /** Where progress is told (`workers/ingest/progress.ts`). */
  readonly progress?: SharedArrayBuffer;
}

export interface ParseNote {
  readonly sheet_name: string;
  readonly row?: number;
  readonly column?: string;
  readonly note: string;
}

export interface ParsedTable extends SpillTable {
  readonly sheetName: string;
  readonly columnDetails: readonly ParsedColumn[];
  /** Rows that sum the others, as in `CatalogTable`; null where that is not known. */
  readonly totalRows: readonly TotalRows[] | null;
}

/** What the file said of a column beyond its type; same order as `columns`. */
export interface ParsedColumn {
  readonly name: string;
  /** Header as written; null where there was none. */
  readonly header: string | null;
  /** ISO 4217 code or `%`, where all cells carried it; else null. */
  readonly unit: string | null;
}

export type ParseResult =
  | {
      readonly kind: 'parsed';
      readonly tables: readonly ParsedTable[];
      readonly notes: readonly ParseNote[];
    }
  | { readonly kind: 'refused'; readonly code: ParseRefusal; readonly message: string };

/** Codes of the error catalogue that a file can be refused with. */
export type ParseRefusal =
  | 'upload_unsupported_type'
  | 'upload_unreadable'
  | 'upload_no_data'
  | 'upload_bad_mapping'
  | 'upload_too_complex';
