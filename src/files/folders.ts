import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Where files live below the data folder. Everything named in the store is relative to it. */
export interface Folders {
  readonly data: string;
  /** Uploads while they are received. */
  readonly uploads: string;
  /** Received files by their hash. */
  readonly originals: string;
  /** Parsed tables on their way into an engine file. */
  readonly spill: string;
  /** `<workspace>/<version>/tables.<engine>`, `values.sqlite`, `profile.json`. */
  readonly engine: string;
  /** What was swept rests here for a while: `<instant>/<where it was>`. */
  readonly trash: string;
}

/** `scratch`: where work in progress lies, the data folder itself where it has one gateway. */
export function foldersOf(dataDir: string, scratch = dataDir): Folders {
  const data = path.resolve(dataDir);
  const below = (name: string) => path.join(data, name);
  return {
    data,
    uploads: path.join(path.resolve(scratch), 'uploads'),
    originals: below('originals'),
    spill: path.join(path.resolve(scratch), 'spill'),
    engine: below('engine'),
    trash: below('trash'),
  };
}

export async function makeFolders(folders: Folders): Promise<void> {
  for (const folder of Object.values(folders))
    await mkdir(folder, { recursive: true, mode: 0o700 });
}
