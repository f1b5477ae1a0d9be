import { blocksIn, columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Ref } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/**
 * `The fares of late trips in total`, `sum of fares`, of which a query lists the fares: they are to be added up. The words that ask for it, or
 * null; rows that are counted have a total of their own.
 */
export const lostTotal: Finds<string> = (question, query, { tables }) => {
  const end = question.lastWord + 1;
  const asked = computed(question);
  if (asked !== null && !computesAny(query)) return asked;
  const said = question.language.totals.find((phrase) =>
    question.starts(end - phrase.length, phrase),
  );
  if (!said || query.groupBy.length > 0) return null;
  const sources = tablesByAlias(query);
  const listsAmounts = query.select.some(({ expr }) => {
    if (expr.kind !== 'column') return false;
    return columnBehind(expr, sources, tables)?.column.kind === 'measure';
  });
  return listsAmounts ? said.join(' ') : null;
};

/**
 * `Sum of all donations`, `average fare` at the beginning: what a question asks to be computed of several rows; null where it does not,
 * or where a column is called so.
 */
function computed(question: Question): string | null {
  const first = question.isArticle(0) ? 1 : 0;
  for (const [at] of question.tokens.entries()) {
    const asked = question.phrase(at, question.language.aggregates);
    if (!asked || (asked.means !== 'sum' && asked.means !== 'avg') || isNameFrom(at, question))
      continue;
    const isOf = question.is(asked.to, question.language.everyday.durations.of);
    if (isOf && asked.means === 'sum') return question.textOf(at, asked.to + 1);
    const measure = at === first && measureFrom(isOf ? asked.to + 1 : asked.to, question);
    if (measure) return question.textOf(at, measure.to);
  }
  return null;
}

const isNameFrom = (at: number, question: Question): boolean =>
  question.canBe(at, ({ evidence }) => evidence === 'name');

const measureFrom = (at: number, question: Question): Ref | undefined =>
  question
    .refs(question.isArticle(at) ? at + 1 : at)
    .find(({ options }) =>
      options.every((one) => one.kind === 'column' && one.columns[0]?.kind === 'measure'),
    );

const computesAny = (query: SelectQuery): boolean =>
  blocksIn(query).some(
    ({ select, orderBy, having }, at) =>
      (at === 0 || query.select.some(({ expr }) => expr.kind === 'subquery')) &&
      (having.length > 0 ||
        [...select, ...orderBy].some(
          ({ expr }) => expr.kind !== 'column' && expr.kind !== 'literal',
        )),
  );
