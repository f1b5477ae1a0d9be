import type { Mention } from '#src/ask/trace/types.ts';
import type { Language } from '#src/language/recognise.ts';

const list = (words: string) => words.split(' ');
/** From "second" on: "first" and "last" say which end of an order a row stands at, and are read with it. */
const WORDS: Partial<Record<Language, readonly string[]>> = {
  en: list('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'),
  de: list('erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft'),
  fr: list(
    'premi deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième',
  ),
};
const DIGITS =
  /(?<![\p{L}\p{N}.,])(\d+)(?:st|nd|rd|th|er|ère|e|ème|º|ª)(?![\p{L}\p{N}])|(?<!\p{L})(?:no\.|nr\.|n°|number|platz|rang|rank|place|#)\s?(\d+)(?![\d.,]*\d)|(?<![\p{N}.,])(\d+)\.\s(?=platz|rang|stelle)/giu;

/** Positions: `2nd`, `second`, `Platz 3`. The reading is the position. */
export function ordinalMentions(text: string, language: Language): readonly Mention[] {
  const digits = [...text.matchAll(DIGITS)].map((match) =>
    ordinal(match, Number(match[1] ?? match[2] ?? match[3])),
  );
  const words = (WORDS[language] ?? []).flatMap((word, index) => {
    const ending =
      language === 'de'
        ? '(?:e[nrsm]?|ens|größte\\p{L}*|höchste\\p{L}*)'
        : language === 'fr' && index === 0
          ? '(?:er|ère|ers|ères)'
          : 's?';
    // "Seconds" are a unit, "one third" a part.
    const pattern = new RegExp(
      `(?<![\\p{L}-])(?<!\\b(?:one|two|a|per|every)[ -])${word}${language === 'en' ? '(?![ -]?of all)' : ending}(?![\\p{L}])`,
      'giu',
    );
    return [...text.matchAll(pattern)].map((match) => ordinal(match, index + 1));
  });
  return [...digits, ...words];
}

const ordinal = (match: RegExpExecArray, value: number): Mention => ({
  text: match[0],
  start: match.index,
  end: match.index + match[0].length,
  kind: 'ordinal',
  readings: [{ value, step: 1, exact: String(value) }],
});
