import { BESIDE, OWNERS } from '#src/language/en/asking.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import { isNameOfRows, type Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Customers with their city`, `keepers and their zoos`, of which a query lists the cities or zoos alone: whose they are is asked, too. The
 * words that ask for more, or null.
 */
export const lostRows: Finds<string> = (question, query, { tables }) => {
  const sources = tablesByAlias(query);
  const shown = query.select.flatMap(({ expr }) =>
    expr.kind === 'column' ? [`${sources.get(expr.alias)}\0${expr.column}`] : [],
  );
  if (shown.length === 0 || shown.length < query.select.length) return null;
  const columnsOf = (one: Option) =>
    one.kind === 'column' ? one.columns : displayColumns(tables.get(one.table)!);
  for (let at = 1; at + 2 < question.length; at++) {
    const isAnd = question.isAnd(at);
    if ((!isAnd && !question.is(at, BESIDE)) || !question.is(at + 1, OWNERS)) continue;
    const options = optionsFrom(at + 2, question).filter((one) => !isAnd || isNameOfRows(one));
    const beside = new Set(
      options.flatMap((one) => columnsOf(one).map(({ name }) => `${one.table}\0${name}`)),
    );
    const isOfRows = optionsFrom(0, question, at).some(isNameOfRows);
    if (isOfRows && shown.every((column) => beside.has(column))) return question.textOf(at, at + 2);
  }
  return null;
};

/** What words between two tokens may be. */
const optionsFrom = (from: number, question: Question, to = question.length): readonly Option[] =>
  question.tokens
    .slice(from, to)
    .flatMap((_, index) => question.refs(from + index).flatMap(({ options }) => options));
