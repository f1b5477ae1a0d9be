import type { Value } from '#src/texts/message.ts';
import { DAY, dayOf, MOMENT, momentOf } from '#src/texts/periods.ts';

/** What may stand in a place of an English sentence, and the value that it is read as. */
interface Place {
  readonly pattern: string;
  readonly valueOf: (text: string) => Value;
}

/** A place never extends past the end of a sentence. */
const WITHIN_A_SENTENCE = String.raw`(?:(?![.?!] \p{Lu}).)+?`;

const TEXT: Place = { pattern: WITHIN_A_SENTENCE, valueOf: (text) => text };

const LABEL: Place = { pattern: WITHIN_A_SENTENCE, valueOf: (label) => ({ label }) };

const PLACES: ReadonlyMap<string, Place> = new Map<string, Place>([
  [
    'n',
    {
      pattern: String.raw`-?\d[\d,.]*?`,
      valueOf: (text) => ({
        amount: text.replaceAll(',', ''),
        unit: null,
        isQuantity: text.includes(',') || text.length < 4,
      }),
    },
  ],
  ['amount', { pattern: String.raw`[+-]?\d[\d,.]*(?: [A-Z]{3}|%)?`, valueOf: amountIn }],
  ['day', { pattern: DAY, valueOf: (text) => ({ day: dayOf(text), unit: 'day' }) }],
  ['moment', { pattern: MOMENT, valueOf: momentOf }],
  [
    'when',
    {
      pattern: `(?:in|on|from|since|before) ${WITHIN_A_SENTENCE}`,
      valueOf: (when) => ({ when }),
    },
  ],
  ['label', LABEL],
  ['noun', LABEL],
  [
    'labels',
    {
      pattern: WITHIN_A_SENTENCE,
      valueOf: (text) => ({
        list: text.split(/, | and /).map((label) => ({ label })),
        by: 'and',
      }),
    },
  ],
]);

/** The kind of a place by its name, which may end in a number: `label2`. Unlisted names are names and values of the data. */
export const placeOf = (name: string): Place => PLACES.get(name.replace(/\d$/, '')) ?? TEXT;

function amountIn(text: string): Value {
  const [, number = text, unit] = /^([^ %]+) ?(\S+)?$/.exec(text) ?? [];
  const amount = number.replaceAll(',', '').replace('+', '');
  return { amount, unit: unit ?? null, isQuantity: true };
}
