import { fold, lemma } from '#src/catalog/fold.ts';
import { longForm } from '#src/catalog/names.ts';

/** Short forms that are written out wherever they stand; others of `names.ts` are common words of questions, too. */
const WRITTEN_OUT: ReadonlySet<string> = new Set('max min avg num no qty desc dept'.split(' '));
const OTHER_FORMS: ReadonlyMap<string, string> = new Map([
  ['pct', 'percentage'],
  ['percent', 'percentage'],
  ['organisation', 'organization'],
  ['yn', ''],
  ['f', ''],
]);

/** A name as the lexicon compares it. */
export function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => word !== 'of' && word !== 'the' && word !== "'s")
    .map((word) => OTHER_FORMS.get(word) ?? (WRITTEN_OUT.has(word) ? longForm(word) : word))
    .filter(Boolean)
    .join(' ');
}

/** Names whose words are kept: planning asks for those of the same catalog again and again. */
const MAX_NAMES = 20_000;
const words = new Map<string, readonly string[]>();

/** The words of a name, folded and in the singular. */
export function wordsOf(name: string): readonly string[] {
  const known = words.get(name);
  if (known) return known;
  if (words.size >= MAX_NAMES) words.clear();
  const found = fold(name).split(' ').map(lemma);
  words.set(name, found);
  return found;
}
