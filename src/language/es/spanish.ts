import { NOUNS, STATES, VERBS } from '#src/language/es/nouns.ts';
import { PHRASES } from '#src/language/es/phrases.ts';
import {
  monthNames,
  POINTED_NUMBERS,
  ROMANCE,
  stemOrWord,
  withoutMarks,
} from '#src/language/european.ts';
import { countsOf } from '#src/language/number-words.ts';
import { words } from '#src/language/tables.ts';
import type { Translation } from '#src/language/translation.ts';

export const SPANISH: Translation = {
  ...ROMANCE,
  tag: 'es',
  phrases: PHRASES,
  prepositions: new Map([
    ['de', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['a', { time: 'until', number: 'at most', value: 'in', other: null }],
    ['sobre', { time: null, number: 'above', value: null, other: 'on' }],
    ['bajo', { time: null, number: 'below', value: null, other: null }],
  ]),
  nouns: NOUNS,
  states: STATES,
  verbs: VERBS,
  amountVerbs: `
    facturamos facturó facturaron factura facturan vendimos vende venden = ingreso
    gastamos gastaron gastó = costo
    cuesta cuestan = precio
    pesa pesan = peso
    gana ganan = salario
  `,
  adjectiveEndings: ['', 's', 'as', 'os', 'a', 'o', 'es'],
  numberWords: countsOf('es'),
  scales: new Map([
    ['mil', 1e3],
    ['millon', 1e6],
    ['millones', 1e6],
  ]),
  months: monthNames(
    `enero ene = January; febrero feb = February; marzo mar = March; abril abr = April; mayo may = May; junio jun = June;
     julio jul = July; agosto ago = August; septiembre setiembre sept sep = September; octubre oct = October;
     noviembre nov = November; diciembre dic = December`,
  ),
  elided: words(''),
  links: words('de del la las el los'),
  ...POINTED_NUMBERS,
  stem,
  plain: withoutMarks,
};

/** What singular and plural, masculine and feminine share: `pedidos` → pedid, `ciudades` → ciudad. */
function stem(word: string): string {
  const text = withoutMarks(word);
  const bare = text.replace(/(?:es|as|os|s)$/, '').replace(/[aeo]$/, '');
  return stemOrWord(bare, text);
}
