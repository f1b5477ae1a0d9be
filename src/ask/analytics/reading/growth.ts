import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion, SeriesUnit } from '#src/ask/analytics/question.ts';
import {
  firstMatch,
  onePeriod,
  splitGroup,
  splitUnit,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { wholeUnitOf } from '#src/ask/analytics/windows.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';
import { addUnits, startOf } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';

/** `revenue growth by year`, `month over month revenue`, `growth of revenue in 2025`. */
export function readGrowth(slotted: SlottedText): AnalyticsQuestion | null {
  const { over, relative } = slotted;
  const period = onePeriod({ ...slotted, relative: null });
  if (period === undefined || WORDS.notGrowth.test(slotted.text)) return null;
  const plain = WORDS.growthFillers.reduce(
    (rest, filler) => rest.replace(filler, ''),
    slotted.text.replace('%', 'percent'),
  );
  const text = plain.replace(WORDS.andUnit, 'by $1 by $2');
  const found = firstMatch(text, WORDS.growth);
  if (!found) return null;
  const joined = `${found['before'] ?? ''}${found['measure']} ${found['rest'] ?? ''}`;
  const { phrase, unit: named } = splitUnit(withoutPeriods(joined));
  const { measure, dimension } = groupOf(phrase);
  const isSaid = (found['noun'] ?? found['verb']) !== undefined;
  const unit = over === null && (named === null || !isSaid) ? null : (named ?? over);
  const isPlain = WORDS.growthAlone.test(found['noun'] ?? '') && !relative && dimension === null;
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
    WORDS.groupAlone.test(phrase) ? `all ${phrase}` : phrase,
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
