import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { Against, AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import {
  directionOf,
  firstMatch,
  NOUN,
  splitGroup,
  VERB,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { singular } from '#src/catalog/catalog-names.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';
import type { Period } from '#src/planner/periods/periods.ts';

const ADVERB = '(?:so |much |been |gone |go |strongly |sharply |suddenly |that )*';
const TAIL =
  '(?: (?:so much|so strongly|so sharply|sharply|suddenly|strongly|a lot|that much|the most|most))?(?<rest>.*)';

const rx = (text: string) => new RegExp(`^${text}$`, 'i');

/** The measure as the subject of a verb, or beside a noun of change. */
const SUBJECT: readonly RegExp[] = [
  rx(
    String.raw`(?:why|how come|for what reason)(?: (?:did|do|does|has|have|had|was|were|is|are))? ${WORDS.the}(?<measure>.+?) (?:(?:is|was|are|were|has|have|had) )?${ADVERB}(?<verb>${VERB})\b${TAIL}`,
  ),
  rx(
    String.raw`(?:by )?how (?:much |strongly )?(?:did|do|does|has|have) ${WORDS.the}(?<measure>.+?) ${ADVERB}(?<verb>${VERB})\b${TAIL}`,
  ),
  rx(
    String.raw`(?:in )?which (?<dimension>\w+?)(?:'s)?(?: did)? ${WORDS.the}(?<measure>.+?) ${ADVERB}(?<verb>${VERB})\b (?:the )?most(?<rest>.*)`,
  ),
  rx(
    String.raw`what (?<verb>happened|changed) (?:to|with|in|about) ${WORDS.the}(?<measure>.+?)(?<rest>(?: §\d§.*)?)`,
  ),
  rx(
    String.raw`how (?:much )?(?:did|does|do) (?:each|every|the) (?<dimension>.+?) contribute to ${WORDS.the}(?<phrase>.+)`,
  ),
  rx(
    String.raw`(?:what (?:is|was|are|were) |show (?:me )?|list )?${WORDS.the}contributions? (?:of|by|from) (?:each |every |the |all )?(?<dimension>.+?) to ${WORDS.the}(?<phrase>.+)`,
  ),
  rx(String.raw`what ${WORDS.drive} ${WORDS.the}(?<phrase>.+)`),
  rx(String.raw`(?:which|what) (?<dimension>.+?) ${WORDS.drive} ${WORDS.the}(?<phrase>.+)`),
  rx(
    String.raw`(?:explain|analy[sz]e|break down|decompose|show(?: me)?|(?:why|what) (?:is|was|are|were)(?: there)?|investigate) ${WORDS.the}(?<phrase>.+)`,
  ),
  rx(String.raw`(?<phrase>.+)`),
];

/** `drop in revenue §0§`, `§0§ revenue drop`, `growth of revenue by region`. */
const PHRASES: readonly RegExp[] = [
  rx(
    String.raw`(?:§\d§(?:'s?)? )?(?:big |sharp |sudden |strong |large |total )*(?<noun>${NOUN})(?<first>(?: §\d§)*) (?:in|of|for) ${WORDS.the}(?<measure>.+)`,
  ),
  rx(String.raw`(?<measure>.+?) (?<noun>${NOUN})(?<rest>(?: .*)?)`),
];

/** Reads why, or by what, a measure changed between two periods. */
export function readChange(slotted: SlottedText): AnalyticsQuestion | null {
  const against = againstOf(slotted);
  if (against === undefined) return null;
  for (const pattern of SUBJECT) {
    const groups = pattern.exec(slotted.text)?.groups;
    if (!groups) continue;
    const found = groups['phrase'] === undefined ? groups : readPhrase(groups);
    const read = found && settle(found, against);
    if (read) return read;
  }
  return null;
}

function readPhrase(groups: Readonly<Record<string, string | undefined>>) {
  const found = firstMatch(groups['phrase']!, PHRASES);
  return found && { ...found, dimension: groups['dimension'] ?? found['dimension'] };
}

function settle(
  found: Readonly<Record<string, string | undefined>>,
  { period, against }: { readonly period: Period | null; readonly against: Against },
): AnalyticsQuestion | null {
  const rest = withoutPeriods(found['rest'] ?? '');
  const joined = withoutPeriods(`${found['measure'] ?? ''} ${rest}`);
  const { measure, dimension } = splitGroup(joined);
  const named = found['dimension'];
  if (measure === '' || /§|\bwhy\b/.test(`${joined}${named ?? ''}`)) return null;
  return {
    kind: 'change',
    measure,
    dimension: named ? singular(named.trim()) : dimension,
    period,
    against,
    asked: directionOf(found['verb'] ?? found['noun'] ?? ''),
  };
}

/** The later of two periods is looked at and compared with the other; undefined for more than two. */
function againstOf({
  periods,
  relative,
}: SlottedText): { readonly period: Period | null; readonly against: Against } | undefined {
  const [first, second, third] = periods;
  if (third || (second && relative)) return undefined;
  if (!first || !second) return { period: first ?? null, against: relative ?? 'before' };
  const [earlier, later] =
    (first.from ?? '') <= (second.from ?? '') ? [first, second] : [second, first];
  return { period: later, against: earlier };
}
