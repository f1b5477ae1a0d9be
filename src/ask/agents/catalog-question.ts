import { allSaid, saidOf } from '#src/ask/agents/meaning-listing.ts';
import { sameName } from '#src/catalog/catalog-names.ts';
import { lemma } from '#src/catalog/fold.ts';
import { withoutCourtesies } from '#src/language/en/courtesies.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';

/** A question about the data itself rather than about what it says. */
export type CatalogQuestion =
  | { readonly about: 'tables' }
  | { readonly about: 'columns'; readonly table: string }
  /** All metrics, or all notes. */
  | { readonly about: 'metric' | 'note' }
  /** What was said of a word. */
  | { readonly about: 'term'; readonly term: string }
  /** What a word of the data itself means. */
  | { readonly about: 'meaning'; readonly term: string }
  | { readonly about: 'values'; readonly table: string; readonly column: string }
  | { readonly about: 'links'; readonly tables: readonly [string, string] }
  /** Which days the data are of. */
  | { readonly about: 'dates'; readonly table: string | null };

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

const METRICS =
  /^(?:(?:what|which) (?:metrics|measures|kpis) (?:do we have|are there|are defined|can i ask for)|(?:list|show)(?: me)?(?: all)?(?: the)? (?:metrics|measures|kpis))$/;
const NOTES =
  /^(?:(?:what|which) (?:rules|notes) (?:do we have|are there|hold|apply)|(?:list|show)(?: me)?(?: all)?(?: the)? (?:rules|notes))$/;
const TERMS: readonly RegExp[] = [
  /^what does (.+) mean(?: here)?$/,
  /^what is meant by (.+)$/,
  /^(?:how|what) (?:is|are) (.+) (?:defined|computed|calculated|measured)(?: as)?$/,
  /^how do (?:we|you) (?:define|compute|calculate|measure) (.+)$/,
  /^(?:what is )?(?:the )?(?:definition|meaning) of (.+)$/,
  /^define (.+)$/,
];

/**
 * Reads a question that the catalog itself answers; null for any other. Only whole questions of few forms count, and a
 * table, metric or term only by its own name, label or synonym, so that no question about rows is taken away from the planner.
 */
export function catalogQuestion(question: string, catalog: Catalog): CatalogQuestion | null {
  const text = plainText(question);
  if (TABLES.some((form) => form.test(text))) return { about: 'tables' };
  for (const form of COLUMNS) {
    const name = form.exec(text)?.[1];
    const table =
      name === undefined ? undefined : catalog.tables.find((one) => isCalled(one, name));
    if (table) return { about: 'columns', table: table.name };
  }
  if (METRICS.test(text) || NOTES.test(text)) {
    const about = METRICS.test(text) ? 'metric' : 'note';
    return allSaid(catalog).some(({ what }) => what === about) ? { about } : null;
  }
  for (const form of TERMS) {
    const term = form.exec(text)?.[1]?.replace(/^(?:the|an?|our) /, '');
    if (term !== undefined && saidOf(term, catalog).length > 0) return { about: 'term', term };
  }
  return null;
}

const MEANINGS: readonly RegExp[] = [
  /^what (?:does|do)(?: the)?(?: word| term| column)? (.+?) (?:mean|stand for)(?: here)?$/,
  /^what is (?:the )?(?:meaning|definition) of(?: the)? (.+)$/,
  /^what is meant by(?: the)? (.+)$/,
  /^(?:define|explain the (?:term|column|metric|word)) (.+)$/,
  /^how (?:is|are)(?: the)? (.+?) (?:defined|calculated|computed)$/,
];
const VALUES: readonly RegExp[] = [
  /^(?:what|which) (?:are the )?(?:possible |different |distinct )?values (?:does|do|are in|are there (?:in|for|of)|of|can)(?: the)?(?: column)? (.+?)(?: have| take| contain)?$/,
  /^(?:list|show)(?: me)?(?: all)?(?: of)?(?: the)? (?:possible |different |distinct )?values (?:of|in|for)(?: the)?(?: column)? (.+)$/,
];
const LINKS: readonly RegExp[] = [
  /^how (?:are|is)(?: the)?(?: tables?)? (.+?) and(?: the)? (.+?) (?:linked|related|connected|joined|associated)(?: together| to each other)?$/,
  /^how (?:are|is|do|does)(?: the)?(?: table)? (.+?) (?:linked|related|connected|relate|connect|link|joined|join)(?: to| with)(?: the)? (.+)$/,
  /^(?:are|is)(?: the)?(?: tables?)? (.+?) and(?: the)? (.+?) (?:linked|related|connected|joined)$/,
  /^what (?:is the relationship|links|connects|joins)(?: between)?(?: the)? (.+?) (?:and|to|with)(?: the)? (.+)$/,
];
const DATES: readonly RegExp[] = [
  /^since when (?:do|have) (?:we|i|you) (?:have|had) (?:the )?(?:data|records|(.+?) data|(.+))$/,
  /^(?:what|which) (?:period|time range|date range|dates|time span|time|timeframe|years) (?:does|do|is|are)(?: the| our| my)? (?:data|(.+?)(?: data)?) (?:cover|covered|from|span|reach)(?:ed)?(?: by the data)?$/,
  /^how far back (?:does|do)(?: the| our| my)? (?:data|(.+?)(?: data)?) (?:go|reach)(?: back)?$/,
  /^when (?:does|do|did)(?: the| our| my)? data (?:start|begin|end|stop)$/,
  /^how (?:recent|current|old|up to date|fresh) (?:is|are)(?: the| our| my)? (?:data|(.+?)(?: data)?)$/,
  /^(?:until|up to) when do (?:we|i) have data$/,
];

/**
 * Reads a question that the catalog may answer where the planner has no rows for it: what something means, which values
 * a column has, how tables are linked, which days the data are of. Null for any other. Hidden columns are not known.
 */
export function noteQuestion(question: string, catalog: Catalog): CatalogQuestion | null {
  const text = plainText(question);
  const tableNamed = (name: string) => catalog.tables.find((one) => isCalled(one, name))?.name;
  const values = match(text, VALUES);
  const column = values && columnNamed(values[0]!, catalog);
  if (column) return { about: 'values', ...column };
  const [first, second] = (match(text, LINKS) ?? []).map(tableNamed);
  if (first && second && first !== second) return { about: 'links', tables: [first, second] };
  const dates = match(text, DATES);
  if (dates) {
    const table = dates[0] === undefined ? null : tableNamed(dates[0]);
    if (table !== undefined) return { about: 'dates', table };
  }
  const term = match(text, MEANINGS)?.[0];
  return term === undefined ? null : { about: 'meaning', term: term.replace(/^["']|["']$/g, '') };
}

/** The groups that a form captures, in their order; null where none fits. */
function match(text: string, forms: readonly RegExp[]): readonly string[] | null {
  for (const form of forms) {
    const found = form.exec(text);
    if (found) return found.slice(1).filter((one) => one !== undefined);
  }
  return null;
}

/** `status`, `status in orders`, `order status`; null where several columns are meant, or none. */
function columnNamed(
  phrase: string,
  { tables }: Catalog,
): { readonly table: string; readonly column: string } | null {
  const [, own, of] = /^(.+?) (?:in|of)(?: the)? (.+)$/.exec(phrase) ?? [null, phrase, null];
  const found = tables
    .filter((table) => of === null || isCalled(table, of))
    .flatMap((table) =>
      table.columns
        .filter(({ hidden }) => !hidden)
        .filter((one) =>
          [one.name, one.label, `${lemma(table.label)} ${one.label}`, ...one.synonyms].some(
            (name) => sameName(name, own),
          ),
        )
        .map(({ name }) => ({ table: table.name, column: name })),
    );
  return found.length === 1 ? found[0]! : null;
}

function plainText(question: string): string {
  return withoutCourtesies(question)
    .toLowerCase()
    .replace(/[?.!,]+/g, ' ')
    .replace(/\bwhat's\b/g, 'what is')
    .replace(/\bplease\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const isCalled = (table: CatalogTable, name: string) =>
  [table.name, table.label, ...table.synonyms].some((one) => sameName(one, name));
