import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Clock } from './clock.ts';

/** Written and taken away again: a quota or a read-only file system does not show in the free space. */
const PROBE_FILE = 'disk.probe';
const PROBE_BYTES = 4_096;

/**
 * Whether the data folder takes more: it has `disk.min_free_bytes` of free space, and a small file can be written to
 * it. What was found is believed for `disk.check_ms`, so that whoever asks often does not keep the disk busy.
 */
export function createDiskCheck(
  { data_dir, disk }: Pick<Config, 'data_dir' | 'disk'>,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): () => Promise<boolean> {
  let last: { readonly at: number; readonly hasRoom: Promise<boolean> } | null = null;
  let told = true;
  const look = async () => {
    const found = await roomOf(data_dir, disk.min_free_bytes).catch((error: unknown) => ({
      hasRoom: false,
      err: error,
    }));
    if (found.hasRoom !== told)
      log.warn(found, found.hasRoom ? 'the disk has free space again' : 'the disk is almost full');
    told = found.hasRoom;
    return found.hasRoom;
  };
  return () => {
    const at = clock.now().getTime();
    if (last === null || at - last.at >= disk.check_ms || at < last.at)
      last = { at, hasRoom: look() };
    return last.hasRoom;
  };
}

async function roomOf(
  dataDir: string,
  minFreeBytes: number,
): Promise<{ readonly hasRoom: boolean; readonly free_bytes: number }> {
  const { bavail, bsize } = await statfs(dataDir);
  const free_bytes = bavail * bsize;
  if (free_bytes < minFreeBytes) return { hasRoom: false, free_bytes };
  const file = path.join(dataDir, PROBE_FILE);
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.alloc(PROBE_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
  return { hasRoom: true, free_bytes };
}
