import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Predicate } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';

/**
 * Whether rows of another table are counted and held to a bound, where the asked rows have an amount that a verb of the
 * question tells of: `concerts attended by more than 500 people` may be those whose `attendance` is above 500.
 */
export const countsPastAmount: Finds<boolean> = (question, { from, where }, { tables }) => {
  const table = tables.get(from.table);
  if (!table || !where.some(countsOthers)) return false;
  const { isAkin } = question.language.names;
  const verbs = question.tokens.filter(
    ({ kind, capital }, at) => kind === 'word' && !capital && question.isVerbForm(at),
  );
  return table.columns.some(
    ({ kind, hidden, label }) =>
      kind === 'measure' &&
      !hidden &&
      wordsOf(label).some((word) => verbs.some(({ lower }) => isAkin(word, lower))),
  );
};

const countsOthers = (one: Predicate): boolean =>
  one.kind === 'compare' &&
  one.left.kind === 'subquery' &&
  one.left.query.kind === 'select' &&
  one.left.query.select.some(({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count');
