import {
  monthNames,
  POINTED_NUMBERS,
  ROMANCE,
  stemOrWord,
  withoutMarks,
  withoutMarksButBeing,
} from '#src/language/european.ts';
import { countsOf } from '#src/language/number-words.ts';
import { NOUNS, STATES, VERBS } from '#src/language/pt/nouns.ts';
import { PHRASES } from '#src/language/pt/phrases.ts';
import { words } from '#src/language/tables.ts';
import type { Translation } from '#src/language/translation.ts';

export const PORTUGUESE: Translation = {
  ...ROMANCE,
  tag: 'pt',
  phrases: PHRASES,
  prepositions: new Map([
    ['de', { time: 'of', number: 'of', value: 'of', other: 'of' }],
    ['a', { time: 'until', number: 'at most', value: 'in', other: 'the' }],
    ['até', { time: 'until', number: 'at most', value: null, other: null }],
    ['sobre', { time: null, number: 'above', value: null, other: 'on' }],
    ['sob', { time: null, number: 'below', value: null, other: null }],
  ]),
  nouns: NOUNS,
  states: STATES,
  verbs: VERBS,
  amountVerbs: `
    faturou faturaram faturamos fatura faturam vende vendem vendeu vendemos = receita
    gastamos gastaram = custo
    custa custam = preço
    pesa pesam = peso
    ganha ganham = salário
  `,
  adjectiveEndings: ['', 's', 'as', 'os', 'a', 'o', 'es'],
  numberWords: countsOf('pt'),
  scales: new Map([
    ['mil', 1e3],
    ['milhao', 1e6],
    ['milhoes', 1e6],
  ]),
  months: monthNames(
    `janeiro jan = January; fevereiro fev = February; março mar = March; abril abr = April; maio mai = May; junho jun = June;
     julho jul = July; agosto ago = August; setembro set = September; outubro out = October; novembro nov = November;
     dezembro dez = December`,
  ),
  elided: words("d'"),
  links: words('de do da dos das o a os as'),
  ...POINTED_NUMBERS,
  stem,
  plain: withoutMarksButBeing,
};

/** What singular and plural, masculine and feminine share: `regiões`, `região` → regi; `pedidos` → pedid. */
function stem(word: string): string {
  const text = withoutMarks(word);
  const bare = text
    .replace(/(?:oes|aes|aos|ao)$/, '')
    .replace(/ns$/, 'm')
    .replace(/ais$/, 'al')
    .replace(/eis$/, 'el')
    .replace(/(?:es|as|os|s)$/, '')
    .replace(/[aeo]$/, '');
  return stemOrWord(bare, text);
}
