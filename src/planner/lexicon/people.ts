import { wordsOf } from '#src/catalog/name-keys.ts';
import { PEOPLE_NOUNS } from '#src/language/en/people.ts';
import { displayColumns, personName } from '#src/planner/lexicon/display.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

/** Whether the rows of a table are people: they are shown by a person's name. */
export function holdsPeople(table: CatalogTable): boolean {
  const shown = displayColumns(table);
  const named = shown.some(({ type, label }) => type === 'text' && /\bname$/i.test(label));
  return (
    personName(table) !== null ||
    shown.some(({ personal }) => personal === 'name') ||
    (named && PEOPLE_NOUNS.has(wordsOf(table.label).at(-1)!))
  );
}
