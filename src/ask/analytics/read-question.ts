import { slotPeriods } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { readChange } from '#src/ask/analytics/reading/change.ts';
import { readComparison, readShare } from '#src/ask/analytics/reading/comparison.ts';
import { readForecast } from '#src/ask/analytics/reading/forecast.ts';
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
 * period, a share, a trend, outliers, a correlation, a forecast. Null for all others. What its phrases mean is for the planner to say.
 */
export function analyticsQuestion(question: string, now: Day): AnalyticsQuestion | null {
  if (question.length > MAX_LENGTH) return null;
  const text = plainText(question);
  const whole = slotPeriods(text, now, false);
  const apart = PAIRING.test(text) ? slotPeriods(text, now, true) : whole;
  return (
    readForecast(whole, now) ??
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

/**
 * A question for what a measure will be in a time to come, which no statement over the rows of the past answers. Null
 * for all others, at the cost of one look for its words.
 */
export function foretelling(
  question: string,
  now: Day,
): Extract<AnalyticsQuestion, { kind: 'forecast' }> | null {
  if (question.length > MAX_LENGTH || !WORDS.foretells.test(question)) return null;
  const found = readForecast(slotPeriods(plainText(question), now, false), now);
  if (!found?.ahead) return null;
  const { ahead } = found;
  return 'count' in ahead || (ahead.from !== null && ahead.from > now) ? found : null;
}

/** Without courtesies, short forms, and the mark at its end. */
function plainText(question: string): string {
  const written = WORDS.shortForms.reduce(
    (rest, [short, full]) => rest.replace(short, full),
    withoutCourtesies(question).replace(/[’]/g, "'").replace(WORDS.polite, ' '),
  );
  return written
    .replace(/[\s?.!]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
