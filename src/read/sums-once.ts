import { columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Ref } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { tableOf } from '#src/read/resolve.ts';

/**
 * `Total fee of all sessions`, of which a query adds up the fee of each lesson once, however many sessions it has. The rows whose
 * number is asked, or null.
 */
export const sumsOnce: Finds<string> = (question, query, { references }) => {
  const sources = tablesByAlias(query);
  const own = new Set(sources.values());
  const computed = query.select.flatMap(({ expr }) =>
    expr.kind === 'aggregate' && (expr.fn === 'sum' || expr.fn === 'avg') ? columnsIn(expr) : [],
  );
  for (const { alias, column } of computed) {
    const table = sources.get(alias) ?? alias;
    const isOf = ({ options }: Ref) =>
      options.some(
        (one) =>
          one.kind === 'column' &&
          one.table === table &&
          one.columns.some(({ name }) => name === column),
      );
    const finer = ({ options }: Ref) =>
      options.some(
        (one) =>
          one.kind === 'table' &&
          one.evidence === 'name' &&
          !own.has(one.table) &&
          [...references].some(([end, to]) => tableOf(end) === one.table && tableOf(to) === table),
      );
    for (const [at] of question.tokens.entries())
      for (const measure of question.refs(at).filter(isOf)) {
        const behind = rowsOf(measure.to, question).find(finer);
        const before = question.refsOver(at - 1).find(({ to }) => to === at);
        if (behind) return behind.text;
        if (before && finer(before)) return before.text;
      }
  }
  return null;
};

/** The rows that a number is said of: `of all sessions`. */
function rowsOf(at: number, question: Question): readonly Ref[] {
  if (!question.is(at, question.language.between.owners)) return [];
  let next = at + 1;
  while (question.isArticle(next) || question.is(next, question.language.distinct)) next++;
  return question.refs(next);
}
