import { isBirth } from '#src/planner/lexicon/birth.ts';
import { isDate } from '#src/planner/measured.ts';
import { UNITS } from '#src/planner/question-words.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `Rentals per year` grouped by the year that their cars were built in, where rentals have dates of their own: when the rows were is
 * meant, unless the question says whose year it is. The table whose year was taken.
 */
export const otherYear: Finds<string> = (question, { from, joins, groupBy }, { tables, graph }) => {
  const home = from.table;
  const own = tables.get(home)?.columns.filter((one) => isDate(one) && !isBirth(one)) ?? [];
  if (own.length === 0) return null;
  const sources = tablesByAlias({ from, joins });
  const taken = groupBy.flatMap((expr) => {
    const table = expr.kind === 'column' ? sources.get(expr.alias) : undefined;
    if (expr.kind !== 'column' || table === undefined || table === home) return [];
    const label = tables.get(table)?.columns.find(({ name }) => name === expr.column)?.label;
    const unit = label?.toLowerCase() ?? '';
    return UNITS.has(unit) && graph.toOne(home, table) ? [{ table, unit }] : [];
  });
  return taken.find(({ table, unit }) => !isSaidOf(table, unit, question))?.table ?? null;
};

/** `vehicle year`, `year of the vehicle`. */
const isSaidOf = (table: string, unit: string, question: Question): boolean =>
  question.tokens.some(({ lemma }, at) => {
    if (lemma !== unit) return false;
    const names = (from: number, to: number): boolean =>
      question
        .refs(from)
        .some(
          (one) =>
            (to < 0 || one.to === to) &&
            one.options.some((option) => option.kind === 'table' && option.table === table),
        );
    const before = Array.from({ length: Math.min(at, 4) }, (_, index) => at - 1 - index);
    if (before.some((start) => names(start, at))) return true;
    const of = question.word(at + 1) === 'of' ? at + 2 : -1;
    return of > 0 && [of, of + 1].some((start) => names(start, -1));
  });
