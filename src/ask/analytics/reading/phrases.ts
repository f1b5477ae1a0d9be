import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { Direction, SeriesUnit } from '#src/ask/analytics/question.ts';
import { singular } from '#src/catalog/catalog-names.ts';
import type { Period } from '#src/planner/periods/periods.ts';

const FALL_VERBS =
  'fall|fell|fallen|falling|drop|dropped|dropping|decline|declined|declining|decrease|decreased|decreasing|go down|went down|gone down|going down|shrink|shrank|shrunk|shrinking|sink|sank|sunk|slump|slumped|plunge|plunged|dip|dipped|worsen|worsened|lower|down|less|fewer|low|so few|bad|weak|weaker|collapse|collapsed|deteriorate|deteriorated';
const RISE_VERBS =
  'rise|rose|risen|rising|increase|increased|increasing|grow|grew|grown|growing|go up|went up|gone up|going up|jump|jumped|spike|spiked|surge|surged|soar|soared|climb|climbed|improve|improved|improving|higher|up|more|high|strong|stronger';
const FALL_NOUNS =
  'fall|drop|decline|decrease|dip|slump|plunge|downturn|reduction|shortfall|collapse';
const RISE_NOUNS = 'rise|increase|growth|jump|spike|surge|gain|upturn|climb';
const CHANGE_NOUNS = 'change|changes|movement|development|variation|difference';

/** Patterns of words for change, to be built into larger ones. */
export const VERB = `${FALL_VERBS}|${RISE_VERBS}|change|changed|move|moved|differ|different|develop`;
export const NOUN = `${FALL_NOUNS}|${RISE_NOUNS}|${CHANGE_NOUNS}`;
/** A determiner that may be passed over. */
export const THE = '(?:(?:the|our|my|this|that|a|an) )?';
/** What may stand before a period that another is compared with. */
const LINK = String.raw`(?:(?:as )?compared (?:to|with)|versus|vs\.?|against|relative to|than|over|from|to|between|and|with|in|on|of)`;
const SLOT = new RegExp(String.raw`\s*,?(?:\b${LINK} )?(?:in )?§\d§(?:'s?)?`, 'gi');

const isOneOf = (words: string, list: string) => new RegExp(`^(?:${list})$`, 'i').test(words);

export function directionOf(word: string): Direction | null {
  if (isOneOf(word, `${FALL_VERBS}|${FALL_NOUNS}`)) return 'fall';
  return isOneOf(word, `${RISE_VERBS}|${RISE_NOUNS}`) ? 'rise' : null;
}

/** A phrase without the slots of periods, and without the words that only lead to them. */
export const withoutPeriods = (phrase: string): string =>
  phrase
    .replace(SLOT, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^(?:the|our|my|in|of) /i, '')
    .replace(/ (?:so|in|of|so much|compared|most|the most)$/i, '')
    .trim();

const BY =
  /^(.+?) (?:by|per|across|for (?:each|every)|in (?:each|every)) (?:the |each |every |all )?(.+)$/i;

/** `revenue by region` → measure and group. */
export function splitGroup(phrase: string): { measure: string; dimension: string | null } {
  const match = BY.exec(phrase);
  return match
    ? { measure: match[1]!, dimension: singular(match[2]!) }
    : { measure: phrase, dimension: null };
}

const BY_UNIT: readonly (readonly [SeriesUnit, string])[] = [
  ['day', 'daily|day by day'],
  ['week', 'weekly|week by week'],
  ['month', 'monthly|month by month'],
  ['quarter', 'quarterly|quarter by quarter'],
  ['year', 'yearly|annual|annually|year by year'],
];
const UNITS = BY_UNIT.map(
  ([unit, words]) =>
    [
      new RegExp(
        String.raw`\b(?:(?:by|per|each|every|for each|for every|in each) (?:calendar )?${unit}|${words})\b`,
        'i',
      ),
      unit,
    ] as const,
);

/** Takes `daily`, `by month` out of a phrase. */
export function splitUnit(phrase: string): { phrase: string; unit: SeriesUnit | null } {
  for (const [pattern, unit] of UNITS)
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
