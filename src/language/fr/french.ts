import {
  monthNames,
  ROMANCE,
  SPACED_NUMBERS,
  stemOrWord,
  withoutMarks,
} from '#src/language/european.ts';
import { NOUNS, STATES, VERBS } from '#src/language/fr/nouns.ts';
import { PHRASES } from '#src/language/fr/phrases.ts';
import { countsOf } from '#src/language/number-words.ts';
import { words } from '#src/language/tables.ts';
import type { Translation } from '#src/language/translation.ts';

export const FRENCH: Translation = {
  ...ROMANCE,
  tag: 'fr',
  phrases: PHRASES,
  prepositions: new Map([
    ['de', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['à', { time: 'until', number: 'at most', value: 'in', other: 'in' }],
    ['avant', { time: 'before', number: 'before', value: null, other: null }],
    ['après', { time: 'after', number: 'after', value: null, other: null }],
    ['sous', { time: null, number: 'below', value: null, other: null }],
    ['entre', { time: 'between', number: 'between', value: null, other: null }],
  ]),
  nouns: NOUNS,
  states: STATES,
  verbs: VERBS,
  amountVerbs: `
    facture facturé facturent vend vendent rapporte rapportent = ca
    coute coutent coutant = prix
    pese pesent = poids
    gagne gagnent = salaire
  `,
  adjectiveEndings: ['', 's', 'e', 'es'],
  numberWords: countsOf('fr'),
  scales: new Map([
    ['mille', 1e3],
    ['million', 1e6],
    ['millions', 1e6],
    ['milliard', 1e9],
    ['milliards', 1e9],
  ]),
  months: monthNames(
    `janvier janv = January; février fév févr = February; mars = March; avril avr = April; mai = May; juin = June;
     juillet juil = July; août = August; septembre sept = September; octobre oct = October; novembre nov = November;
     décembre déc = December`,
  ),
  elided: words("l' d' n' qu' j' s' c' t' m'"),
  links: words("de d' du des la le les l'"),
  ...SPACED_NUMBERS,
  stem,
  plain: withoutMarks,
};

/** What singular and plural, masculine and feminine share: `commandes` → command, `journaux` → journal. */
function stem(word: string): string {
  const text = withoutMarks(word)
    .replace(/eaux$/, 'eau')
    .replace(/aux$/, 'al')
    .replace(/[sx]$/, '');
  const bare = text.replace(/e+$/, '');
  return stemOrWord(bare, text);
}
