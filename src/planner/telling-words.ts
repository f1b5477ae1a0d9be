import lemmatizer from 'wink-lemmatizer';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { words } from '#src/language/tables.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

const DATE_WORDS = words(
  'date time year day month timestamp datetime at on of the when created since',
);

/** Words of a date's name that say which date of the rows it is: `due` of `due date`. */
export function tellingWords(table: CatalogTable, column: CatalogColumn): readonly string[] {
  const own = foldToLemmas(table.label).split(' ');
  return foldToLemmas(column.label)
    .split(' ')
    .filter((word) => !DATE_WORDS.has(word) && !own.some((one) => isOf(word, one)));
}

/** Letters of a word that another one is made of. */
const SHORTEST_VERB = 4;

/** `shipped` of shipments, `delivered` of deliveries, `rent` of rentals: what is done to make the rows. */
function isOf(word: string, rows: string): boolean {
  const verb = lemmatizer.verb(word);
  const isDone = verb !== word && verb.length >= 3 && rows.startsWith(verb);
  return isDone || (word.length >= SHORTEST_VERB && rows.startsWith(word)) || word === rows;
}

/** Whether words of a date's name are of a verb: `opened on` of `open`, `sold on` of `sell`. */
export function speaksOf(verb: string, words: readonly string[]): boolean {
  const stem = verb.slice(0, Math.max(4, verb.length - 2));
  return words.some(
    (word) =>
      word.startsWith(stem) || verb.startsWith(word) || lemmatizer.verb(word).startsWith(stem),
  );
}
