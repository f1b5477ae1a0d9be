import { columnOf } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** What is told of dates that the engine keeps and that are none: the statement alone, run elsewhere, would count them. */
export function falseDateNotes({ columns }: QueryFacts, catalog: Catalog): readonly string[] {
  const labels = columns.flatMap((each) => {
    const column = columnOf(catalog, each);
    return column?.profile?.falseDates ? [column.label] : [];
  });
  return [...new Set(labels)].map(
    (label) => `Invalid dates in ${label} (such as 0000-00-00) count as missing.`,
  );
}
