import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config/schema.ts';
import { processTagOf } from '#src/child-processes.ts';
import { createExports, type ExportsDeps } from '#src/results/export/exports.ts';
import type { ResultExports } from '#src/results/types.ts';

export interface OpenExportsDeps extends Pick<ExportsDeps, 'spool' | 'rerun'> {
  readonly config: Pick<Config, 'data_dir' | 'results'>;
}

/** Exports below the data folder; what a killed process left there goes first. */
export async function openExports({
  config,
  spool,
  rerun,
}: OpenExportsDeps): Promise<ResultExports> {
  const { concurrent_exports, parquet_memory_mb, max_export_bytes } = config.results;
  const folder = path.resolve(config.data_dir, 'exports');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return createExports({
    spool,
    rerun,
    folder,
    concurrent: concurrent_exports,
    parquetMemoryMb: parquet_memory_mb,
    maxBytes: max_export_bytes,
    processTag: await processTagOf(config.data_dir),
  });
}
