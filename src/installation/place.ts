import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Of } from '#src/objects/checksums.ts';
import { asStartError } from '#src/objects/rights.ts';
import { type ObjectStore, ObjectStoreError } from '#src/plugin-api/object-store.ts';
import { StartError } from '#src/start-error.ts';
import { STORE_FILE } from '#src/store/open.ts';
import {
  type FolderIdentity,
  IDENTITY_FILE,
  identityText,
  KEPT_TREES,
  keptBelow,
  parseIdentity,
  readIdentity,
  writeIdentity,
} from './identity-file.ts';

/** What a metadata store is paired with: a data folder, or an object store. */
export interface Place {
  readonly isRemote: boolean;
  /** For texts: `data folder /srv/plumbline`, `object store s3://bucket/`. */
  readonly name: string;
  /** The setting that names it, for texts. */
  readonly setting: string;
  readIdentity(): Promise<FolderIdentity | null>;
  writeIdentity(to: FolderIdentity): Promise<void>;
  /** Uploaded files and versions, as `kept_files` names them. */
  kept(): Promise<string[]>;
}

export function placeOf(dataDir: string, objects: ObjectStore | undefined): Place {
  return objects && !objects.isLocal ? objectPlace(dataDir, objects) : folderPlace(dataDir);
}

export const folderPlace = (dataDir: string): Place => ({
  isRemote: false,
  name: `data folder ${path.resolve(dataDir)}`,
  setting: 'PLUMBLINE_DATA_DIR',
  readIdentity: () => readIdentity(dataDir),
  writeIdentity: (to) => writeIdentity(dataDir, to),
  kept: () => keptBelow(dataDir),
});

/** The identity is an object of its own. The data folder only has copies, and has to be free for that. */
function objectPlace(dataDir: string, objects: ObjectStore): Place {
  const { signal } = new AbortController();
  const withDraft = async <T>(work: (draft: string) => Promise<T>): Promise<T> => {
    const draft = path.join(dataDir, `${IDENTITY_FILE}.${randomUUID()}`);
    try {
      return await work(draft);
    } catch (error) {
      throw asStartError(objects, error);
    } finally {
      await rm(draft, { force: true });
    }
  };
  return {
    isRemote: true,
    name: `object store ${objects.name}`,
    setting: 'the settings of objects.store',
    readIdentity: () => {
      refuseOwnFiles(dataDir);
      return withDraft(async (draft) => {
        const isThere = await objects.get(IDENTITY_FILE, draft, signal).catch(unlessMissing);
        if (isThere === null) return null;
        return parseIdentity(await readFile(draft, 'utf8'), `${objects.name}${IDENTITY_FILE}`);
      });
    },
    writeIdentity: (to) =>
      withDraft(async (draft) => {
        await writeFile(draft, identityText(to), { mode: 0o600 });
        await objects.put(IDENTITY_FILE, draft, await sha256Of(draft), signal);
      }),
    kept: () =>
      withDraft(async () => {
        const found = new Set<string>();
        for (const tree of KEPT_TREES)
          for await (const { key } of objects.list(`${tree}/`, signal))
            found.add(key.split('/').slice(0, 3).join('/'));
        return [...found];
      }),
  };
}

function unlessMissing(error: unknown): null {
  if (error instanceof ObjectStoreError && error.kind === 'missing') return null;
  throw error;
}

/** What is only there is not taken for copies, which come and go. */
function refuseOwnFiles(dataDir: string): void {
  const own = [IDENTITY_FILE, STORE_FILE].find((name) => existsSync(path.join(dataDir, name)));
  if (own)
    throw new StartError(
      `${path.resolve(dataDir)} has uploads of its own (${own}), and an object store needs the data folder for its copies. Set PLUMBLINE_DATA_DIR to an empty folder, or objects.store to folder. Nothing was changed.`,
    );
}
