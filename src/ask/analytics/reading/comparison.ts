import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import { readChange } from '#src/ask/analytics/reading/change.ts';
import {
  firstMatch,
  onePeriod,
  splitGroup,
  THE,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { singular } from '#src/catalog/catalog-names.ts';

const rx = (text: string) => new RegExp(`^${text}$`, 'i');
const WITH = String.raw`(?:and|with|to|against|versus|vs\.?|or)`;
const VERSUS = String.raw`(?:versus|vs\.?|compared (?:to|with)|against)`;

const TWO_MEMBERS: readonly RegExp[] = [
  rx(
    String.raw`(?:compare|difference in|(?:what (?:is|was) )?the difference in) ${THE}(?<measure>.+?) (?:of|in|for|from|between) (?<a>.+?) ${WITH} (?<b>.+)`,
  ),
  rx(
    String.raw`compare (?<a>.+?) ${WITH} (?<b>.+?) (?:by|on|in terms of|for) ${THE}(?<measure>.+)`,
  ),
  rx(
    String.raw`how (?:does|do|did) (?<a>.+?) compare (?:to|with) (?<b>.+?) (?:by|on|in|in terms of|for) ${THE}(?<measure>.+)`,
  ),
  rx(String.raw`${THE}(?<measure>.+?) (?:of|in|for|from) (?<a>.+?) ${VERSUS} (?<b>.+)`),
];

/** `compare revenue in June and July`, `compare revenue of West and East`, `revenue in July vs June`. */
export function readComparison(slotted: SlottedText): AnalyticsQuestion | null {
  const { periods, relative, text } = slotted;
  const compares = /^(?:compare|how (?:does|do|did)\b.+\bcompare)\b|\b(?:versus|vs\.?|compared)\b/i;
  if (!compares.test(text) && !(relative && periods.length === 1)) return null;
  if (periods.length === 2 || relative) {
    const measure = withoutPeriods(
      text
        .replace(/^compare (?:the )?|^how (?:does|do|did) (?:the )?/i, '')
        .replace(/\b(?:compare[ds]?|versus|vs\.?)\b(?: (?:to|with))?/gi, ' ')
        .replace(/\s+/g, ' '),
    );
    return readChange({ ...slotted, text: `change in ${measure}` });
  }
  const period = onePeriod(slotted);
  const found = firstMatch(text, TWO_MEMBERS);
  if (!found || period === undefined) return null;
  const [a, b] = [withoutPeriods(found['a']!), withoutPeriods(found['b']!)];
  const measure = withoutPeriods(found['measure']!);
  return measure === '' ? null : { kind: 'compare', measure, members: [a, b], period };
}

const SHARES: readonly RegExp[] = [
  rx(
    String.raw`(?:what|which) (?:share|percentage|percent|part|proportion|fraction) of ${THE}(?<measure>.+?) (?:does|do|did|comes? from|came from|is from|was from|is due to|belongs to|falls on) (?:each|every|the different) (?<dimension>\w+(?: \w+)?)(?: (?:have|has|had|make|makes|made|account for|contribute|get|earn))?(?<rest>(?: §\d§)?)`,
  ),
  rx(
    String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}(?:share|shares|percentage|proportion)s? (?:of|for) (?:each |every |the )(?!(?:sum|total|number|count|amount) of\b)(?<dimension>\w+(?: \w+)?) (?:in|of) ${THE}(?:total )?(?<measure>.+)`,
  ),
  rx(
    String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}(?:share|percentage|proportion)s? of ${THE}(?:total )?(?<measure>.+?) (?:by|per|for each|for every) (?<dimension>.+)`,
  ),
  rx(
    String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}(?<measure>.+?) shares? (?:by|of each|per|of every) (?<dimension>.+)`,
  ),
  rx(
    String.raw`compare ${THE}(?<measure>(?:(?! (?:and|with|to|versus|vs) ).)+?) (?:by|across|between) (?:the |all |different )*(?<dimension>\w+)(?<rest>(?: §\d§)?)`,
  ),
  rx(
    String.raw`(?:what (?:is|was|are|were) |show (?:me )?)?${THE}contributions? (?:of|by|from) (?:each |every |the |all )(?<dimension>.+?) to ${THE}(?:total )?(?<measure>.+)`,
  ),
];

const OF_CHANGE = /\b(?:growth|change|drop|fall|rise|increase|decrease|decline|jump|dip)\b/i;

/** `what share of revenue comes from each region`, `compare revenue by region`. */
export function readShare(slotted: SlottedText): AnalyticsQuestion | null {
  const period = onePeriod(slotted);
  const found = period === undefined ? null : firstMatch(slotted.text, SHARES);
  if (!found || period === undefined || OF_CHANGE.test(slotted.text)) return null;
  const dimension = singular(withoutPeriods(found['dimension']!));
  const { measure } = splitGroup(withoutPeriods(found['measure']!));
  return measure === '' || dimension === '' ? null : { kind: 'share', measure, dimension, period };
}
