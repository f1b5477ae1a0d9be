import { LETTER } from '#src/language/en/asking.ts';
import { hasNode } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';

/** `Who received an A`, of which a query says nothing of the grade: a letter behind an article is a value. It, or null. */
export function lostLetter(question: Question, query: SelectQuery): string | null {
  const letter = question.tokens.find(
    ({ text }, at) => at > 0 && LETTER.test(text) && question.isArticle(at - 1),
  );
  return letter && !holds(query, letter.text) ? letter.text : null;
}

/** Whether a query compares something with a text. */
const holds = (query: SelectQuery, text: string): boolean =>
  hasNode(
    query,
    (node) => ('value' in node && node.value === text) || ('text' in node && node.text === text),
  );
