import type { Asker } from '#src/places.ts';
import type {
  Attachment,
  CellValue,
  ColumnProfile,
  ColumnSet,
  ColumnType,
  LeftOutColumn,
  PhysicalName,
  ReadThrough,
  ViewReads,
} from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';

/** A place that holds tables and answers guarded SELECTs. */
export interface DataSource {
  readonly dialect: Dialect;
  open(signal: AbortSignal): Promise<void>;
  /** Tables and columns as the engine knows them. */
  introspect(scope: SourceScope, signal: AbortSignal): Promise<readonly SourceTable[]>;
  /**
   * Why each of some tables cannot be read, in the words of the server (a view over a table that is gone, no right to
   * it); null: it can. Absent where every table that there is can be read.
   */
  unreadable?(
    scope: SourceScope,
    tables: readonly PhysicalName[],
    signal: AbortSignal,
  ): Promise<readonly (string | null)[]>;
  /** Measures columns (counts, range, frequent values); columns listed as sensitive are not read. */
  profile(
    scope: SourceScope,
    tables: readonly ProfileRequest[],
    signal: AbortSignal,
  ): Promise<readonly TableProfile[]>;
  /** Distinct values of text columns with their row counts, in batches, for the value index. */
  values(
    scope: SourceScope,
    requests: readonly ValuesRequest[],
    signal: AbortSignal,
  ): AsyncIterable<ValuesBatch>;
  /** For each pair: the share (0 to 1) of distinct non-null values of `from` that occur in `to`. */
  containment(
    scope: SourceScope,
    pairs: readonly ContainmentRequest[],
    signal: AbortSignal,
  ): Promise<readonly number[]>;
  /**
   * For each set of columns: how many different combinations of non-null values it holds (at most `rowCount`). A
   * source without it gets no composite keys discovered.
   */
  countDistinct?(
    scope: SourceScope,
    sets: readonly { readonly physical: PhysicalName; readonly columns: readonly string[] }[],
    signal: AbortSignal,
  ): Promise<readonly number[]>;
  /**
   * Runs a guarded SELECT. The columns come first, then rows in chunks as the consumer asks for them; ending the
   * iteration early or aborting the signal stops the work on the engine. Fails with a `SourceError`.
   */
  query(sql: GuardedSql, options: QueryOptions): AsyncIterable<ResultChunk>;
  /**
   * Runs guarded SELECTs on one state of the data. Each result waits until the one before was read to its end; the time
   * of the options is for all of them. A source whose data changes under its readers has this.
   */
  queryTogether?(
    sqls: readonly GuardedSql[],
    options: QueryOptions,
  ): readonly AsyncIterable<ResultChunk>[];
  /** Processes of its own that run, and how often one was started anew since it opened; for measurements. */
  processes?(): { readonly running: number; readonly restarts: number };
  close(): Promise<void>;
}

/** What the calls that are not guarded SELECTs work on. */
export interface SourceScope {
  readonly workspaceId: string;
  readonly attachments: readonly Attachment[];
}

export interface SourceTable {
  readonly physical: PhysicalName;
  readonly columns: readonly SourceColumn[];
  readonly rowCount: number;
  readonly primaryKey: readonly string[] | null;
  readonly foreignKeys: readonly DeclaredKey[];
  readonly comment: string | null;
  readonly isView: boolean;
  /** As in `CatalogTable`. */
  readonly leftOut?: readonly LeftOutColumn[];
  readonly reads?: ViewReads;
  /** A number of each row in the order in which they were loaded, that a statement can read by this name. */
  readonly rowOrder?: string;
}

/** A foreign key that the source declares; `to` by the source's own table name. */
export interface DeclaredKey {
  readonly columns: readonly string[];
  /** `schema` where it is not that of the referring table. */
  readonly to: ColumnSet & { readonly schema?: string };
}

export interface SourceColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
  readonly nullable: boolean;
  readonly comment: string | null;
  /** As in `CatalogColumn`. */
  readonly readThrough?: ReadThrough;
}

export interface ProfileRequest {
  readonly physical: PhysicalName;
  readonly columns: readonly {
    readonly name: string;
    readonly type: ColumnType;
    readonly sensitive: boolean;
  }[];
}

export interface TableProfile {
  readonly physical: PhysicalName;
  readonly rowCount: number;
  /** By column name; none for sensitive columns. */
  readonly columns: ReadonlyMap<string, ColumnProfile>;
  /** By column name: all values of a text column, where they came with its profile; `values` is asked for the others. */
  readonly values?: ReadonlyMap<string, readonly CountedValue[]>;
}

/** A distinct value, and how many rows have it. */
export interface CountedValue {
  readonly value: string;
  readonly rowCount: number;
}

export interface ValuesRequest {
  readonly physical: PhysicalName;
  readonly column: string;
  /** A column with more distinct values gives only its most frequent ones. */
  readonly maxValues: number;
  /** Longer texts (characters) are left out. */
  readonly maxLength: number;
}

export interface ValuesBatch {
  readonly physical: PhysicalName;
  readonly column: string;
  readonly values: readonly CountedValue[];
}

export interface ContainmentRequest {
  readonly from: { readonly physical: PhysicalName; readonly columns: readonly string[] };
  readonly to: { readonly physical: PhysicalName; readonly columns: readonly string[] };
}

export interface QueryOptions {
  /** Rows that are given at the most; one more is looked for to know whether there are more. */
  readonly maxRows: number;
  /** Bytes of result (as JSON text) at the most. */
  readonly maxBytes: number;
  /**
   * Bytes of one row (as JSON text) at the most; a longer one fails as `too_large` before it is held whole, as far as
   * the driver lets. `maxBytes` where absent.
   */
  readonly maxRowBytes?: number;
  /** From the start of the work on: waiting for a place of the source does not count. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** On whose behalf it waits for a place; the workspace as a whole where nobody is named. */
  readonly asker?: Asker | undefined;
}

export type ResultChunk =
  | { readonly kind: 'columns'; readonly columns: readonly ResultColumn[] }
  | {
      readonly kind: 'rows';
      readonly rows: readonly (readonly CellValue[])[];
      /** Each row as JSON text, from engines that give them so: who only writes rows need not have them parsed. */
      readonly texts?: readonly string[];
    }
  /** Last: whether a cap cut the result, and the engine's own time. */
  | {
      readonly kind: 'end';
      readonly truncated: boolean;
      readonly engineMs: number;
      readonly notes: readonly string[];
    };

export interface ResultColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly nativeType: string;
}

/** An engine for files: it also builds the immutable engine file of one file version. */
export interface TabularEngine extends DataSource {
  /** Formats of spilled tables that it reads beside CSV. */
  readonly spillFormats?: readonly SpillFormat['kind'][];
  /** Whether its dialect reads tables that are the rows of others (`CatalogTable.united`), also of several files. */
  readonly readsUnited?: true;
  /**
   * Starts a new engine file at `path` (which does not exist); nothing is visible before `commit`. Its tables then have
   * the physical names {database: name of the attachment, schema: `main`, table}.
   */
  beginLoad(path: string, signal: AbortSignal): Promise<EngineLoad>;
}

export interface EngineLoad {
  /**
   * Copies a spilled table in; gives the rows written. A `SourceError` `too_large` refuses the upload with its message.
   */
  append(table: SpillTable): Promise<number>;
  /** Makes the file durable (fsync of file and folder) and ends the load. */
  commit(): Promise<void>;
  /** Ends the load and removes what it wrote. */
  abort(): Promise<void>;
}

/**
 * A parsed table on disk, ready for an engine: UTF-8 CSV without a header, LF line ends, every non-null cell quoted
 * with `"` (doubled inside), NULL an empty unquoted field, dates ISO 8601, decimals with a point, booleans
 * `true`/`false`.
 */
export interface SpillTable {
  readonly tableName: string;
  readonly path: string;
  readonly columns: readonly SpillColumn[];
  /** Null: it is loaded before its rows are counted. */
  readonly rowCount: number | null;
  /** Absent: the CSV described above. Others are given only to engines that say that they read them. */
  readonly format?: SpillFormat;
}

/** How a table on disk is written where it is not a spill's own CSV. */
export type SpillFormat =
  /** A Parquet file with the columns of the table, in their order and of their types. */
  { readonly kind: 'parquet' } | DelimitedFormat;

/**
 * An uploaded CSV itself, where each of its cells is written as the spill would have it: UTF-8, every record of the same
 * number of cells, cells quoted with `"` (doubled inside) or not, an empty cell NULL.
 */
export interface DelimitedFormat {
  readonly kind: 'delimited';
  readonly delimiter: string;
  readonly lineEnd: '\n' | '\r\n';
  /** Lines above the first row. */
  readonly skipLines: number;
  /** Cells of a record. */
  readonly width: number;
  /** By column of the table: its place among them, from 0. */
  readonly places: readonly number[];
}

export interface SpillColumn {
  readonly name: string;
  readonly type: Exclude<ColumnType, 'json' | 'binary' | 'other'>;
  /** For decimals: all digits, and those behind the point. */
  readonly precision?: number;
  readonly scale?: number;
}
