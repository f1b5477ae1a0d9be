import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';

/** `Who received an A`, of which a query says nothing of the grade: a letter behind an article is a value. It, or null. */
export function lostLetter(question: Question, query: SelectQuery): string | null {
  const letter = question.tokens.find(
    ({ text }, at) => at > 0 && /^\p{Lu}$/u.test(text) && question.isArticle(at - 1),
  );
  return letter && !holds(query, letter.text) ? letter.text : null;
}

/** Whether a part of a query compares something with a text. */
const holds = (part: unknown, text: string): boolean =>
  part !== null &&
  typeof part === 'object' &&
  (('value' in part && part.value === text) ||
    ('text' in part && part.text === text) ||
    Object.values(part).some((one) => holds(one, text)));
