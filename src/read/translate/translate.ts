import type { Translation } from '#src/language/translation.ts';
import type { Catalog, ValueLookup } from '#src/plugin-api/catalog.ts';
import { onceOf } from '#src/read/once-of.ts';
import { Dictionary } from '#src/read/translate/dictionary.ts';
import { Names } from '#src/read/translate/names.ts';
import { type Translated, Translator } from '#src/read/translate/translator.ts';

export const dictionaryOf = onceOf((own: Translation) => new Dictionary(own));

const namesOfCatalog = onceOf((_catalog: Catalog) => new Map<Translation, Names>());

function prepared(catalog: Catalog, own: Translation) {
  const dictionary = dictionaryOf(own);
  const byLanguage = namesOfCatalog(catalog);
  const names = byLanguage.get(own) ?? new Names(catalog, own, dictionary);
  byLanguage.set(own, names);
  return { dictionary, names };
}

/**
 * Says a question of another language in the words of the planner: phrases of its grammar by the tables of the
 * language, names as the catalog has them, values as they stand in the data. A word that is none of these is unknown,
 * and nothing is passed over.
 */
export function translate(
  question: string,
  { catalog, values }: { readonly catalog: Catalog; readonly values: ValueLookup },
  own: Translation,
): Translated {
  const { dictionary, names } = prepared(catalog, own);
  const reader = new Translator(question, catalog, values, own, dictionary, names);
  return reader.translate();
}
