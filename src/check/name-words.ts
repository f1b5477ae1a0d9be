import { fold, lemma } from '#src/catalog/fold.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { AGGREGATES, ASKING, FUNCTION_WORDS, GLUE, SUPERLATIVES } from '#src/planner/words.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** Shortest beginning that two words of the same stem share: `cancelled` and `cancellation`. */
const STEM = 4;

/** Whether two words are forms of one: `german` and `Germany`, `returned` and `return`. */
export function sameStem(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short === long || lemma(short) === lemma(long)) return true;
  const stem = Math.max(STEM, Math.min(short.length, long.length) - 3);
  return short.length >= STEM && short.slice(0, stem) === long.slice(0, stem);
}

/** Words that say something: no articles, no words that every question is made of. */
export const tellingWordsOf = (text: string): readonly string[] =>
  fold(text)
    .split(' ')
    .filter((word) => word !== '' && !isPlain(word));

const PLAIN = [FUNCTION_WORDS, ASKING, GLUE, AGGREGATES, SUPERLATIVES];
export const isPlain = (word: string): boolean => PLAIN.some((words) => words.has(word));

/** The names of tables, columns and metrics, and each word of them, as names are compared. */
export function namesOf(catalog: Catalog): ReadonlySet<string> {
  const names = catalog.tables.flatMap((table) =>
    [table, ...table.columns.filter(({ hidden }) => !hidden)].flatMap((one) => [
      one.label,
      ...one.synonyms,
    ]),
  );
  const metrics = (catalog.meaning?.metrics ?? []).flatMap(({ name, synonyms }) => [
    name,
    ...synonyms,
  ]);
  return new Set([...names, ...metrics].map(wordsOf).flatMap((words) => [keyOf(words), ...words]));
}
