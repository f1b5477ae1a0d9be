export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl';

/** Little words that no sentence of the language does without, and that the others lack. */
const WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: set(
    'the of and is are as many times more less fewer than there who a an was were has have had with in by for highest lowest total average among shown than from to on it this that at',
  ),
  de: set(
    'der die das und ist sind war waren hat haben hatte mit im von für auf bei den dem des ein eine insgesamt durchschnitt höchste niedrigste zusammen sich wurde wurden es gibt liegt beträgt entfallen',
  ),
  fr: set(
    'le la les et est de en ce il y sont était avec dans du des pour par au aux un une plus moins moyenne ensemble sur ont a il elle chiffre ventes compte soit',
  ),
  es: set(
    'el los las y es de en son con en del por una más menos promedio tiene hay para fue fueron suma',
  ),
  it: set('il lo gli e è sono con nel del per una più meno media ha di della totale'),
  pt: set('o os as e é de são com em do da por uma mais menos média tem para foi no na'),
  nl: set('de het en is zijn met van voor een meer minder gemiddelde heeft op in totaal'),
};

/** The language of a text by its little words; null where none stands out, English where there are hardly any. */
export function languageOf(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = (Object.keys(WORDS) as Language[]).map((language) => ({
    language,
    score: words.filter((word) => WORDS[language].has(word)).length,
  }));
  const [best, second] = scores.toSorted((a, b) => b.score - a.score);
  if (best!.score === 0) return words.length <= 12 ? 'en' : null;
  const english = scores[0]!;
  if (english.score === best!.score) return 'en';
  return best!.score > second!.score || best!.score >= 2 ? best!.language : 'en';
}

/** Whether a word is one that no English sentence does without. */
export const isLittleWord = (word: string): boolean => WORDS.en.has(word);

/** Whether a word is a little word of another language than English. */
export const isForeignLittleWord = (word: string): boolean =>
  Object.entries(WORDS).some(([language, words]) => language !== 'en' && words.has(word));

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** English words that questions in other languages have, too, or that stand in a name. */
const ENGLISH = set(
  `the of and is are as many times more less fewer than there who a an was were has have had with in by for highest lowest total
   average among shown than from to on it this that at what which show list give me how much count sum number top bottom per each
   or not no without between last next first since until before after over under above below where when why all our their do
   does did we i you us any only most least best worst year years month months quarter week weeks day days today yesterday
   but if then so out up into about please can could tell find get sorted order ordered group grouped minus plus`,
);

/** Whether a word is one of the grammar of English, whatever other languages have it, too. */
export const isOfEnglishGrammar = (word: string): boolean => ENGLISH.has(word);

const ENGLISH_ALONE = set('the how which what who and by from with show between than many are our');

/** Whether a question has a word that no other of the languages has. */
export const isPlainlyEnglish = (question: string): boolean =>
  question
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => ENGLISH_ALONE.has(word));

/** Small words that English has with another meaning, so that they tell of no other language by themselves. */
const ENGLISH_TOO = set(
  `die in it war was an am hat so also will top max min name alle met van of is had we son sin me media as sur par pour on tot
   a no do e i o y en d l s c n t m per maximum minimum median total mode data come more dove long list elk most type actual regular final general normal plan real original`,
);

/**
 * How many words of a question are of the grammar of a language and tell of it; null where there are words of English
 * grammar that it lacks.
 */
export function ownWords(question: string, isGrammar: (word: string) => boolean): number | null {
  // `non-emergency` and `60k` have no word `non` or `k`.
  const words = (question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? []).filter(
    (word) => !/\p{N}/u.test(word),
  );
  const english = words.filter((word) => ENGLISH.has(word) && !ENGLISH_TOO.has(word));
  if (!english.every(isGrammar)) return null;
  return words.filter((word) => isGrammar(word) && !ENGLISH.has(word) && !ENGLISH_TOO.has(word))
    .length;
}

/** How many words of a text are of English grammar and of no other. */
export const englishWords = (text: string): number =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter(
    (word) => ENGLISH.has(word) && !ENGLISH_TOO.has(word),
  ).length;
