import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { ASKING_WHERE, PLACE_NAMES } from '#src/language/en/asked-of-rows.ts';
import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Finds } from '#src/read/finds.ts';

/** `Where are the frozen members`, of whom a query shows their kind: no column of it is a place, nor is it of one. */
export const lostPlace: Finds<boolean> = (question, query, { tables }) => {
  if (!question.is(0, ASKING_WHERE)) return false;
  const sources = tablesByAlias(query);
  const isPlace = (label: string) =>
    wordsOf(label).some((word) => PLACE_NAMES.some((name) => lemma(word).endsWith(name)));
  return !query.select.some(({ expr }) => {
    if (expr.kind !== 'column') return false;
    const found = columnBehind(expr, sources, tables);
    return found === null || isPlace(found.column.label) || isPlace(found.table.label);
  });
};
