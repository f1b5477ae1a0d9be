import type { Query } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `The tallest building`, which is part of the name of a table (`list_of_tallest_buildings`): one of its rows is asked, of which a
 * query lists all. The words that ask for one, or null.
 */
export function lostEnd(question: Question, query: Query): string | null {
  if (query.kind !== 'select' || query.limit !== null || query.orderBy.length > 0) return null;
  for (const [at] of question.tokens.entries()) {
    const ranking = question.phrase(at, question.language.rankings);
    // `first notification of loss` is a name.
    if (!ranking || ranking.means.time || question.word(at - 1) !== 'the') continue;
    const rows = question
      .refs(at)
      .find(({ to, options }) => to > ranking.to && options.some(({ kind }) => kind === 'table'));
    const last = rows && question.tokens[rows.to - 1]!;
    if (last && last.lemma === last.lower) return question.textOf(at, rows.to);
  }
  return null;
}
