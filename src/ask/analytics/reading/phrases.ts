import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { Direction, SeriesUnit } from '#src/ask/analytics/question.ts';
import { singular } from '#src/catalog/catalog-names.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';
import type { Period } from '#src/planner/periods/periods.ts';

/** Patterns of words for change, to be built into larger ones. */
export const VERB = `${WORDS.fallVerbs}|${WORDS.riseVerbs}|${WORDS.otherVerbs}`;
export const NOUN = `${WORDS.fallNouns}|${WORDS.riseNouns}|${WORDS.changeNouns}`;
const SLOT = new RegExp(String.raw`\s*,?(?:\b${WORDS.beforePeriods} )?(?:in )?§\d§(?:'s?)?`, 'gi');

const isOneOf = (words: string, list: string) => new RegExp(`^(?:${list})$`, 'i').test(words);

export function directionOf(word: string): Direction | null {
  if (isOneOf(word, `${WORDS.fallVerbs}|${WORDS.fallNouns}`)) return 'fall';
  return isOneOf(word, `${WORDS.riseVerbs}|${WORDS.riseNouns}`) ? 'rise' : null;
}

/** A phrase without the slots of periods, and without the words that only lead to them. */
export const withoutPeriods = (phrase: string): string =>
  phrase
    .replace(SLOT, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(WORDS.leading, '')
    .replace(WORDS.trailing, '')
    .trim();

/** `revenue by region` → measure and group. */
export function splitGroup(phrase: string): { measure: string; dimension: string | null } {
  const match = WORDS.grouped.exec(phrase);
  return match
    ? { measure: match[1]!, dimension: singular(match[2]!) }
    : { measure: phrase, dimension: null };
}

/** Takes `daily`, `by month` out of a phrase. */
export function splitUnit(phrase: string): { phrase: string; unit: SeriesUnit | null } {
  for (const [pattern, unit] of WORDS.units)
    if (pattern.test(phrase))
      return { phrase: phrase.replace(pattern, ' ').replace(/\s+/g, ' ').trim(), unit };
  return { phrase, unit: null };
}

/** The one period of a question; undefined where it names more than can be meant. */
export function onePeriod({ periods, relative }: SlottedText): Period | null | undefined {
  return periods.length > 1 || relative !== null ? undefined : (periods[0] ?? null);
}

/** The first pattern that fits, with its named groups. */
export function firstMatch(
  text: string,
  patterns: readonly RegExp[],
): Readonly<Record<string, string | undefined>> | null {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return null;
}
