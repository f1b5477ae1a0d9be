import type { MessagePort } from 'node:worker_threads';
import type { TotalRows, UnreadCells } from '#src/plugin-api/catalog.ts';
import type { SpillColumn, SpillFormat, SpillTable } from '#src/plugin-api/data-source.ts';

/** Tasks and results of the worker pools: plain data, copied between threads. */

/**
 * What the form field `mapping` says of one sheet (of a CSV: of the file). Of a sheet with several tables it says it of
 * all of them; `Sheet1#2` is its second one alone. What is absent is found.
 */
export interface SheetMapping {
  readonly table_name?: string;
  readonly skip?: boolean;
  /** First row of the header, counted from 1 as a spreadsheet shows it; 0: there is none. */
  readonly header_row?: number;
  /** Rows of the header, from `header_row` on. */
  readonly header_rows?: number;
  /** Where the one table is, with its header: `B4:F20`, or `B4:F` to the end. */
  readonly table_range?: string;
  /** By name of the column. */
  readonly types?: Readonly<Record<string, SpillColumn['type']>>;
  readonly date_order?: Readonly<Record<string, 'dmy' | 'mdy'>>;
  readonly decimal?: 'point' | 'comma';
  /** Whether answers leave out rows that sum others (`skip`, as found), or count them like all others. */
  readonly totals?: 'skip' | 'keep';
  /** Whether a table of columns that are periods gets another one with a row for each. */
  readonly unpivot?: boolean;
  /** Whether blank cells of its first columns have the label above them; absent: where the rows show it. */
  readonly fill_down?: boolean;
  /** Whether it is part of a table that unites those of its shape. */
  readonly union?: boolean;
  /** Set where it was sent with an earlier version of the file: it holds as far as this one has the sheet. */
  readonly kept?: true;
}

export interface ParseLimits {
  /** Kinds of files that are taken; absent: all that are read. */
  readonly kinds?: readonly string[];
  readonly maxTables: number;
  readonly maxColumns: number;
  /** Rows of one table. */
  readonly maxRows: number;
  readonly maxCellBytes: number;
  readonly maxUnzippedBytes: number;
  /** Unpacked to packed bytes of one part of an archive. */
  readonly maxZipRatio: number;
  /** Parts of an archive. */
  readonly maxZipEntries: number;
  /** Unpacked bytes of a workbook that is held as a whole while it is read. */
  readonly maxHeldWorkbookBytes: number;
  /** Objects and lists of JSON within each other. */
  readonly maxJsonDepth: number;
  /** Memory of the process that reads a file apart (MiB). */
  readonly readerMemoryMb: number;
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
  /** Where a `LikelyTable` is told; absent: nobody asks. */
  readonly likely?: MessagePort;
  /** Files whose bytes `path` has one after the other: the rows of each are added to those of the ones before. */
  readonly parts?: readonly FilePart[];
  /** By table (in lower case): the columns that told its rows apart before the last part. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
}

/** A file among those that a version was appended from. */
export interface FilePart {
  /** As its client named it. */
  readonly filename: string;
  readonly byteSize: number;
  /** Hex. */
  readonly sha256: string;
}

/** The spills of one table, to be written as one. */
export interface MergeTask {
  /** Where it is written; does not exist. */
  readonly path: string;
  readonly columns: readonly SpillColumn[];
  /** In the form of a spill file, each with its own columns. */
  readonly pieces: readonly Pick<ParsedTable, 'path' | 'columns' | 'rowCount'>[];
  /** Columns that told the rows apart before the last piece; empty: none did. */
  readonly key: readonly string[];
}

/** What the last piece of a merged table repeats of those before. */
export interface MergeResult {
  readonly rows: number;
  /** Rows of it that are there already, and that only have the key of one that is. */
  readonly repeatedRows: number;
  readonly repeatedKeys: number;
}

/** The part of a mapping that decides otherwise what a note tells of. */
export type NoteSetting = Exclude<keyof SheetMapping, 'kept' | 'table_name' | 'header_rows'>;

export interface ParseNote {
  readonly sheet_name: string;
  readonly row?: number;
  readonly column?: string;
  readonly note: string;
  /** What of the mapping decides it otherwise; absent: nothing does. */
  readonly setting?: NoteSetting;
  /** How it is decided now, in the words of the mapping, where they are two: `dmy`, `comma`, `keep`. */
  readonly decided?: 'dmy' | 'mdy' | 'point' | 'comma' | 'skip' | 'keep';
  /** The key of that mapping where it is not the sheet's: `Sheet1#2`. */
  readonly mapping_key?: string;
  /** Nothing in the file decides it: its owner should. */
  readonly open?: true;
}

/** What a file most likely becomes by its first rows, told while the others are looked through. */
export type LikelyTable = Pick<SpillTable, 'tableName' | 'path' | 'columns' | 'format'>;

export interface ParsedTable extends SpillTable {
  readonly rowCount: number;
  readonly sheetName: string;
  readonly columnDetails: readonly ParsedColumn[];
  /** Rows that sum the others, as in `CatalogTable`; null where that is not known. */
  readonly totalRows: readonly TotalRows[] | null;
  /** Rows that may sum others and count as all others do; absent: none. */
  readonly doubtfulRows?: readonly TotalRows[];
  /** Of a table that was made of others. */
  readonly derived?: DerivedFrom;
  /** The table that has all that this one says, in a form that questions are asked of. */
  readonly coveredBy?: string;
  /** What the mapping calls it: the sheet, or `Sheet1#2` for a sheet's second table. */
  readonly mappingKey: string;
  /** What was decided of it: the mapping that gives the same table again. */
  readonly decisions: SheetMapping;
  /** The text above it in the file; null where there is none. */
  readonly title: string | null;
}

/** How a table was made of others of the same file. */
interface DerivedFrom {
  /** `unpivot`: a row for each of the columns that are periods; `union`: the rows of tables of one shape. */
  readonly kind: 'unpivot' | 'union';
  readonly of: readonly string[];
  /** By column of the table: the columns of the others that its values are from; what is closed there is closed here. */
  readonly reads: Readonly<Record<string, readonly ReadFrom[]>>;
}

export interface ReadFrom {
  readonly table: string;
  readonly column: string;
}

/** What the file said of a column beyond its type; same order as `columns`. */
export interface ParsedColumn {
  readonly name: string;
  /** Header as written; null where there was none. */
  readonly header: string | null;
  /** ISO 4217 code or `%`, where all cells carried it; else null. */
  readonly unit: string | null;
  /** What was chosen between readings that its cells allow alike; null: nothing. */
  readonly guess: string | null;
  /** Cells that it has no value for although the file fills them; absent: none. */
  readonly unread?: UnreadCells;
  /** Whether the file itself adds it up over time. */
  readonly addsUp?: boolean;
  /** The column whose cells it has as they are written, where they are none of its type. */
  readonly asWrittenOf: string | null;
  /** The order of day and month or the decimal sign that its cells are read with, where they show or need one. */
  readonly readBy?: 'dmy' | 'mdy' | 'point' | 'comma';
  /** Set where no cell of it has a value. */
  readonly isEmpty?: true;
}

export type ParseResult =
  | {
      readonly kind: 'parsed';
      readonly tables: readonly ParsedTable[];
      readonly notes: readonly ParseNote[];
      /** What the last of several parts added. */
      readonly appended?: AppendedRows;
    }
  | ParseRefused;

interface AppendedRows {
  /** Of all tables that are not made of others. */
  readonly rows: number;
  /** Rows of it that were there already. */
  readonly repeatedRows: number;
}

export interface ParseRefused {
  readonly kind: 'refused';
  readonly code: ParseRefusal;
  readonly message: string;
}

/** What a parsing thread gives: the result, or that the file needs a reader which runs in a process of its own. */
export type ThreadResult = ParseResult | { readonly kind: 'apart'; readonly task: ApartTask };

/** A file for a reader whose memory and faults are only bounded by those of its process. */
export interface ApartTask extends ParseTask {
  readonly reader:
    | {
        readonly kind: 'workbook';
        /** What the scanner did not know, where the workbook is one of its kind. */
        readonly unrecognised: string | null;
      }
    | { readonly kind: 'parquet' | 'sqlite' };
  /** What was seen of the file so far. */
  readonly notes: readonly ParseNote[];
}

/** What the process that reads it says. */
export type FromReader =
  | { readonly kind: 'progress'; readonly bytes: number; readonly rows: number }
  | { readonly kind: 'done'; readonly result: ParseResult }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string };

/** Codes of the error catalogue that a file can be refused with. */
export type ParseRefusal =
  | 'upload_unsupported_type'
  | 'upload_unreadable'
  | 'upload_no_data'
  | 'upload_bad_mapping'
  | 'upload_too_complex'
  | 'upload_does_not_fit';
