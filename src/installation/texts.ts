import { IDENTITY_FILE } from './identity-file.ts';
import type { Mismatch } from './pairing.ts';
import type { Place } from './place.ts';

/** Files that a text names; the rest is counted. */
const NAMED = 5;

const list = (files: readonly string[]) =>
  files.length <= NAMED
    ? files.join(', ')
    : `${files.slice(0, NAMED).join(', ')} and ${files.length - NAMED} more`;

/** Why a store and what it is to be paired with do not start together, and what to do. */
export function mismatchText(
  why: Mismatch,
  { place, store }: { readonly place: Pick<Place, 'name' | 'setting'>; readonly store: string },
): string {
  const { name, setting } = place;
  switch (why.kind) {
    case 'empty-store':
      return [
        `The metadata store (${store}) is empty, but the ${name} isn't new: ${why.files === 0 ? 'it was used with another store before' : `it has ${why.files} uploaded files and versions`}. Nothing was changed.`,
        `Restore the store with "plumbline restore", or correct store.url. To start over, set an empty one with ${setting}.`,
      ].join('\n');
    case 'other-store':
      return [
        `The ${name} doesn't belong to the metadata store ${store}. Nothing was changed.`,
        `Set the right store.url or ${setting}. If you replaced the store on purpose, run "plumbline attach" to check and pair them.`,
      ].join('\n');
    case 'other-folder':
      return [
        `The metadata store (${store}) doesn't belong to the ${name}. Nothing was changed.`,
        `Set the right one with ${setting}. If you copied it or lost its ${IDENTITY_FILE}, run "plumbline attach" to check and pair them.`,
      ].join('\n');
    case 'inconsistent':
      return [
        `The metadata store (${store}) and the ${name} don't match. Nothing was changed.`,
        ...(why.missing.length > 0 ? [`Missing files: ${list(why.missing)}.`] : []),
        ...(why.unknown.length > 0 ? [`Unknown to the store: ${list(why.unknown)}.`] : []),
        'Set the two that belong together. If these are right, pair them with "plumbline attach --accept-missing"; unknown files stay.',
      ].join('\n');
  }
}
