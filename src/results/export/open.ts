import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config/schema.ts';
import { createExports, type ExportsDeps } from '#src/results/export/exports.ts';
import type { ResultExports } from '#src/results/types.ts';

export interface OpenExportsDeps extends Pick<ExportsDeps, 'spool' | 'rerun'> {
  readonly config: Pick<Config, 'results'>;
  /** Where files in between lie. */
  readonly scratch: string;
  readonly processTag: string;
}

/** Exports below the scratch folder; what a killed process left there goes first. */
export async function openExports({
  config,
  spool,
  rerun,
  scratch,
  processTag,
}: OpenExportsDeps): Promise<ResultExports> {
  const { concurrent_exports, parquet_memory_mb, max_export_bytes } = config.results;
  const folder = path.resolve(scratch, 'exports');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return createExports({
    spool,
    rerun,
    folder,
    concurrent: concurrent_exports,
    parquetMemoryMb: parquet_memory_mb,
    maxBytes: max_export_bytes,
    processTag,
  });
}
