import { withPlainDigits } from '#src/language/digits.ts';
import { ADDRESS, tellsToAct } from '#src/language/model-texts.ts';
import { isPlainlyEnglish } from '#src/language/recognise.ts';
import { askedLanguage } from '#src/texts/asked-language.ts';
import type { LanguageByModel, Phrase } from '#src/texts/by-model/phrases.ts';

/** Why a translation isn't used. */
export const FAULTS = [
  'missing',
  'placeholders',
  'markup',
  'address',
  'instruction',
  'numbers',
  'sentences',
  'length',
  'language',
] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * Why a translation by a model isn't used; null if it is. A used one has each placeholder exactly once, no number of its
 * own, no further sentence and nothing but plain text of the language.
 */
export function faultOf(phrase: Phrase, said: string, language: LanguageByModel): Fault | null {
  const { text, places } = phrase;
  if (said.trim() === '') return 'missing';
  const numbers = [...said.matchAll(PLACEHOLDER)].map(([, number]) => Number(number));
  const isWhole = numbers.length === places.length && new Set(numbers).size === numbers.length;
  if (!isWhole || numbers.some((one) => one < 1 || one > places.length)) return 'placeholders';
  const words = literal(said);
  const own = literal(text);
  if ([...words].some((sign) => MARKUP.test(sign) && !own.includes(sign))) return 'markup';
  if (ADDRESS.test(words) && !ADDRESS.test(own)) return 'address';
  if (tellsToAct(words) && !tellsToAct(own)) return 'instruction';
  if (numbersIn(words).join() !== numbersIn(own).join()) return 'numbers';
  if (endsIn(words) > endsIn(own)) return 'sentences';
  if (words.length > LONGER * own.length + SLACK) return 'length';
  return isIn(language, words, phrase) ? null : 'language';
}

/** Whether more of the translations are in another language than in the one that they should be in. */
export function areInAnother(texts: readonly string[], language: LanguageByModel): boolean {
  const found = texts.flatMap((text) => askedLanguage(withoutSql(literal(text))) ?? []);
  return 2 * found.filter((one) => one === language).length < found.length;
}

const PLACEHOLDER = /\{(\d+)\}/g;
const literal = (text: string) => text.replace(PLACEHOLDER, ' ');

/** Markup, and characters that hide or turn around what stands beside them; joiners are part of Hindi. */
const MARKUP = /[<>{}[\]|`\\*_#~^@\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

/** A translation may be longer than English by this factor, and by so many characters more. */
const LONGER = 2;
const SLACK = 24;

/** The numbers of a text with plain digits, in order of size: languages order them differently. */
const numbersIn = (text: string): readonly string[] =>
  (withPlainDigits(text).match(/\d+(?:[.,٫]\d+)*/gu) ?? [])
    .map((one) => one.replace(/[,٫]/gu, '.'))
    .toSorted();

/** Ends of sentences; a full stop within a number ends none. */
const endsIn = (text: string) => text.match(/[.?!;](?=\s|$)|[。？！；।؟؛]/gu)?.length ?? 0;

const SCRIPTS: Readonly<Partial<Record<LanguageByModel, RegExp>>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
};
/** Without words in capitals, which every language keeps. */
const withoutSql = (text: string) => text.replace(/\b[A-Z][A-Z_]+\b/g, ' ');

function isIn(language: LanguageByModel, words: string, { text, kind }: Phrase): boolean {
  const letters = withoutSql(words).match(/\p{L}/gu) ?? [];
  const script = SCRIPTS[language];
  if (script) return letters.every((one) => script.test(one)) && letters.length > 0;
  if (!letters.every((one) => /\p{Script=Latin}/u.test(one))) return false;
  // Names of things and short labels may be the same in two languages, and so may one word.
  if (kind === 'noun' || kind === 'label') return true;
  const isOneWord = (words.match(/\p{L}+/gu) ?? []).length < 2;
  return (
    !isPlainlyEnglish(withoutSql(words)) && (isOneWord || literal(text).trim() !== words.trim())
  );
}
