import type { FolderIdentity } from './identity-file.ts';
import type { NamedFiles } from './named-files.ts';

/** What a store says of the installation that it is part of. */
export type StoreSide =
  | { readonly kind: 'empty' }
  /** Of a release before stores and data folders knew each other. */
  | { readonly kind: 'without-id'; readonly named: NamedFiles }
  | { readonly kind: 'paired'; readonly storeId: string; readonly folderId: string };

/** What a data folder says, and what lies in it. */
export interface FolderSide {
  readonly identity: FolderIdentity | null;
  /** Uploaded files and versions, as `kept_files` names them. */
  readonly kept: readonly string[];
}

export type Pairing =
  /** They belong together already. */
  | { readonly kind: 'same' }
  /** Both are new, or a first start ended in between. */
  | { readonly kind: 'new' }
  /** Of an earlier release, and plainly consistent. */
  | { readonly kind: 'adopt' }
  | { readonly kind: 'refuse'; readonly why: Mismatch };

export type Mismatch =
  /** The store is empty or gone; the folder is not. */
  | { readonly kind: 'empty-store'; readonly files: number }
  /** The folder belongs to another store. */
  | { readonly kind: 'other-store' }
  /** The store belongs to another folder. */
  | { readonly kind: 'other-folder' }
  /** Neither has an id, and their content does not fit. */
  | {
      readonly kind: 'inconsistent';
      /** Named by the store and not in the folder. */
      readonly missing: readonly string[];
      /** In the folder and not known to the store. */
      readonly unknown: readonly string[];
    };

/** Whether a store and a data folder belong together. What is not plain is refused: a wrong pair loses uploads. */
export function pairingOf(store: StoreSide, folder: FolderSide): Pairing {
  const { identity, kept } = folder;
  const isPaired = identity?.paired === true;
  switch (store.kind) {
    case 'empty':
      if (isPaired || kept.length > 0) return refuse({ kind: 'empty-store', files: kept.length });
      return { kind: 'new' };
    case 'paired':
      if (!identity) return refuse({ kind: 'other-folder' });
      if (identity.store_id !== store.storeId) return refuse({ kind: 'other-store' });
      if (identity.folder_id !== store.folderId) return refuse({ kind: 'other-folder' });
      return { kind: 'same' };
    case 'without-id': {
      if (isPaired) return refuse({ kind: 'other-store' });
      const { missing, unknown } = differences(store.named, kept);
      if (missing.length === 0 && unknown.length === 0) return { kind: 'adopt' };
      return refuse({ kind: 'inconsistent', missing, unknown });
    }
  }
}

const refuse = (why: Mismatch): Pairing => ({ kind: 'refuse', why });

/**
 * What keeps a pair of an earlier release from being plainly consistent. A process that was killed leaves versions and
 * originals that no row names, and engine files are built again from originals: neither says that the store is another
 * one.
 */
export function differences(
  { originals, engine, owners }: NamedFiles,
  kept: readonly string[],
): { readonly missing: readonly string[]; readonly unknown: readonly string[] } {
  const there = new Set(kept);
  const missing = originals.filter((one) => !there.has(one));
  const isForeign = (one: string) => isEngine(one) && !owners.has(ownerOf(one));
  // Ids of owners are random: one that both know is no coincidence. Originals are named for their bytes, which another
  // installation may have, too (the sample company's are the same everywhere).
  const isOurs = kept.some((one) => isEngine(one) && !isForeign(one));
  const known = new Set([...originals, ...engine]);
  const unknown = isOurs ? kept.filter(isForeign) : kept.filter((one) => !known.has(one));
  return { missing, unknown };
}

const isEngine = (one: string) => one.startsWith('engine/');
const ownerOf = (folder: string) => folder.split('/')[1] ?? '';
