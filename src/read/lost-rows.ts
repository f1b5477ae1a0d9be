import { BESIDE, OWNERS } from '#src/language/en/asking.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/**
 * `Customers with their city`, `keepers and their zoos`, of which a query lists the cities and zoos alone: whose they are is asked,
 * too. The words that ask for more, or null.
 */
export function lostRows(
  question: Question,
  query: Query,
  { tables }: Pick<Schema, 'tables'>,
): string | null {
  if (query.kind !== 'select') return null;
  const shown = query.select.flatMap(({ expr }) => (expr.kind === 'column' ? [expr.column] : []));
  if (shown.length === 0 || shown.length < query.select.length) return null;
  for (let at = 1; at + 2 < question.length; at++) {
    if (!question.is(at, BESIDE) || !question.is(at + 1, OWNERS)) continue;
    const beside = columnsFrom(at + 2, question, tables);
    const isOfRows = question.tokens.slice(0, at).some((_, from) => namesRows(from, question));
    if (isOfRows && shown.every((column) => beside.has(column))) return question.textOf(at, at + 2);
  }
  return null;
}

const namesRows = (at: number, question: Question): boolean =>
  question.refs(at).some(({ options }) => options.some(isNameOfRows));

/** The columns that words from a token on may be, and those that rows are shown by. */
const columnsFrom = (
  at: number,
  question: Question,
  tables: Schema['tables'],
): ReadonlySet<string> =>
  new Set(
    question.tokens
      .slice(at)
      .flatMap((_, index) =>
        question
          .refs(at + index)
          .flatMap(({ options }) =>
            options.flatMap((one) =>
              (one.kind === 'column' ? one.columns : displayColumns(tables.get(one.table)!)).map(
                ({ name }) => name,
              ),
            ),
          ),
      ),
  );
