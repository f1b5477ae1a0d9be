import { isWrittenOut } from '#src/catalog/synonyms.ts';
import { wordsOf } from '#src/planner/lexicon/keys.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** A way to say something of the catalog. */
export interface Form {
  /** Lemmas. */
  readonly words: readonly string[];
  /** Whether it is a synonym that nobody confirmed. */
  readonly drafted: boolean;
}

type Named = Pick<CatalogTable | CatalogColumn, 'name' | 'label' | 'synonyms' | 'synonymsSaid'>;

/** The synonyms of a table or column. A short form written out (`qty` → quantity) is the name itself, no draft. */
export const synonymsOf = ({ name, synonyms, synonymsSaid }: Named): Form[] =>
  synonyms.map((synonym) => ({
    words: wordsOf(synonym),
    drafted: !synonymsSaid && !isWrittenOut(name, synonym),
  }));

/** The same with its own name first. */
export const formsOf = (named: Named): Form[] => [
  { words: wordsOf(named.label), drafted: false },
  ...synonymsOf(named),
];
