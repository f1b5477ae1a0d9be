/** What a process that writes one Parquet file is given, as its only argument (JSON). */
export interface ParquetTask {
  /** Rows: no header, LF line ends, every non-null cell quoted, NULL an empty unquoted field. */
  readonly csv: string;
  /** The file that is written. */
  readonly target: string;
  /** Holds both, and what does not fit into memory. */
  readonly folder: string;
  /** Bytes. */
  readonly longestLine: number;
  readonly memoryMb: number;
  readonly columns: readonly {
    readonly name: string;
    /** A type of DuckDB; BLOBs are written in base64. */
    readonly type: string;
  }[];
}

export type ParquetAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string };
