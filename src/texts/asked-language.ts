import { isEnglish } from '#src/catalog/dictionary.ts';
import { isOfEnglishGrammar, isPlainlyEnglish, ownWords } from '#src/language/recognise.ts';
import type { Translation } from '#src/language/translation.ts';
import { TRANSLATIONS } from '#src/language/translations.ts';
import { dictionaryOf } from '#src/read/translate/translate.ts';

/** Scripts that identify a language; Han characters are Chinese unless there is kana. */
const BY_LETTERS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
];

/** Function words, everyday nouns and letters of Polish, which the built-in planner doesn't read. */
const POLISH =
  /(?<!\p{L})(?:ile|jaki|jaka|jakie|który|która|które|pokaż|według|wszystkie|liczba|suma|średnia|najwięcej|najlepsz[aey]|był[aoy]?|jest|są|się|dla|przez|oraz|klient(?:ów|y|a)?|zamówie(?:ń|nia|nie))(?!\p{L})|[łżźśćńęą]/giu;

/** Letters that none but German has, of the languages here, and a word with one that is no name: `heißen`. */
const GERMAN_LETTER = /[äöüß]/iu;
const GERMAN_WORD = /(?<!\p{L})\p{Ll}*[äöüß]/u;

/** Quoted names may be in another language than the question. */
const QUOTED = /"[^"]*"|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu;

/**
 * The language of a question (BCP 47), by its script, its function words and its everyday nouns; null if they don't
 * decide it, as in `revenue 2025`.
 */
export function askedLanguage(question: string): string | null {
  const text = question.replace(QUOTED, ' ');
  if (isPlainlyEnglish(text)) return 'en';
  const byLetters = BY_LETTERS.find(([, letters]) => letters.test(text));
  if (byLetters && isMostly(text, byLetters[1])) return byLetters[0];
  const polish = text.match(POLISH)?.length ?? 0;
  const scored = TRANSLATIONS.map((translation) => {
    const dictionary = dictionaryOf(translation);
    const own = ownWords(text, (word) => dictionary.isGrammar(word));
    const nouns = wordsOf(text).filter(
      (word) => !isKnownInEnglish(word) && isNounOf(word, translation),
    );
    return { tag: translation.tag, score: own === null ? 0 : 2 * own + nouns.length };
  }).toSorted((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (polish > 0 && 2 * polish >= best!.score) return 'pl';
  if (best!.score > second!.score) return best!.tag;
  if (GERMAN_WORD.test(text)) return 'de';
  if (best!.score > 0) return null;
  if (wordsOf(text).some(isOfEnglishGrammar)) return 'en';
  return GERMAN_LETTER.test(text) ? 'de' : null;
}

/** Whether a word is a noun of the language's dictionary, also as part of a compound: `Gesamtumsatz`. */
function isNounOf(word: string, translation: Translation): boolean {
  const dictionary = dictionaryOf(translation);
  const isNoun = (text: string) => dictionary.nouns.has(dictionary.keyOf([text]));
  const firsts = [...translation.computedFirst.keys()].filter((first) => word.startsWith(first));
  return isNoun(word) || firsts.some((first) => isNoun(word.slice(first.length)));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? [];

const isKnownInEnglish = (word: string) => isEnglish(word) || isOfEnglishGrammar(word);

/** Whether the question itself is in a script; an English question may contain names in another one. */
function isMostly(text: string, letters: RegExp): boolean {
  const all = text.match(/\p{L}/gu) ?? [];
  const latin = wordsOf(text).filter((word) => isOfEnglishGrammar(word)).length;
  return latin < 2 && all.some((letter) => letters.test(letter));
}

/** Languages of an `Accept-Language` header, most wanted first, without their regions. */
export function acceptedLanguages(header: string): readonly string[] {
  const ranges = header
    .slice(0, MOST_HEADER)
    .split(',')
    .map((one) => {
      const [tag = '', ...parameters] = one.trim().split(';');
      const quality = parameters.map((two) => /^\s*q=([\d.]+)$/.exec(two)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase().split('-')[0]!, quality: quality ? Number(quality) : 1 };
    });
  return ranges
    .filter(({ tag, quality }) => /^[a-z]{2,3}$/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Characters of the header that are read. */
const MOST_HEADER = 1_000;
