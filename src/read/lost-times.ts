import { wordsOf } from '#src/catalog/name-keys.ts';
import { blocksIn, columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Predicate, Query } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import { timesAt } from '#src/read/rules/conditions.ts';

/**
 * `Ordered more than five times`, of which a query compares an amount with five: how often something was done is a number of
 * rows, or a column that is called so. The words that say how often, or null.
 */
export function lostTimes(
  question: Question,
  query: Query,
  tables: ReadonlyMap<string, CatalogTable>,
): string | null {
  for (const [at] of question.tokens.entries()) {
    const bound = timesAt(at, question);
    if (bound && comparesAmount(query, bound.value.value, question, tables))
      return question.textOf(at, bound.to);
    const ranked = question.phrase(at, question.language.timesRanked);
    const isOfTimes = ranked && question.word(ranked.to - 1) === 'times';
    if (isOfTimes && ranksAmount(query, tables)) return question.textOf(at, ranked.to);
  }
  return null;
}

/** `Used the most times in lessons`, of which a query ranks by the time of lessons: whether rows are ranked by what is no count. */
const ranksAmount = (query: Query, tables: ReadonlyMap<string, CatalogTable>): boolean =>
  blocksIn(query).some((block) => {
    const sources = tablesByAlias(block);
    return block.orderBy.slice(0, 1).some(({ expr }) =>
      columnsIn(expr).some((column) => {
        const found = columnBehind(column, sources, tables)?.column;
        return found !== undefined && wordsOf(found.label).includes('time');
      }),
    );
  });

/** Whether a query holds a column that is no number of times to a number. */
const comparesAmount = (
  query: Query,
  value: number,
  question: Question,
  tables: ReadonlyMap<string, CatalogTable>,
): boolean =>
  blocksIn(query).some((block) => {
    const sources = tablesByAlias(block);
    const isOther = (one: Predicate): boolean => {
      if (one.kind !== 'compare' || one.left.kind !== 'column' || one.right.kind !== 'literal')
        return false;
      const found = columnBehind(one.left, sources, tables);
      const isTimes =
        found === null ||
        wordsOf(found.column.label).some((word) => question.language.names.numberOfTimes.has(word));
      return Number(one.right.value) === value && !isTimes;
    };
    return [...block.where, ...block.having].some(isOther);
  });
