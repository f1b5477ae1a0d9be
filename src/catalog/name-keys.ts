import { fold, lemma } from '#src/catalog/fold.ts';

const LONG_FORMS: ReadonlyMap<string, string> = new Map([
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['avg', 'average'],
  ['num', 'number'],
  ['no', 'number'],
  ['pct', 'percentage'],
  ['percent', 'percentage'],
  ['qty', 'quantity'],
  ['desc', 'description'],
  ['dept', 'department'],
  ['organisation', 'organization'],
  ['yn', ''],
  ['f', ''],
]);

/** A name as the lexicon compares it. */
export function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => word !== 'of' && word !== 'the' && word !== "'s")
    .map((word) => LONG_FORMS.get(word) ?? word)
    .filter(Boolean)
    .join(' ');
}

export const wordsOf = (name: string) => fold(name).split(' ').map(lemma);
