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

/** Words that no question in German does without, and that no English one has. */
const GERMAN_QUESTIONS = set(
  `wie viele wieviele wieviel welche welcher welches welchen welchem welch und oder nicht kein keine keinen keiner keinem ohne mit
   nach pro je für über unter von vom zur zum bei beim aus auf der das dem den des ein eine einen einem einer eines ist sind
   waren wurde wurden haben hatten gibt gab zeige zeig liste nenne alle allen jede jeder jeden jedem jedes anzahl summe
   durchschnitt durchschnittlich durchschnittliche durchschnittlicher gesamt gesamte insgesamt höchste höchsten niedrigste
   niedrigsten letzten letztes letzter letzte letztem diesem diesen dieses dieser im am seit zwischen mehr weniger als
   mindestens höchstens unser unsere teuerste teuerster teuerstes größte größter größten größer kleiner nie noch
   sortiert verschiedene verschiedenen unterschiedliche wer wann wo warum wieso seid uns jahr monat quartal woche`,
);

/** English words that German questions have too. */
const SHARED = set('die in it war was an am hat so also will top max min name alle');

/** Whether a question is asked in German: it has words of German grammar and none of English. */
export function isGerman(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  const german = words.filter((word) => GERMAN_QUESTIONS.has(word) && !SHARED.has(word)).length;
  const english = words.filter(
    (word) => WORDS.en.has(word) && !SHARED.has(word) && !GERMAN_QUESTIONS.has(word),
  ).length;
  return german > 0 && english === 0;
}

/** Whether a question without any word of a grammar may be German: `Umsatz Q3 2026`. */
export function mayBeGerman(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return words.length <= 8 && !words.some((word) => WORDS.en.has(word) && !SHARED.has(word));
}
