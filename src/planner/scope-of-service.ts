import { READ_LANGUAGES } from '#src/language/translations.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import type { Token } from '#src/planner/tokens.ts';
import { ADDING_UP, FOREIGN, WRITING } from '#src/planner/words.ts';

const YES_NO = new Set('is are was were does do did has have am should'.split(' '));

/** Begins with several words that are written as one. */
const COMPOUND = /^\s*\p{L}+-\p{L}/u;

/** Declines what is no question over data: requests to change it, other languages, yes-or-no questions, talk. */
export function refuse(question: string, tokens: readonly Token[]): void {
  const words = tokens.filter((token) => token.kind === 'word');
  const first = words.find((token) => token.lower !== 'please')?.lower ?? '';
  if (words.length === 0)
    throw new Declined('out_of_scope', `Ask a question about the data in ${READ_LANGUAGES}.`);
  const second = words[words.findIndex(({ lower }) => lower === first) + 1]?.lower ?? '';
  // `add up the fares`, `drop-out rate`
  if (WRITING.has(first) && !COMPOUND.test(question) && !ADDING_UP.has(`${first} ${second}`))
    throw new Declined(
      'no_safe_sql',
      'Plumbline only reads: it answers questions and never changes data.',
    );
  const letters = [...question].filter((letter) => /\p{L}/u.test(letter));
  const foreign = words.filter((token) => FOREIGN.has(token.lower)).length;
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  if (latin < letters.length / 2 || foreign >= 2)
    throw new Declined(
      'unsupported_question',
      `The built-in planner doesn't support this language. Ask in ${READ_LANGUAGES}.`,
    );
  refuseGrouped(tokens);
  refuseOrderAlone(words);
  if (YES_NO.has(first))
    throw new Declined(
      'unsupported_question',
      "Yes-or-no questions aren't supported. Ask how many, which or what.",
    );
  if (first === 'why')
    throw new Declined(
      'unsupported_question',
      "The data doesn't give reasons. Ask how many, which or what.",
    );
}

/** `Order the customers` asks for an order and says none; what is called orders is not asked for. */
function refuseOrderAlone(words: readonly Token[]): void {
  const [first, second] = words;
  if (first?.lower !== 'order' || !['the', 'all', 'these', 'them'].includes(second?.lower ?? ''))
    return;
  throw new Unread(
    'unsupported_question',
    'What should they be sorted by? Say "sorted by" and the column.',
    first.text,
  );
}

/** `over 1.000`: a thousand where points part thousands, and one where they part decimals. */
function refuseGrouped(tokens: readonly Token[]): void {
  const token = tokens.find(
    ({ kind, text }) => kind === 'number' && /^\D?[1-9]\d{0,2}(\.\d{3})+$/.test(text),
  );
  if (!token) return;
  const whole = token.text.replaceAll('.', '');
  throw new Declined(
    'ambiguous',
    `Is ${token.text} the number ${whole}, or a number with decimals? Write ${whole}, or use a different number of decimals.`,
    token.text,
  );
}
