import type { ColumnType } from '#src/plugin-api/catalog.ts';

/** What a process that writes one Parquet file is given, as its only argument (JSON). */
export interface ParquetTask {
  /** File of the rows: one in each line, as a JSON array of cells. It is read only. */
  readonly rows: string;
  /** The file that is written. */
  readonly target: string;
  /** Holds the target, the rows on their way to it, and what does not fit into memory. */
  readonly folder: string;
  /** Bytes of the rows as CSV on their way to the file. */
  readonly maxBytes: number;
  /** Memory of DuckDB (MiB). */
  readonly memoryMb: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}

export type ParquetAnswer =
  | { readonly ok: true }
  /** The rows take more than `maxBytes`. */
  | { readonly ok: false; readonly tooLarge: true }
  /** `code`: of the system, e.g. ENOSPC; absent where the failure is none of its. */
  | {
      readonly ok: false;
      readonly tooLarge: false;
      readonly message: string;
      readonly code?: string;
    };
