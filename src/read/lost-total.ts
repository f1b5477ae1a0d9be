import { blocksIn, sourcesOf } from '#src/planner/select-blocks.ts';
import type { Query, SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `The fares of late trips in total`, `sum of fares`, of which a query lists the fares: they are to be added up. The words that ask for it, or
 * null; rows that are counted have a total of their own.
 */
export function lostTotal(
  question: Question,
  query: Query,
  { tables }: Pick<Schema, 'tables'>,
): string | null {
  const end = question.lastWord + 1;
  const asked = computedFirst(question);
  if (asked !== null && query.kind === 'select' && !computesAny(query)) return asked;
  const said = question.language.totals.find((phrase) =>
    question.starts(end - phrase.length, phrase),
  );
  if (!said || query.kind !== 'select' || query.groupBy.length > 0) return null;
  const sources = new Map(sourcesOf(query).map(({ alias, table }) => [alias, table]));
  const listsAmounts = query.select.some(({ expr }) => {
    if (expr.kind !== 'column') return false;
    const table = tables.get(sources.get(expr.alias) ?? '');
    return table?.columns.some(({ name, kind }) => name === expr.column && kind === 'measure');
  });
  return listsAmounts ? said.join(' ') : null;
}

/** `Sum of fares`, what a question begins with; null where it begins with something else, or with a column that is called so. */
function computedFirst(question: Question): string | null {
  const at = question.isArticle(0) ? 1 : 0;
  const asked = question.phrase(at, question.language.aggregates);
  if (!asked || (asked.means !== 'sum' && asked.means !== 'avg')) return null;
  const isName = question
    .refs(at)
    .some(
      ({ to, options }) => to >= asked.to && options.some(({ evidence }) => evidence === 'name'),
    );
  if (isName) return null;
  const from = question.is(asked.to, question.language.everyday.durations.of)
    ? asked.to + 1
    : asked.to;
  const behind = question.isArticle(from) ? from + 1 : from;
  const measure = question
    .refs(behind)
    .find(({ options }) =>
      options.every((one) => one.kind === 'column' && one.columns[0]?.kind === 'measure'),
    );
  return measure ? question.textOf(at, measure.to) : null;
}

const computesAny = (query: SelectQuery): boolean =>
  blocksIn(query).some(
    ({ select, orderBy, having }, at) =>
      (at === 0 || query.select.some(({ expr }) => expr.kind === 'subquery')) &&
      (having.length > 0 ||
        [...select, ...orderBy].some(
          ({ expr }) => expr.kind !== 'column' && expr.kind !== 'literal',
        )),
  );
