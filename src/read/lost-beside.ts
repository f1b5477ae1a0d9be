import { BESIDE, OWNERS } from '#src/language/en/asking.ts';
import { columnsIn } from '#src/planner/select-blocks.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `The rental ids and their garages`, of which a query joins the garages and shows nothing of them: they are asked for, too. The
 * words that name them, or null.
 */
export const lostBeside: Finds<string> = (question, query, { graph }) => {
  if (query.select.some(({ expr }) => expr.kind !== 'column')) return null;
  const { select, where, groupBy, having, orderBy, joins } = query;
  const used = new Set(
    columnsIn([select, where, groupBy, having, orderBy]).map(({ alias }) => alias),
  );
  const leadsOn = (alias: string) =>
    joins.some(
      ({ source, on }) =>
        source.alias !== alias &&
        on.some(({ left, right }) => left.alias === alias || right.alias === alias),
    );
  const idle = joins.flatMap(({ source: { alias, table } }) =>
    !used.has(alias) && !leadsOn(alias) && graph.toOne(query.from.table, table) ? [table] : [],
  );
  if (idle.length === 0) return null;
  for (const [at] of question.tokens.entries()) {
    const ref = question
      .refs(at)
      .find(({ options }) => options.some((one) => isNameOfRows(one) && idle.includes(one.table)));
    if (ref && isBeside(at, question)) return ref.text;
  }
  return null;
};

/** `and their`, `with the related`: what stands before something that is shown beside other things. */
function isBeside(at: number, question: Question): boolean {
  let before = at - 1;
  while (
    question.isArticle(before) ||
    question.is(before, OWNERS) ||
    (question.language.verbs.isVerbForm(question.word(before)) === true &&
      !question.isFunctionWord(before) &&
      !question.namesSomething(before))
  )
    before--;
  return question.is(before, BESIDE) || question.isAnd(before);
}
