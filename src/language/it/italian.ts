import {
  monthNames,
  POINTED_NUMBERS,
  ROMANCE,
  stemOrWord,
  withoutMarks,
  withoutMarksButBeing,
} from '#src/language/european.ts';
import { NOUNS, STATES, VERBS } from '#src/language/it/nouns.ts';
import { PHRASES } from '#src/language/it/phrases.ts';
import { countsOf } from '#src/language/number-words.ts';
import { words } from '#src/language/tables.ts';
import type { Translation } from '#src/language/translation.ts';

export const ITALIAN: Translation = {
  ...ROMANCE,
  tag: 'it',
  phrases: PHRASES,
  prepositions: new Map([
    ['di', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['da', { time: 'of', number: 'at least', value: 'from', other: null }],
    ['a', { time: 'until', number: 'at most', value: 'in', other: null }],
    ['prima', { time: 'before', number: null, value: null, other: null }],
    ['dopo', { time: 'after', number: null, value: null, other: null }],
    ['sopra', { time: null, number: 'above', value: null, other: null }],
    ['sotto', { time: null, number: 'below', value: null, other: null }],
  ]),
  nouns: NOUNS,
  states: STATES,
  verbs: VERBS,
  amountVerbs: `
    fattura fatturano vende vendono incassato = fatturato
    costa costano = prezzo
    pesa pesano = peso
    guadagna guadagnano = stipendio
  `,
  adjectiveEndings: ['', 'i', 'e', 'a', 'o'],
  numberWords: countsOf('it'),
  scales: new Map([
    ['mila', 1e3],
    ['milione', 1e6],
    ['milioni', 1e6],
    ['miliardo', 1e9],
    ['miliardi', 1e9],
  ]),
  months: monthNames(
    `gennaio gen = January; febbraio feb = February; marzo mar = March; aprile apr = April; maggio mag = May;
     giugno giu = June; luglio lug = July; agosto ago = August; settembre set sett = September; ottobre ott = October;
     novembre nov = November; dicembre dic = December`,
  ),
  elided: words("l' d' un' dell' all' nell' sull' dall' quell' c' quant'"),
  links: words("di d' del della dello dell' dei delle degli"),
  ...POINTED_NUMBERS,
  stem,
  plain: withoutMarksButBeing,
};

/** What singular and plural, masculine and feminine share: `ordini` → ordin, `marche` → marc. */
function stem(word: string): string {
  const text = withoutMarks(word);
  const bare = text.replace(/h?[aeio]+$/, '');
  return stemOrWord(bare, text);
}
