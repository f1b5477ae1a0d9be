import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { REFERRING } from '#src/language/en/rewordings.ts';
import type { ValueRef } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';

/** A question without the statement before it. */
interface Asked {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * `I have to call Acme. Who is the contact there?`: a statement asks nothing. What it names, one row by its name at most, is
 * what the question behind it refers to; a statement that says more of the data is none of these.
 */
export function withoutStatement(question: Question): Asked | null {
  const end = question.tokens.findIndex((_, at) => ['.', '!', ';'].includes(question.word(at)));
  if (end < 1 || end >= question.length - 2 || question.isAsking(0) || question.asksWho)
    return null;
  const named: ValueRef[] = [];
  for (let at = 0; at < end; at++) {
    const [value] = question.valueRefs(at).filter(({ to }) => to <= end);
    if (value && isWritten(value)) {
      named.push(value);
      at = value.to - 1;
      continue;
    }
    const says =
      question.isAsking(at) ||
      question.is(at, ENGLISH_ASKED_WORDS.negating) ||
      question.number(at) !== null ||
      question.period(at) !== null ||
      question.canBe(at, ({ evidence }) => evidence === 'name');
    if (says) return null;
  }
  const [name, second] = named;
  if (second) return null;
  const { start } = question.tokens[end + 1]!;
  if (!name) return { text: question.text.slice(start), notes: [] };
  let text = question.text;
  const notes: string[] = [];
  for (let at = question.length - 1; at > end; at--) {
    const referred = REFERRING.get(question.word(at));
    if (!referred) continue;
    const token = question.tokens[at]!;
    notes.unshift(`"${token.text}" means ${name.text}.`);
    text = text.slice(0, token.start) + referred.replace('…', name.text) + text.slice(token.end);
  }
  return notes.length > 0 ? { text: text.slice(start), notes: [...new Set(notes)] } : null;
}

/** Whether a value is written just as it was said, whatever its case. */
const isWritten = ({ text, options }: ValueRef): boolean =>
  options.some(({ texts }) => texts.some((one) => one.toLowerCase() === text.toLowerCase()));
