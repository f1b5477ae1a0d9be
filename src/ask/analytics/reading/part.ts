import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import {
  firstMatch,
  onePeriod,
  splitGroup,
  THE,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';

const rx = (text: string) => new RegExp(`^${text}$`, 'i');
const SHARE = '(?:share|shares|percentage|percent|proportion|fraction|part|%)';
const OPEN = `(?:(?:what|which|how many) (?:is |was |are |were )?|show (?:me )?|give me )?${THE}${SHARE} of ${THE}`;
const IS = '(?:is|are|was|were|has been|have been|got|gets|being)';

const FORMS: readonly RegExp[] = [
  rx(
    String.raw`${OPEN}(?<whole>.+?) (?:(?:comes?|came|is|are|was|were|coming) )(?:(?:due )?to|from|by|made by|in|with|through|via) ${THE}(?<from>.+)`,
  ),
  rx(String.raw`${OPEN}(?<whole>.+?) (?:that |which |who )?${IS} (?<state>.+)`),
  rx(String.raw`${OPEN}(?<whole>.+?) (?:(?:that|which|who) )?(?:has|have|had|with) (?<having>.+)`),
  rx(String.raw`${OPEN}(?<whole>.+?) (?:from|in|via|through) ${THE}(?<from>.+)`),
  rx(String.raw`${OPEN}(?<part>\S+ .+)`),
  rx(String.raw`(?:what is |show (?:me )?)?${THE}(?<part>\S+ .+?) (?:share|proportion)`),
];

/** `what percentage of orders are cancelled`, `share of online revenue`; both also for each member: `… by region`. */
export function readPart(slotted: SlottedText): AnalyticsQuestion | null {
  const period = onePeriod(slotted);
  if (period === undefined) return null;
  const text = withoutPeriods(slotted.text);
  const candidates = readCandidates(text);
  const { measure, dimension } = splitGroup(text);
  const inEach = dimension === null ? null : readCandidates(measure);
  const grouped = dimension !== null && inEach ? { dimension, candidates: inEach } : null;
  if (!candidates && !grouped) return null;
  const own = { kind: 'part' as const, candidates: candidates ?? [], period };
  return grouped ? { ...own, grouped } : own;
}

function readCandidates(text: string): (readonly [part: string, whole: string])[] | null {
  const found = firstMatch(text, FORMS);
  const candidates = found && candidatesOf(found).map(([a, b]) => [clean(a), clean(b)] as const);
  return candidates && !/§/.test(JSON.stringify(candidates)) ? candidates : null;
}

const clean = (phrase: string) =>
  withoutPeriods(phrase.replace(/^(?:all|total|overall) /i, '').replace(/\s+/g, ' '));

function candidatesOf(found: Readonly<Record<string, string | undefined>>): [string, string][] {
  const { whole, from, state, having, part } = found;
  if (part !== undefined) return splits(part);
  const readings = from
    ? [`${whole} from ${from}`, `${whole} in ${from}`, `${from} ${whole}`]
    : having
      ? [`${whole} with ${having}`, `${whole} that have ${having}`]
      : [`${state} ${whole}`, `${whole} that are ${state}`, `${whole} ${state}`];
  return readings.map((reading) => [reading, whole!]);
}

/** `online store revenue` is a part of `store revenue`, or of `revenue`. */
function splits(part: string): [string, string][] {
  const words = part.split(' ').slice(0, 6);
  return words.slice(1).map((_, at) => [
    part,
    part
      .split(' ')
      .slice(at + 1)
      .join(' '),
  ]);
}
