import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ObjectStore, ObjectStoreError } from '#src/plugin-api/object-store.ts';
import { StartError } from '#src/start-error.ts';
import { sha256Of } from './checksums.ts';

/**
 * Lists, removes, reads and writes an object, so that rights that lack stop the start and not the first upload. Those to
 * remove and read are tried before there is one: nothing stays behind. Fails with a `StartError`.
 *
 * @param folder for a file in between
 */
export async function requireRights(objects: ObjectStore, folder: string): Promise<void> {
  const key = `probe/${randomUUID()}`;
  const file = path.join(folder, `objects.${path.posix.basename(key)}`);
  const { signal } = new AbortController();
  try {
    for await (const _ of objects.list('probe/', signal)) break;
    await objects.delete([key], signal);
    await objects.get(key, file, signal).catch(unlessMissing);
    await writeFile(file, 'plumbline', { mode: 0o600 });
    const sha256 = await sha256Of(file);
    await objects.put(key, file, sha256, signal);
    const isSame = (await objects.get(key, file, signal)) === sha256;
    await objects.delete([key], signal);
    if (!isSame)
      throw new ObjectStoreError('damaged', 'it returned different bytes than were stored');
  } catch (error) {
    throw asStartError(objects, error);
  } finally {
    await rm(file, { force: true });
  }
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof ObjectStoreError && error.kind === 'missing')) throw error;
}

/** What an object store says, for who starts the service. */
export function asStartError({ name }: ObjectStore, error: unknown): unknown {
  if (!(error instanceof ObjectStoreError)) return error;
  const why =
    error.kind === 'unavailable'
      ? `can't be reached (${error.message}). Check its address, and that it's running`
      : `refused a request (${error.message}). Check its settings, and that Plumbline may list, read, write and delete there`;
  return new StartError(`The object store ${name} ${why}. Nothing was changed.`, { cause: error });
}
