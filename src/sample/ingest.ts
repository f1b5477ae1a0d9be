import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { FilesService, WorkspaceAddress } from '#src/files/types.ts';
import type { Say } from '#src/start-progress.ts';
import { generateSampleCsvs } from './generate.ts';

/** Files of the sample company. */
const SAMPLE_FILES = 5;

/**
 * Brings the sample data into its workspace through the same way that uploads take; what is there already stays, so
 * that a first start that broke off is completed by the next one. `folder` is made and removed; `say` is told of each file.
 */
export async function ingestSample(
  files: Pick<FilesService, 'list' | 'upload'>,
  address: WorkspaceAddress,
  { folder, say }: { readonly folder: string; readonly say: Say },
): Promise<void> {
  const ready = new Set(
    (await files.list(address))
      .filter((file) => file.status === 'ready')
      .map((file) => file.filename),
  );
  if (ready.size >= SAMPLE_FILES) return;
  try {
    for (const [at, { filename, path }] of (await generateSampleCsvs(folder)).entries()) {
      if (ready.has(filename)) continue;
      say(`Preparing the sample company (${at + 1} of ${SAMPLE_FILES} files)`);
      const bytes = await readFile(path);
      const upload = {
        filename,
        path,
        byteSize: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        force: false,
        mapping: null,
      };
      await files.upload(address, upload, new AbortController().signal);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
