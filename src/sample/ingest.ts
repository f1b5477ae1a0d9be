import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { FilesService, WorkspaceAddress } from '#src/files/types.ts';
import type { Say } from '#src/start-progress.ts';
import { generateSampleCsvs } from './generate.ts';

const FILENAME = 'sample-company.zip';

/**
 * Brings the sample data into its workspace through the same way that uploads take, as one archive: five files one by one
 * take four times as long. A workspace that has files stays as it is. `folder` is made and removed; `say` is told of it.
 */
export async function ingestSample(
  files: Pick<FilesService, 'list' | 'upload'>,
  address: WorkspaceAddress,
  { folder, say }: { readonly folder: string; readonly say: Say },
): Promise<void> {
  // Five files of their own, where the version before prepared it.
  const stored = await files.list(address);
  if (stored.some(({ status }) => status === 'ready')) return;
  say('Preparing the sample company');
  try {
    const archive = await writeArchive(folder);
    const bytes = await readFile(archive);
    const upload = {
      filename: FILENAME,
      path: archive,
      byteSize: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      force: false,
      mapping: null,
    };
    await files.upload(address, upload, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeArchive(folder: string): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const { filename, path: file } of await generateSampleCsvs(folder))
    zip.addFile(file, filename, { compress: false });
  zip.end();
  const archive = path.join(folder, FILENAME);
  await pipeline(zip.outputStream, createWriteStream(archive));
  return archive;
}
