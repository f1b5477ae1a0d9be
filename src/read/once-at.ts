import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';

/**
 * What begins at a token, read once for each question: rules ask it for every reading that comes to the token. It must
 * depend on nothing but the question and the token.
 */
export function onceAt<Found>(
  read: (at: number, question: Question) => Found,
): (at: number, question: Question) => Found {
  const foundIn = onceOf((_question: Question) => new Map<number, Found>());
  return (at, question) => {
    const own = foundIn(question);
    const before = own.get(at);
    if (before !== undefined) return before;
    const found = read(at, question);
    own.set(at, found);
    return found;
  };
}
