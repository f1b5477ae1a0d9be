import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { isWrittenOut } from '#src/catalog/synonyms.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { MONEY_WORDS } from '#src/query/money.ts';

/** A way to say something of the catalog. */
export interface Form {
  /** Lemmas. */
  readonly words: readonly string[];
  /** Whether it is a synonym that nobody confirmed. */
  readonly drafted: boolean;
}

type Named = Pick<CatalogTable | CatalogColumn, 'name' | 'label' | 'synonyms' | 'synonymsSaid'>;

const NONE: ReadonlySet<string> = new Set();

/**
 * The synonyms of a table or column. A short form written out (`qty` → quantity) is the name itself, no draft. Drafts
 * that are `taken` are left out.
 */
export const synonymsOf = (
  { name, synonyms, synonymsSaid }: Named,
  taken: ReadonlySet<string> = NONE,
): Form[] =>
  synonyms
    .map((synonym) => ({
      words: wordsOf(synonym),
      drafted: !isSaid(synonym, synonymsSaid) && !isWrittenOut(name, synonym),
    }))
    .filter(({ words, drafted }) => !drafted || !taken.has(keyOf(words)));

const isSaid = (synonym: string, said: Named['synonymsSaid'] = []): boolean =>
  said === true || said.includes(synonym);

/**
 * The ways to say rows of a table: its own name first. What rows that are called after an amount (`sales`) are called
 * otherwise by a draft (`revenue`) is the amount, and never the rows.
 */
export const rowsFormsOf = (table: CatalogTable, taken: ReadonlySet<string> = NONE): Form[] =>
  formsOf(table, taken).filter(
    ({ words, drafted }) => !drafted || ![...wordsOf(table.label), ...words].some(isMoney),
  );

const isMoney = (word: string): boolean => MONEY_WORDS.has(word);

/** The same with its own name first. */
export const formsOf = (named: Named, taken: ReadonlySet<string> = NONE): Form[] => [
  { words: wordsOf(named.label), drafted: false },
  ...synonymsOf(named, taken),
];
