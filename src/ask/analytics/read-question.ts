import { slotPeriods } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { readChange } from '#src/ask/analytics/reading/change.ts';
import { readComparison, readShare } from '#src/ask/analytics/reading/comparison.ts';
import { readGrowth } from '#src/ask/analytics/reading/growth.ts';
import { readPart } from '#src/ask/analytics/reading/part.ts';
import { readCorrelation, readOutliers, readTrend } from '#src/ask/analytics/reading/series.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';
import { withoutCourtesies } from '#src/language/en/courtesies.ts';
import type { Day } from '#src/planner/day.ts';

/** Words that join two periods to one; a text without them has the same periods taken together and apart. */
const PAIRING = new RegExp([...WORDS.pairing].join('|'), 'i');
/** Longer questions are not regular ones. */
const MAX_LENGTH = 300;

/**
 * Reads a question for analysis by its form: why something changed, what drove it, a comparison, growth by
 * period, a share, a trend, outliers, a correlation. Null for all others. What its phrases mean is for the planner to say.
 */
export function analyticsQuestion(question: string, now: Day): AnalyticsQuestion | null {
  if (question.length > MAX_LENGTH) return null;
  const written = WORDS.shortForms.reduce(
    (rest, [short, full]) => rest.replace(short, full),
    withoutCourtesies(question).replace(/[’]/g, "'").replace(WORDS.polite, ' '),
  );
  const text = written
    .replace(/[\s?.!]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const whole = slotPeriods(text, now, false);
  const apart = PAIRING.test(text) ? slotPeriods(text, now, true) : whole;
  return (
    readCorrelation(whole) ??
    readOutliers(whole) ??
    readTrend(whole) ??
    readShare(whole) ??
    readPart(whole) ??
    readGrowth(whole) ??
    readChange(apart) ??
    readComparison(apart)
  );
}
