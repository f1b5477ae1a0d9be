import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `The tallest building`, which is part of the name of a table (`list_of_tallest_buildings`): one of its rows is asked, of which a
 * query lists all. The words that ask for one, or null. So are the rows of `the highest revenue customer`, of which a query
 * computes the highest revenue.
 */
export const lostEnd: Finds<string> = (question, query) => {
  if (query.limit !== null || query.orderBy.length > 0) return null;
  for (const [at] of question.tokens.entries()) {
    const ranking = question.phrase(at, question.language.rankings);
    // `first notification of loss` is a name.
    if (!ranking || ranking.means.time) continue;
    const end = rankedRows(ranking.to, question);
    if (end !== null) return question.textOf(at, end);
    if (question.word(at - 1) !== 'the') continue;
    const rows = question
      .refs(at)
      .find(({ to, options }) => to > ranking.to && options.some(({ kind }) => kind === 'table'));
    const last = rows && question.tokens[rows.to - 1]!;
    if (last && last.lemma === last.lower) return question.textOf(at, rows.to);
  }
  return null;
};

/** Where rows end that stand right behind the number that ranks them. */
function rankedRows(from: number, question: Question): number | null {
  const measures = question
    .refs(from)
    .filter(({ options }) =>
      options.some((one) => one.kind === 'column' && one.columns[0]?.kind === 'measure'),
    );
  for (const { to } of measures)
    for (const rows of question.refs(to)) if (rows.options.some(isNameOfRows)) return rows.to;
  return null;
}
