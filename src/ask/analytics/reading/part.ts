import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import {
  firstMatch,
  onePeriod,
  splitGroup,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';

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
  const found = firstMatch(text, WORDS.parts);
  const candidates = found && candidatesOf(found).map(([a, b]) => [clean(a), clean(b)] as const);
  return candidates && !/§/.test(JSON.stringify(candidates)) ? candidates : null;
}

const clean = (phrase: string) =>
  withoutPeriods(phrase.replace(WORDS.wholeOf, '').replace(/\s+/g, ' '));

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
