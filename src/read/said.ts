import { isEnglish } from '#src/catalog/dictionary.ts';
import { longForm } from '#src/catalog/names.ts';
import { isOfEnglishGrammar, isPlainlyEnglish, ownWords } from '#src/language/recognise.ts';
import type { Translation } from '#src/language/translation.ts';
import { TRANSLATIONS } from '#src/language/translations.ts';
import type { Catalog, ValueLookup } from '#src/plugin-api/catalog.ts';
import { dictionaryOf, translate } from '#src/read/translate/translate.ts';

interface Data {
  readonly catalog: Catalog;
  readonly values: ValueLookup;
}

/** A question of another language in the words of the planner, or the first word of it that has none there. */
export type Said =
  | { readonly text: string; readonly assumptions: readonly string[] }
  | { readonly unknown: string };

/** A question that has words of another language's grammar and none of English, said in English; null for all others. */
export function saidInEnglish(question: string, data: Data): Said | null {
  if (isPlainlyEnglish(question)) return null;
  const asked = languagesOf(question)
    .filter(({ own }) => own > 0)
    .toSorted((a, b) => b.own - a.own);
  let first: Said | null = null;
  for (const { translation } of asked) {
    const said = translate(question, data, translation);
    if ('text' in said) return said;
    first ??= said;
  }
  // One word alone may be a name that the data has not.
  return (asked[0]?.own ?? 0) >= SURE_WORDS ? first : null;
}

const SURE_WORDS = 2;

/** Longer questions without any word of a grammar are none of another language. */
const MOST_WORDS_WITHOUT_GRAMMAR = 8;

/** A question without words of any grammar, `Umsatz Q3 2026`, as the one language says it that has words for it. */
export function perhapsSaidInEnglish(
  question: string,
  data: Data,
): Extract<Said, { text: string }> | null {
  const words = question
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  // `tower projects`, `runs per qty`: what English has words for is said in it, whatever other languages would make of them.
  const isInEnglish = (word: string) =>
    isEnglish(word) || isOfEnglishGrammar(word) || longForm(word) !== null;
  if (words.length > MOST_WORDS_WITHOUT_GRAMMAR || words.every(isInEnglish)) return null;
  const said = languagesOf(question)
    .filter(({ own }) => own === 0)
    .map(({ translation }) => translate(question, data, translation))
    .filter((one) => 'text' in one)
    // A word that English has is no typing error of one that nothing else speaks for: `march 2025`.
    .filter(({ isTold, mended }) => isTold && !mended.some(isEnglish));
  const [first] = said;
  return first && said.every(({ text }) => text === first.text) ? first : null;
}

interface AskedIn {
  readonly translation: Translation;
  /** Words of its grammar. */
  readonly own: number;
}

const languagesOf = (question: string): readonly AskedIn[] =>
  TRANSLATIONS.flatMap((translation) => {
    const dictionary = dictionaryOf(translation);
    const own = ownWords(question, (word) => dictionary.isGrammar(word));
    return own === null ? [] : [{ translation, own }];
  });
