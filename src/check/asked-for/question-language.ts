import { fold } from '#src/catalog/fold.ts';
import { namesOf, sameStem } from '#src/check/name-words.ts';
import { isForeignLittleWord, languageOf } from '#src/language/recognise.ts';
import { readPeriod } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';
import {
  AGGREGATES,
  ASKING,
  COMPARATIVES,
  FUNCTION_WORDS,
  SUPERLATIVES,
} from '#src/planner/words.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { askedLanguage } from '#src/texts/asked-language.ts';

const ANY_DAY = '2000-06-15';
const ENGLISH = [FUNCTION_WORDS, ASKING, AGGREGATES, SUPERLATIVES, COMPARATIVES];
const isEnglishWord = (word: string) => ENGLISH.some((words) => words.has(word));

/** Periods of several words that English rules read: "last month", "the third quarter". */
function periodsOf(question: string): number {
  const tokens = tokenize(question);
  return tokens.filter((_, at) => {
    const period = readPeriod(tokens, at, ANY_DAY);
    const words = tokens.slice(at, period?.end ?? at).filter(({ kind }) => kind === 'word');
    return words.length > 1;
  }).length;
}

/**
 * Whether the words of a question can be held against English: its little words are English, or it has none and most
 * of it is names of the data. Periods, conditions and measures of a question in another language are not read by English
 * rules, so that what they do not find there proves nothing.
 */
export function readsAsEnglish(question: string, catalog: Catalog): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(question)) return false;
  const words = (question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter(
    (word) => word.length > 1,
  );
  const english = words.filter(isEnglishWord).length + periodsOf(question);
  const names = [...namesOf(catalog)];
  const unknown = words.filter(
    (word) => !isEnglishWord(word) && !names.some((name) => sameStem(name, fold(word))),
  );
  const foreign = unknown.filter((word) => isForeignLittleWord(word) || word !== fold(word)).length;
  const other = languageOf(question);
  if (english === 0) return unknown.length * 2 <= words.length;
  if (foreign >= english || (other !== 'en' && other !== null)) return false;
  // One word may be of two languages.
  return english > 1 || (askedLanguage(question) ?? 'en') === 'en';
}
