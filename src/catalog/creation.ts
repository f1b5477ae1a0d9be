import { wordsOf } from '#src/catalog/name-keys.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** Words of a date that say when a row came to be, rather than what became of it. */
const CREATION: ReadonlySet<string> = new Set(
  'created creation opened opening placed ordered signup signed sign registered registration joined joining hired hire received booked issued submitted logged reported requested raised filed admitted added'.split(
    ' ',
  ),
);

/** Whether a date says when its row came to be: `opened_at` beside `closed_at`. */
export const isCreation = ({ label }: Pick<CatalogColumn, 'label'>): boolean => {
  const said = label.toLowerCase().split(/[^\p{L}]+/u);
  return [...said, ...wordsOf(label)].some((word) => CREATION.has(word));
};
