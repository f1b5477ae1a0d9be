import {
  dayFirst,
  monthNames,
  POINTED_NUMBERS,
  stemOrWord,
  withoutMarks,
} from '#src/language/european.ts';
import { NOUNS, STATES, VERBS } from '#src/language/nl/nouns.ts';
import { PHRASES } from '#src/language/nl/phrases.ts';
import { countsOf } from '#src/language/number-words.ts';
import { words } from '#src/language/tables.ts';
import type { Translation } from '#src/language/translation.ts';

export const DUTCH: Translation = {
  tag: 'nl',
  phrases: PHRASES,
  prepositions: new Map([
    ['van', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['voor', { time: 'before', number: 'before', value: 'for', other: 'for' }],
    ['na', { time: 'after', number: 'after', value: null, other: null }],
    ['naar', { time: null, number: null, value: 'to', other: 'by' }],
    ['vanaf', { time: 'since', number: 'at least', value: 'from', other: null }],
    ['tot', { time: 'until', number: 'at most', value: null, other: null }],
    ['boven', { time: null, number: 'above', value: null, other: null }],
    ['onder', { time: null, number: 'below', value: null, other: null }],
    ['op', { time: 'on', number: null, value: 'in', other: 'by' }],
  ]),
  genitives: words(''),
  relatives: words('die dat'),
  nouns: NOUNS,
  states: STATES,
  verbs: VERBS,
  amountVerbs: `
    verkoopt = omzet
    kost kosten = prijs
    weegt wegen = gewicht
    verdient verdienen = salaris
  `,
  computedFirst: new Map([
    ['gemiddelde', 'average'],
    ['totaal', 'total'],
    ['totale', 'total'],
    ['maximum', 'maximum'],
    ['minimum', 'minimum'],
  ]),
  computedLast: new Map([
    ['aantal', 'number of'],
    ['totaal', 'total'],
    ['gemiddelde', 'average'],
  ]),
  denying: 'on',
  linking: ['', 's', 'en', 'e', 'n'],
  adjectiveEndings: ['', 'e', 'en', 's'],
  numberWords: countsOf('nl'),
  scales: new Map([
    ['duizend', 1e3],
    ['mln', 1e6],
    ['miljoen', 1e6],
    ['mld', 1e9],
    ['miljard', 1e9],
  ]),
  months: monthNames(
    `januari jan = January; februari feb = February; maart mrt = March; april apr = April; mei = May; juni jun = June;
     juli jul = July; augustus aug = August; september sep sept = September; oktober okt = October;
     november nov = November; december dec = December`,
  ),
  elided: words(''),
  isHeadFirst: false,
  links: words(''),
  ...POINTED_NUMBERS,
  dayOf: dayFirst,
  stem,
  plain: withoutMarks,
  spellings: (text) => [text],
};

/** What the forms of a word share: `klanten` → klant, `prijzen`, `prijs` → prijs, `bedragen` → bedrag. */
function stem(word: string): string {
  const text = withoutMarks(word).replace(/'s$/, '');
  const bare = text.replace(/(?<=..)(?:en|s|e)$/, '');
  const ended = bare
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/([aeou])\1(?=[^aeiou]$)/, '$1');
  return stemOrWord(ended, text);
}
