import { AMOUNT_VERBS, NOUNS, STATES, VERBS } from '#src/language/de/nouns.ts';
import { MONTHS, SCALES } from '#src/language/de/numbers.ts';
import { PHRASES } from '#src/language/de/phrases.ts';
import { plain, stem } from '#src/language/de/stem.ts';
import { dayFirst, POINTED_NUMBERS } from '#src/language/european.ts';
import { countsOf } from '#src/language/number-words.ts';
import { words } from '#src/language/tables.ts';
import type { Translation } from '#src/language/translation.ts';

export const GERMAN: Translation = {
  tag: 'de',
  phrases: PHRASES,
  prepositions: new Map([
    ['nach', { time: 'after', number: null, value: 'to', other: 'by' }],
    ['vor', { time: 'before', number: 'before', value: null, other: null }],
    ['ab', { time: 'since', number: 'at least', value: null, other: null }],
    ['bis', { time: 'until', number: 'at most', value: null, other: null }],
    ['von', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['vom', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['über', { time: null, number: 'above', value: null, other: null }],
    ['unter', { time: null, number: 'below', value: null, other: null }],
    ['am', { time: 'on', number: null, value: 'in', other: 'in' }],
  ]),
  genitives: words('der des'),
  relatives: words('die der das den dem welche welcher welches'),
  nouns: NOUNS,
  states: STATES,
  verbs: VERBS,
  amountVerbs: AMOUNT_VERBS,
  computedFirst: new Map([
    ...(['durchschnitts', 'durchschnitt'] as const).map((one) => [one, 'average'] as const),
    ...([
      ['gesamt', 'total'],
      ['höchst', 'highest'],
      ['maximal', 'maximum'],
    ] as const),
    ...([
      ['minimal', 'minimum'],
      ['mindest', 'minimum'],
    ] as const),
  ]),
  computedLast: new Map([
    ['anzahl', 'number of'],
    ['summe', 'total'],
    ['durchschnitt', 'average'],
  ]),
  denying: 'un',
  linking: ['', 's', 'es', 'n', 'en', 'e', 'er'],
  adjectiveEndings: ['', 'e', 'er', 'en', 'es', 'em'],
  numberWords: countsOf('de'),
  scales: SCALES,
  months: MONTHS,
  elided: words(''),
  isHeadFirst: false,
  links: words(''),
  ...POINTED_NUMBERS,
  dayOf: dayFirst,
  stem,
  plain,
  spellings: (text) => {
    const umlauts = text.replace(/ae/g, 'ä').replace(/oe/g, 'ö').replace(/ue/g, 'ü');
    const capital = umlauts.replace(/^Ae/, 'Ä').replace(/^Oe/, 'Ö').replace(/^Ue/, 'Ü');
    return [...new Set([text, capital, text.replaceAll('ss', 'ß')])];
  },
};
