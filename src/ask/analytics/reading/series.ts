import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import {
  directionOf,
  firstMatch,
  onePeriod,
  splitUnit,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';

const rx = (text: string) => new RegExp(`^${text}$`, 'i');
const FIND = String.raw`(?:(?:are there|is there|do we have|were there|find|show|list|detect|what are|which are|what is|give me|analy[sz]e|describe|compute|calculate|identify)(?: me)?(?: any| all)? )?${WORDS.the}`;

const RISING =
  'rising|falling|growing|shrinking|declining|dropping|increasing|decreasing|going up|going down|improving|worsening|stable|flat|trending(?: up| down| upwards?| downwards?)?';

const TRENDS: readonly RegExp[] = [
  rx(
    String.raw`${FIND}(?:clear |significant |long-term |overall |general |(?<up>upward|rising|growing|increasing|positive) |(?<down>downward|falling|declining|decreasing|negative) )*(?<unit>daily |weekly |monthly |quarterly |yearly |annual )?(?:trend|tendency) (?:in|of|for) ${WORDS.the}(?<measure>.+)`,
  ),
  rx(
    String.raw`(?:is|are|was|were|has|have) ${WORDS.the}(?<measure>.+?) (?:been )?(?:really |still |steadily |constantly |generally |overall )*(?<verb>${RISING})(?: or \w+)?(?<rest>(?: .*)?)`,
  ),
  rx(
    String.raw`(?:does|do|did) ${WORDS.the}(?<measure>.+?) (?:show|have|follow)(?: a| any)? (?:clear )?trend(?<rest>(?: .*)?)`,
  ),
  rx(
    String.raw`how (?:has|have|is|are|did|does|do) ${WORDS.the}(?<measure>.+?) (?:been )?(?:developed|developing|develop|evolved|evolving|evolve|trended|trending|trend)(?: over time)?(?<rest>(?: .*)?)`,
  ),
  rx(String.raw`${FIND}(?<measure>.+?) trends?(?: over time)?(?<rest>(?: .*)?)`),
];

/** `is there a trend in revenue`, `has revenue been growing since 2025`. */
export function readTrend(slotted: SlottedText): AnalyticsQuestion | null {
  const period = onePeriod(slotted);
  const found = period === undefined ? null : firstMatch(slotted.text, TRENDS);
  if (!found || period === undefined) return null;
  const whole = `${found['unit'] ?? ''}${found['measure'] ?? ''} ${found['rest'] ?? ''}`;
  const { phrase, unit } = splitUnit(withoutPeriods(whole));
  const asked = found['up']
    ? 'rise'
    : found['down']
      ? 'fall'
      : directionOf((found['verb'] ?? '').replace(/^trending ?/, '').replace(/wards?$/, ''));
  return phrase === '' ? null : { kind: 'trend', measure: phrase, unit, period, asked };
}

const ODD = String.raw`(?:outliers?|anomal(?:y|ies|ous)|unusual(?:ly)?(?: high| low)?|abnormal|extreme|exceptional)`;
const UNIT_WORDS = 'days|weeks|months|quarters|years|day|week|month|quarter|year';

const OUTLIERS: readonly RegExp[] = [
  rx(
    String.raw`${FIND}(?:clear |significant )?(?:outliers?|anomal(?:y|ies)|${ODD} (?:values?|points?|(?<unit>${UNIT_WORDS}))|spikes?)(?: there)? (?:in|of|for|among|by) ${WORDS.the}(?<measure>.+)`,
  ),
  rx(
    String.raw`(?:which|what) (?<unit>${UNIT_WORDS}) (?:are|were|is|was|have|had|has|show|shows|showed) ${WORDS.the}(?:${ODD})(?: values?)?(?: (?:in|of|for|by) )?${WORDS.the}(?<measure>.+)`,
  ),
  rx(
    String.raw`(?:does|do|did) ${WORDS.the}(?<measure>.+?) (?:have|show|contain) (?:any )?(?:outliers|anomalies)(?<rest>(?: .*)?)`,
  ),
  rx(String.raw`${FIND}(?<measure>.+?) (?:outliers|anomalies)(?<rest>(?: .*)?)`),
];

/** `are there outliers in daily revenue`, `which months are unusual in revenue`. */
export function readOutliers(slotted: SlottedText): AnalyticsQuestion | null {
  const period = onePeriod(slotted);
  const found = period === undefined ? null : firstMatch(slotted.text, OUTLIERS);
  if (!found || period === undefined) return null;
  const per = found['unit'] ? ` per ${found['unit'].replace(/s$/i, '')}` : '';
  const { phrase, unit } = splitUnit(
    withoutPeriods(`${found['measure'] ?? ''} ${found['rest'] ?? ''}`) + per,
  );
  return phrase === '' ? null : { kind: 'outliers', measure: phrase, unit, period };
}

const RELATED = '(?:correlated|correlate|related|linked|associated|connected)';
const CORRELATIONS: readonly RegExp[] = [
  rx(
    String.raw`(?:is|are|was|were) ${WORDS.the}(?<a>.+?) (?:significantly |strongly |positively |negatively )?${RELATED} (?:with|to) ${WORDS.the}(?<b>.+)`,
  ),
  rx(
    String.raw`(?:is|are|was|were) ${WORDS.the}(?<a>.+?) and ${WORDS.the}(?<b>.+?) ${RELATED}(?<rest>(?: §\d§)?)`,
  ),
  rx(
    String.raw`${FIND}(?:strong |clear |significant )?(?:correlation|relationship|relation|association|connection) (?:between|of) ${WORDS.the}(?<a>.+?) (?:and|with) ${WORDS.the}(?<b>.+)`,
  ),
  rx(
    String.raw`(?:does|do|did) ${WORDS.the}(?<a>.+?) (?:correlate with|depend on|affect|influence|drive|go with|vary with) ${WORDS.the}(?<b>.+)`,
  ),
  rx(
    String.raw`(?:does|do|did) ${WORDS.the}(?<a>.+?) and ${WORDS.the}(?<b>.+?) (?:correlate|move together)(?<rest>(?: §\d§)?)`,
  ),
];

/** `is discount correlated with quantity`. */
export function readCorrelation(slotted: SlottedText): AnalyticsQuestion | null {
  const period = onePeriod(slotted);
  const found = period === undefined ? null : firstMatch(slotted.text, CORRELATIONS);
  if (!found || period === undefined) return null;
  const [a, b] = [withoutPeriods(found['a']!), withoutPeriods(found['b']!)];
  return a === '' || b === '' ? null : { kind: 'correlation', measures: [a, b], period };
}
