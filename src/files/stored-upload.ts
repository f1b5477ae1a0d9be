import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#src/errors.ts';
import { appendedOf } from '#src/files/append.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { readVersion, readWorkspace } from '#src/files/records.ts';
import type { ReceivedUpload, WorkspaceAddress } from '#src/files/types.ts';
import { sha256Of } from '#src/objects/checksums.ts';

/**
 * The kept bytes of the version of a file that answers, as an upload that was just received: a copy, which whoever takes
 * it removes. Fails with `file_not_found` where no version answers, `upload_unreadable` where its bytes are damaged.
 */
export async function storedUpload(
  { store, originals, folders }: Pick<UploadDeps, 'store' | 'originals' | 'folders'>,
  address: WorkspaceAddress,
  { fileId, mapping }: { readonly fileId: number; readonly mapping: string | null },
): Promise<ReceivedUpload> {
  await readWorkspace(store, address);
  const file = await store
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', address.workspaceId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  const version = await readVersion(store, file?.current_version_id ?? null);
  if (!file || !version)
    throw new AppError('file_not_found', "This file doesn't exist. Check its ID.");
  const { sha256 } = version;
  const appended = appendedOf(version);
  const copy = await copyOfOriginal({ originals, folders }, sha256);
  return {
    ...{ filename: file.filename, path: copy, byteSize: version.byte_size, sha256 },
    ...{ force: true, mapping },
    ...(appended ? { appended: { base: version.id, parts: appended.parts } } : {}),
  };
}

/** A copy of kept bytes, which whoever takes it removes. Fails with `upload_unreadable` where they are damaged. */
export async function copyOfOriginal(
  { originals, folders }: Pick<UploadDeps, 'originals' | 'folders'>,
  sha256: string,
): Promise<string> {
  const copy = path.join(folders.uploads, randomUUID());
  const release = await originals.use(sha256);
  try {
    await copyFile(originals.path(sha256), copy);
    if ((await sha256Of(copy)) !== sha256) throw new Error('its checksum differs');
    return copy;
  } catch (error) {
    await rm(copy, { force: true });
    throw new AppError('upload_unreadable', 'The stored file is damaged. Upload it again.', {
      cause: error,
    });
  } finally {
    await release();
  }
}
