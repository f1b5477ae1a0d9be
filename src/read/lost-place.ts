import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { ASKING_WHERE, PLACE_NAMES } from '#src/language/en/asked-of-rows.ts';
import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** `Where are the frozen members`, of whom a query shows their kind: no column of it is a place, nor is it of one. */
export function lostPlace(question: Question, query: SelectQuery, { tables }: Schema): boolean {
  if (!question.is(0, ASKING_WHERE)) return false;
  const sources = tablesByAlias(query);
  const isPlace = (label: string) =>
    wordsOf(label).some((word) => PLACE_NAMES.some((name) => lemma(word).endsWith(name)));
  return !query.select.some(({ expr }) => {
    if (expr.kind !== 'column') return false;
    const found = columnBehind(expr, sources, tables);
    return found === null || isPlace(found.column.label) || isPlace(found.table.label);
  });
}
