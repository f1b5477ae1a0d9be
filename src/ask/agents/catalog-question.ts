import { sameName } from '#src/ask/catalog-names.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';

/** A question about the data itself rather than about what it says. */
export type CatalogQuestion =
  | { readonly about: 'tables' }
  | { readonly about: 'columns'; readonly table: string };

const THINGS = '(?:data|tables?|datasets?|files?|information)';
const TABLES: readonly RegExp[] = [
  new RegExp(`^(?:what|which) ${THINGS} (?:do|can) (?:i|we|you) (?:have|see|use|query|ask about)$`),
  new RegExp(`^(?:what|which) ${THINGS} (?:is|are) (?:there|here|available|in here|loaded)$`),
  /^(?:list|show)(?: me)?(?: all)?(?: of)?(?: the| my| our)? tables$/,
  /^what (?:can|could) (?:i|we) ask(?: you)?(?: about)?(?: here)?$/,
  /^what is in (?:this|the|my|our) (?:workspace|data|database)$/,
];
const COLUMNS: readonly RegExp[] = [
  /^(?:what|which) (?:columns|fields) (?:does|do|are in|has|have)(?: the)?(?: table)? (.+?)(?: table)?(?: have| has)?$/,
  /^(?:list|show)(?: me)?(?: all)?(?: of)?(?: the)? (?:columns|fields) (?:of|in)(?: the)?(?: table)? (.+?)(?: table)?$/,
  /^describe(?: the)?(?: table)? (.+?)(?: table)?$/,
  /^what is in(?: the)? table (.+)$/,
  /^what is in(?: the)? (.+) table$/,
];

/**
 * Reads a question that the catalog itself answers; null for any other. Only whole questions of few forms count, and a
 * table only by its own name, label or synonym, so that no question about rows is taken away from the planner.
 */
export function catalogQuestion(question: string, catalog: Catalog): CatalogQuestion | null {
  const text = question
    .toLowerCase()
    .replace(/[?.!,]+/g, ' ')
    .replace(/\bwhat's\b/g, 'what is')
    .replace(/\bplease\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (TABLES.some((form) => form.test(text))) return { about: 'tables' };
  for (const form of COLUMNS) {
    const name = form.exec(text)?.[1];
    const table =
      name === undefined ? undefined : catalog.tables.find((one) => isCalled(one, name));
    if (table) return { about: 'columns', table: table.name };
  }
  return null;
}

const isCalled = (table: CatalogTable, name: string) =>
  [table.name, table.label, ...table.synonyms].some((one) => sameName(one, name));
