import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { readChange } from '#src/ask/analytics/reading/change.ts';
import {
  firstMatch,
  onePeriod,
  splitGroup,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { singular } from '#src/catalog/catalog-names.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';

/** `compare revenue in June and July`, `compare revenue of West and East`, `revenue in July vs June`. */
export function readComparison(slotted: SlottedText): AnalyticsQuestion | null {
  const { periods, relative, text } = slotted;
  if (!WORDS.compares.test(text) && !(relative && periods.length === 1)) return null;
  if (periods.length === 2 || relative) {
    const measure = withoutPeriods(
      text.replace(WORDS.comparesFirst, '').replace(WORDS.comparing, ' ').replace(/\s+/g, ' '),
    );
    return readChange({ ...slotted, text: `change in ${measure}` });
  }
  const period = onePeriod(slotted);
  const found = firstMatch(text, WORDS.twoMembers);
  if (!found || period === undefined) return null;
  const [a, b] = [withoutPeriods(found['a']!), withoutPeriods(found['b']!)];
  const measure = withoutPeriods(found['measure']!);
  return measure === '' ? null : { kind: 'compare', measure, members: [a, b], period };
}

/** `what share of revenue comes from each region`, `compare revenue by region`. */
export function readShare(slotted: SlottedText): AnalyticsQuestion | null {
  const period = onePeriod(slotted);
  const found = period === undefined ? null : firstMatch(slotted.text, WORDS.shares);
  if (!found || period === undefined || WORDS.ofChange.test(slotted.text)) return null;
  const dimension = singular(withoutPeriods(found['dimension']!));
  const { measure } = splitGroup(withoutPeriods(found['measure']!));
  return measure === '' || dimension === '' ? null : { kind: 'share', measure, dimension, period };
}
