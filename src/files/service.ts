import { rm } from 'node:fs/promises';
import type { FilesDeps } from '#src/files/deps.ts';
import { Originals } from '#src/files/originals.ts';
import { fileRecords, readWorkspace } from '#src/files/records.ts';
import { recoverFiles } from '#src/files/recover.ts';
import { removeFile } from '#src/files/remove.ts';
import type { FilesService } from '#src/files/types.ts';
import { fileKey, ingestUpload } from '#src/files/upload.ts';
import { Places, Turns } from '#src/turns.ts';

export interface OpenFilesService extends FilesService {
  /** Puts the data folder in order; call it once, before the first request. */
  recover(): Promise<void>;
  /** Gives up uploads in progress: they are marked as failed, what was published stays. */
  close(): void;
}

/** Uploads, lists and deletes the files of workspaces. Changes of one file follow each other. */
export function createFilesService(deps: FilesDeps): OpenFilesService {
  const originals = new Originals(deps.folders.originals, deps.store);
  const turns = new Turns();
  const all = { ...deps, originals, turns };
  const places = new Places(deps.concurrentIngests);
  const stopping = new AbortController();
  return {
    recover: () => recoverFiles(deps, originals),
    upload: async (address, upload, signal) => {
      const either = AbortSignal.any([signal, stopping.signal]);
      try {
        return await turns.take(fileKey(address.workspaceId, upload.filename), () =>
          places.take(() => {
            either.throwIfAborted();
            return ingestUpload(all, address, upload, either);
          }),
        );
      } finally {
        await rm(upload.path, { force: true });
      }
    },
    list: async (address) => {
      await readWorkspace(deps.store, address);
      return fileRecords(deps.store, address.workspaceId);
    },
    remove: (address, fileId) => removeFile(all, address, fileId, stopping.signal),
    close: () => stopping.abort(new Error('the service is stopping')),
  };
}
