import { losesPerson } from '#src/planner/lost-role.ts';
import type { Finds } from '#src/read/finds.ts';

/**
 * `For each person that tickets are assigned to`, of which a query groups by other people whom the tickets lead to: the words that
 * say who is meant, or null.
 */
export const lostPerson: Finds<string> = (question, query, schema) => {
  const { staff, toWhom } = question.language.everyday;
  const person = question.tokens.findIndex((_, at) => question.is(at, staff));
  if (person < 0) return null;
  for (let at = person + 1; at < question.length; at++)
    if (
      question.isVerbForm(at) &&
      question.is(at + 1, toWhom) &&
      losesPerson(query, question.word(at), schema)
    )
      return question.textOf(person, at + 1);
  return null;
};
