import { spokenNames } from '#src/catalog/catalog-names.ts';
import { partlyInEnglish } from '#src/language/partly-in-english.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** A question of another language in English. */
export interface InEnglish {
  readonly text: string;
  /** Whether each word of it is said; else those that ask for something of a statement, between words that nobody read. */
  readonly isWhole: boolean;
}

/** What a question asks for whose language parts no words; null for every other question. */
export function partlySaid(question: string, catalog: Catalog): InEnglish | null {
  const said = partlyInEnglish(question, () => spokenNames(catalog));
  return said && { text: said.text, isWhole: false };
}
