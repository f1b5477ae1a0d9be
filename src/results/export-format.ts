import type { CellValue, ColumnType } from '#src/plugin-api/catalog.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Media types by format. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

export interface ExportColumn {
  /** Unique within the result. */
  readonly name: string;
  readonly type: ColumnType;
}

export type ExportRow = readonly CellValue[];

/** A result on its way out: rows in batches, as the reader asks for them. */
export interface ExportSource {
  readonly columns: readonly ExportColumn[];
  readonly batches: AsyncIterable<readonly ExportRow[]>;
  /** Where they lie already: a file with one row in each line, as a JSON array of cells. */
  readonly file?: string;
}
