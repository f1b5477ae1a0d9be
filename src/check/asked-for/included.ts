import { labelOf, tableLabel } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { sameStem, tellingWordsOf } from '#src/check/name-words.ts';
import { INCLUDED } from '#src/language/en/asked-for.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

/** "Including cancelled ones": words of a question that leave out none of the rows named before them. */
interface Inclusion {
  readonly text: string;
  readonly words: readonly string[];
  /** The words of the question before it. */
  readonly before: readonly string[];
}

export function inclusionsOf(question: string): readonly Inclusion[] {
  return [...question.matchAll(INCLUDED)].flatMap(({ index, 0: text, groups }) => {
    const words = tellingWordsOf(groups?.['what'] ?? '');
    const before = tellingWordsOf(question.slice(0, index));
    return words.length > 0 ? [{ text: text.trim(), words, before }] : [];
  });
}

/** Whether the column's table is named before, and the words may be a value or the name of the column. */
export const mayInclude = (
  { words, before }: Inclusion,
  column: BaseColumn,
  values: readonly string[],
  catalog: Catalog,
): boolean => {
  const named = wordsOf(tableLabel(column.table, catalog));
  const said = [...values, labelOf(catalog, column)].flatMap(wordsOf);
  const has = (list: readonly string[], word: string) => list.some((one) => sameStem(one, word));
  return (
    named.every((word) => has(before, word)) &&
    words.every((word) => has(said, word) || has(named, word)) &&
    words.some((word) => has(said, word))
  );
};

/** A warning where a filter keeps only the rows that the question includes beside others; null otherwise. */
export function onlyIncluded(facts: QueryFacts, catalog: Catalog, question: string): string | null {
  const inclusions = inclusionsOf(question);
  if (inclusions.length === 0) return null;
  for (const { column: compared, op, values, node } of conditionsOf(facts)) {
    const isTrue = node.kind === 'column';
    const column = isTrue ? node.column : compared;
    if (!column || !(isTrue || KEEPING.has(op))) continue;
    const found = inclusions.find((one) => mayInclude(one, column, values, catalog));
    if (found)
      return `The question says "${found.text}", but the SQL filters by ${labelOf(catalog, column)} and leaves all other rows out.`;
  }
  return null;
}

const KEEPING: ReadonlySet<FilterFacts['op']> = new Set([
  '=',
  'in',
  'like',
  'is null',
  'is not null',
]);
