import { fold } from '#src/catalog/fold.ts';
import { blocksIn, columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Predicate, Query } from '#src/plugin-api/query.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { timesAt } from '#src/read/rules/conditions.ts';

/**
 * `Ordered more than five times`, of which a query compares an amount with five, or `used the most times`, of which it ranks by
 * a lesson's time: how often something was done is a number of rows, or a column that is called so. The words that say how
 * often, or null.
 */
export const lostTimes: Finds<string> = (question, query, { tables }) => {
  for (const [at] of question.tokens.entries()) {
    const bound = timesAt(at, question);
    if (bound && comparesAmount(query, bound.value.value, question, tables))
      return question.textOf(at, bound.to);
    const ranked = question.phrase(at, question.language.timesRanked);
    const { numberOfTimes } = question.language.names;
    if (
      ranked &&
      numberOfTimes.has(question.word(ranked.to - 1)) &&
      ranksByOther(query, question, tables)
    )
      return question.textOf(at, ranked.to);
  }
  return null;
};

/** Whether the first rows of a query are those of an amount that is no number of times. */
const ranksByOther = (
  query: Query,
  question: Question,
  tables: ReadonlyMap<string, CatalogTable>,
): boolean =>
  blocksIn(query).some((block) => {
    const [first] = block.limit ? block.orderBy : [];
    const ranked = first?.expr.kind === 'aggregate' ? first.expr.arg : first?.expr;
    const found = ranked && columnBehind(ranked, tablesByAlias(block), tables);
    return found ? !isNumberOfTimes(found.column, question) : false;
  });

const isNumberOfTimes = ({ label }: CatalogColumn, { language }: Question): boolean =>
  fold(label)
    .split(' ')
    .some((word) => language.names.numberOfTimes.has(word));

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
      const isTimes = found === null || isNumberOfTimes(found.column, question);
      return Number(one.right.value) === value && !isTimes;
    };
    return [...block.where, ...block.having].some(isOther);
  });
