import { grainTable } from '#src/ask/labels.ts';
import { tableOf } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/**
 * `How many dogs`, of visits whose species is Dog: rows are counted that the question does not name, by a value that it
 * takes for a thing, which may have several of them.
 */
export function countedRowsNotes(
  question: string,
  facts: QueryFacts,
  catalog: Catalog,
): readonly string[] {
  const { outputs, filters } = facts.root;
  const name = grainTable(facts, catalog);
  const table = name === null ? null : tableOf(catalog, name);
  const counts = outputs.some(({ aggregates }) =>
    aggregates.some(({ fn, arg }) => fn === 'count' && !arg),
  );
  if (!table || !counts) return [];
  const asked = new Set(wordsOf(question));
  const isSaid = (text: string) => wordsOf(text).every((word) => asked.has(word));
  if ([table.label, ...table.synonyms].some(isSaid)) return [];
  const isValue = filters.some(({ op, values }) => op === '=' && values.some(isSaid));
  return isValue ? [`Rows of ${table.label} are counted.`] : [];
}
