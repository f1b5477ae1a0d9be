import { COMPUTING } from '#src/language/en/asking.ts';
import { UNITS } from '#src/language/en/periods.ts';
import type { ReadDoubt } from '#src/read/asking/doubt.ts';
import type { Question } from '#src/read/question.ts';

/** Words that may name nothing. */
const MOST_UNKNOWN = 2;
/** Names and values for each word that names nothing, at least. */
const KNOWN = 2;

/** A word or two that name nothing, beside more that do: whether the question is meant without them. */
export const nearReading: ReadDoubt = ({ question, follows }) => {
  if (follows) return null;
  const { unknown, known } = wordsOf(question);
  if (unknown.length === 0 || unknown.length > MOST_UNKNOWN) return null;
  if (known < KNOWN * unknown.length) return null;
  const said = unknown.map((at) => `"${question.tokens[at]!.text}"`).join(' and ');
  const text = question.withoutTokens(unknown);
  return {
    ask:
      unknown.length === 1
        ? `${said} doesn't match any table, column or value in the data. Ask the question without it?`
        : `${said} don't match any table, column or value in the data. Ask the question without them?`,
    options: [{ label: null, question: text }],
    fewest: 1,
  };
};

const NOTHING = { unknown: [], known: 0 };

/** The words that name nothing and are none of the grammar, and how many names and values there are. */
function wordsOf(question: Question): {
  readonly unknown: readonly number[];
  readonly known: number;
} {
  const unknown: number[] = [];
  let known = 0;
  for (let at = 0; at < question.length; ) {
    const ends = [...question.refs(at), ...question.valueRefs(at)].map(({ to }) => to);
    if (ends.length > 0) {
      known++;
      at = Math.max(...ends);
      continue;
    }
    // `by month`, `this year`: a time that wasn't read is not left out.
    if (question.is(at, UNITS)) return NOTHING;
    if (question.isNoun(at) && !question.is(at, COMPUTING)) {
      // `over 10 euros`: what the number is of.
      if (question.number(at - 1) !== null) return NOTHING;
      unknown.push(at);
    }
    at++;
  }
  return { unknown, known };
}
