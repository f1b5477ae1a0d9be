import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion, SeriesUnit } from '#src/ask/analytics/question.ts';
import { DRIVE } from '#src/ask/analytics/reading/change.ts';
import {
  firstMatch,
  NOUN,
  onePeriod,
  splitGroup,
  splitUnit,
  THE,
  VERB,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { wholeUnitOf } from '#src/ask/analytics/windows.ts';
import { addUnits, startOf } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';

const rx = (text: string) => new RegExp(`^${text}$`, 'i');
const SHOW =
  '(?:(?:what (?:is|was|are|were)|show(?: me)?|give me|list|compute|calculate|compare|how (?:large|big|high) (?:is|was)) )?';

/** Questions for a cause, or for members, are of other kinds. */
const OTHER = new RegExp(
  String.raw`^(?:why|how come|for what reason|which|explain|analy[sz]e|break down|decompose|investigate)\b|\b(?:${DRIVE})\b|\bcontribut|\bcompound\b`,
  'i',
);
const RATE = new RegExp(
  String.raw`\b(?:percent(?:age)?|relative) (?=(?:${NOUN})\b)|(?<=\b(?:${NOUN})) (?:rates?|percent(?:age)?|in percent|as a percentage)\b`,
  'gi',
);
const AND_UNIT = /\b(?:by|per) (\S+(?: \S+)?) and (?:by |per )?(day|week|month|quarter|year)\b/i;

const FORMS: readonly RegExp[] = [
  rx(
    String.raw`how (?:much |fast |quickly |strongly )?(?:did|do|does|has|have|is|was) ${THE}(?<measure>.+?) (?:been )?(?<verb>${VERB})\b(?<rest>.*)`,
  ),
  rx(
    String.raw`${SHOW}${THE}(?<before>(?:\S+ly|annual) )?(?<noun>${NOUN}) (?:in|of|for) ${THE}(?<measure>.+)`,
  ),
  rx(String.raw`${SHOW}${THE}(?<measure>.*?) ?\b(?<noun>${NOUN})\b(?<rest>.*)`),
  rx(String.raw`${SHOW}${THE}(?<measure>.+)`),
];

/** `revenue growth by year`, `month over month revenue`, `growth of revenue in 2025`. */
export function readGrowth(slotted: SlottedText): AnalyticsQuestion | null {
  const { over, relative } = slotted;
  const period = onePeriod({ ...slotted, relative: null });
  if (period === undefined || OTHER.test(slotted.text)) return null;
  const text = slotted.text
    .replace('%', 'percent')
    .replace(RATE, '')
    .replace(/ over time\b/i, '')
    .replace(AND_UNIT, 'by $1 by $2');
  const found = firstMatch(text, FORMS);
  if (!found) return null;
  const joined = `${found['before'] ?? ''}${found['measure']} ${found['rest'] ?? ''}`;
  const { phrase, unit: named } = splitUnit(withoutPeriods(joined));
  const { measure, dimension } = groupOf(phrase);
  const isSaid = (found['noun'] ?? found['verb']) !== undefined;
  const unit = over === null && (named === null || !isSaid) ? null : (named ?? over);
  const isPlain = /^growth$/i.test(found['noun'] ?? '') && !relative && dimension === null;
  if (/§/.test(phrase) || (unit === null && !isPlain)) return null;
  if (over && over !== 'year' && over !== unit) return null;
  if (unit && period && isShorter(period, unit)) return null;
  const [from, to] = [period?.from ?? null, period?.to ?? null];
  const one = unit ?? (from && to ? wholeUnitOf(from, to) : null);
  if (one === null && from && to) return null;
  const against = relative === 'year_before' && one !== 'year' ? 'year_before' : 'before';
  return { kind: 'growth', measure, dimension, unit: one, against, period };
}

/** `by region` → a group of a measure that is not named. */
function groupOf(phrase: string): ReturnType<typeof splitGroup> {
  const { measure, dimension } = splitGroup(
    /^(?:by|per|for each) /i.test(phrase) ? `all ${phrase}` : phrase,
  );
  return { measure: measure === 'all' ? '' : measure, dimension };
}

/** Whether no whole unit fits in a period. */
function isShorter({ from, to }: Period, unit: SeriesUnit): boolean {
  if (from === null || to === null) return false;
  const start = startOf(unit, from);
  const first = start === from ? start : addUnits(start, unit, 1);
  return addUnits(first, unit, 1) > to;
}
