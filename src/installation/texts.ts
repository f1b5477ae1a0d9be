import path from 'node:path';
import { IDENTITY_FILE } from './identity-file.ts';
import type { Mismatch } from './pairing.ts';

/** Files that a text names; the rest is counted. */
const NAMED = 5;

const list = (files: readonly string[]) =>
  files.length <= NAMED
    ? files.join(', ')
    : `${files.slice(0, NAMED).join(', ')} and ${files.length - NAMED} more`;

/** Why a store and a data folder do not start together, and what to do. */
export function mismatchText(
  why: Mismatch,
  { folder, store }: { readonly folder: string; readonly store: string },
): string {
  const place = path.resolve(folder);
  switch (why.kind) {
    case 'empty-store':
      return [
        `The metadata store (${store}) is empty, but the data folder ${place} is not new: ${why.files === 0 ? 'it was used with a store before' : `it holds ${why.files} uploaded files and versions`}. Nothing was changed.`,
        `Put the store back: from a backup ("plumbline restore" into a new folder), or by the right store.url. To begin anew, name an empty folder with PLUMBLINE_DATA_DIR.`,
      ].join('\n');
    case 'other-store':
      return [
        `The data folder ${place} belongs to another metadata store than ${store}. Nothing was changed.`,
        `Name the store that belongs to it (store.url), or another folder (PLUMBLINE_DATA_DIR). Where you put this store there on purpose, such as an older copy: "plumbline attach" looks whether they fit and pairs them.`,
      ].join('\n');
    case 'other-folder':
      return [
        `The metadata store (${store}) belongs to another data folder than ${place}. Nothing was changed. One gateway runs on a store, with the data folder and the keys that belong to it.`,
        `Name that folder with PLUMBLINE_DATA_DIR. Where it was copied or lost its ${IDENTITY_FILE}: "plumbline attach" looks whether they fit and pairs them.`,
      ].join('\n');
    case 'inconsistent':
      return [
        `The metadata store (${store}) and the data folder ${place} do not fit together. Nothing was changed.`,
        ...(why.missing.length > 0
          ? [`Named by the store and not there: ${list(why.missing)}.`]
          : []),
        ...(why.unknown.length > 0
          ? [`There, and not known to the store: ${list(why.unknown)}.`]
          : []),
        'Name the store and the folder that belong together. Where these are the right ones: "plumbline attach --accept-missing" pairs them; what the store does not know stays where it is.',
      ].join('\n');
  }
}
